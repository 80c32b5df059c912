"""Makes ``.venv`` from the lock files, then starts the same command again inside it.

Only the standard library, and only syntax of Python 3.6: an older Python has to get far enough to say that it is old.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
OLDEST, TOO_NEW = (3, 11), (3, 14)
RESTARTS = "CORRAL_RESTARTS"
APT = "On Debian or Ubuntu: apt install python3-venv. Then start again."


def ensure(*locks: str, root: str = HERE) -> None:
    """Return inside an environment that holds what the lock files name; if need be, make it and start again there."""
    if os.environ.get("CORRAL_NO_BOOTSTRAP") == "1":  # a container, say, with an installation of its own
        return
    environment = Environment(root, locks)
    if not environment.ready():
        environment.prepare()
    elif environment.inside:
        os.environ.pop(RESTARTS, None)
        return
    _restart(environment.python)


class Environment:
    """The project's ``.venv`` and the lock files that are wanted in it."""

    def __init__(self, root: str, locks: tuple) -> None:
        self.path = os.path.join(root, ".venv")
        self.locks = [os.path.join(root, lock) for lock in locks]
        self.wanted = {os.path.basename(lock): _hash(lock) for lock in self.locks}
        self.python = os.path.join(self.path, "Scripts\\python.exe" if sys.platform == "win32" else "bin/python")
        self.stamp = os.path.join(self.path, "corral.stamp")
        self.inside = os.path.realpath(sys.prefix) == os.path.realpath(self.path)

    def ready(self) -> bool:
        """Whether an earlier start has finished, with these lock files: the stamp is the last thing it writes."""
        return self._holds(self.wanted)

    def _holds(self, wanted: dict) -> bool:
        found = self.read_stamp()
        if not wanted or not wanted.items() <= found.items():
            return False
        if self.inside and found.get("python") != _version():
            return False  # the system's Python was replaced underneath
        return os.access(self.python, os.X_OK)  # the link dangles once that Python is removed

    def read_stamp(self) -> dict:
        """The Python version and the hashes of the lock files that were installed; nothing if that did not finish."""
        try:
            with open(self.stamp, encoding="utf-8") as file:
                return dict(line.split() for line in file)
        except (OSError, ValueError):
            return {}

    def write_stamp(self, entries: dict) -> None:
        """Note that the installation is complete; in one step, so that nobody reads half of it."""
        with open(self.stamp + ".new", "w", encoding="utf-8") as file:
            file.writelines("%s %s\n" % entry for entry in sorted(entries.items()))
        os.replace(self.stamp + ".new", self.stamp)

    def prepare(self) -> None:
        """Install what is missing: everything, unless a finished environment only lacks a further lock file."""
        _let_signals_interrupt()
        try:
            base, version = _base_python()
            with open(self.path + ".lock", "ab") as lock:
                _wait_for(lock.fileno())
                if self.ready():  # another start was faster
                    return
                found = self.read_stamp()
                grows = self._holds({name: self.wanted[name] for name in self.wanted if name in found})
                if grows:
                    os.remove(self.stamp)
                else:
                    found = {"python": version}
                self._install(base, grows)
                self.write_stamp({**found, **self.wanted})
        except KeyboardInterrupt:
            _stop("Interrupted. The next start prepares .venv anew.")
        except OSError as problem:
            _stop("Cannot prepare .venv: %s." % problem)

    def _install(self, base: str, grows: bool) -> None:
        import tempfile

        names = " and ".join(sorted(self.wanted))
        _say("Installing %s into .venv, once: 10 to 30 seconds with uv, up to 3 minutes with pip." % names)
        packages = ["--quiet", "--require-hashes"]
        for path in self.locks:
            packages += ["-r", path]
        with tempfile.TemporaryDirectory() as folder:
            uv, settings = _find_uv(base, folder)
            if uv:
                into = [uv, "pip", "install", "--python", self.python]
                made = grows or self._make([uv, "venv", "--quiet", "--python", base, self.path], settings)
                if made and _run(into + packages, settings)[0]:
                    return
        # uv finds mirrors and certificates in its own way; where that fails, pip may still be set up well.
        if not grows and not self._make([base, "-m", "venv", "--without-pip", self.path]):
            _stop("This Python cannot make environments. " + APT)
        done, output = _run([*_find_pip(base, self.python), "install", *packages])
        if not done:
            print(output[-2000:], file=sys.stderr)
            _stop("The packages could not be installed, see above. The next start tries again.")

    def _make(self, command: list, settings: "dict | None" = None) -> bool:
        """Replace whatever is there: half of an installation, an older one, or a link."""
        import shutil

        if os.path.exists(self.stamp):  # first, so that being interrupted now leaves nothing that looks finished
            os.remove(self.stamp)
        if os.path.islink(self.path):
            os.remove(self.path)
        elif os.path.exists(self.path):
            shutil.rmtree(self.path)
        return _run(command, settings)[0]


def _hash(path: str) -> str:
    import hashlib

    with open(path, "rb") as file:
        # Without the line endings, which differ between two checkouts of one file.
        return hashlib.sha256(file.read().replace(b"\r\n", b"\n")).hexdigest()


def _version() -> str:
    return "%d.%d" % sys.version_info[:2]


def _base_python() -> tuple:
    """An interpreter outside any environment, and its version: this one if it fits, else one on the PATH that does."""
    import shutil

    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return getattr(sys, "_base_executable", None) or sys.executable, _version()
    versions = ["3.%d" % minor for minor in range(OLDEST[1], TOO_NEW[1])]
    for version in reversed(versions):
        found = shutil.which("python" + version)
        if found and _run([found, "-c", ""])[0]:  # a name on the PATH may be an empty promise
            return found, version
    return _stop("This is Python %s; Corral needs %s or %s." % (_version(), ", ".join(versions[:-1]), versions[-1]))


def _find_uv(base: str, folder: str) -> tuple:
    """An uv and the settings it needs: the one on the PATH, else one that pip puts into the folder, else none."""
    import shutil

    uv = shutil.which("uv")
    if uv:
        return uv, {}
    fetch = [base, "-m", "pip", "install", "--quiet", "--retries", "1", "--only-binary", ":all:", "--no-deps"]
    if not _run([*fetch, "--target", folder, "uv"], limit=60)[0]:
        return "", {}
    settings = {}
    # This uv has never been set up, so it follows pip: to a mirror in a classroom, say.
    for line in _run([base, "-m", "pip", "config", "list"])[1].splitlines():
        name, _, value = line.partition("=")
        name = {"index-url": "UV_DEFAULT_INDEX", "cert": "SSL_CERT_FILE"}.get(name.rpartition(".")[2], "")
        if name and name not in os.environ:
            settings[name] = value.strip("'\"")
    return os.path.join(folder, "bin", "uv.exe" if sys.platform == "win32" else "uv"), settings


def _find_pip(base: str, python: str) -> list:
    """A command that installs into the environment. Debian splits ensurepip off, but may have a pip of its own."""
    if _run([python, "-m", "pip", "--version"])[0] or _run([python, "-m", "ensurepip"])[0]:
        return [python, "-m", "pip"]
    if _run([base, "-m", "pip", "--python", python, "--version"])[0]:
        return [base, "-m", "pip", "--python", python]
    return _stop("This Python has neither ensurepip nor pip. " + APT)


def _run(command: list, settings: "dict | None" = None, limit: "float | None" = None) -> tuple:
    """Whether the command succeeded, and what it said."""
    import signal
    import subprocess

    global _held
    # A user's setting for installing elsewhere must not lead out of the environment.
    surroundings = {**os.environ, "PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", **(settings or {})}
    try:
        held: list = []
        _held = held
        # The child keeps the lock open: if this process is killed, the next start waits for the installer to end.
        child = subprocess.Popen(
            command,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            close_fds=False,
            start_new_session=True,
        )
        try:
            _held = None
            if held:
                raise KeyboardInterrupt
            output = child.communicate(timeout=limit)[0]
        except BaseException:  # an interrupt too: the installer's own children have to end with it
            os.killpg(child.pid, signal.SIGKILL) if hasattr(os, "killpg") else child.kill()
            child.wait()
            raise
    except (OSError, subprocess.TimeoutExpired) as problem:
        return False, str(problem)
    finally:
        _held = None
    return child.returncode == 0, output.decode(errors="replace")


_held: "list | None" = None
"""While an installer is being started: the signals that came. Before it is known nobody could end it."""


def _interrupt(*_: object) -> None:
    if _held is None:
        raise KeyboardInterrupt
    _held.append(True)


def _let_signals_interrupt() -> None:
    import signal

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        # What is ignored stays so (nohup, a job in the background), also in the program that this one becomes.
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
            signal.signal(getattr(signal, name), _interrupt)


def _wait_for(lock: int) -> None:
    """Hold the lock until its file is closed, by this process and by the installers it has started."""
    import errno
    import time

    said = False
    while True:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.set_inheritable(lock, True)
            return
        except OSError as problem:
            if problem.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                return  # this file system has no locks
        if not said:
            _say("Another start is preparing .venv; waiting for it.")
        said = True
        time.sleep(0.2)


def _restart(python: str) -> None:
    """Become the same command inside the environment; the process stays the same, so that signals reach it."""
    restarts = int(os.environ.get(RESTARTS, "0")) + 1
    if restarts > 2:
        _stop("%s does not start inside .venv. Remove .venv and start again." % python)
    os.environ[RESTARTS] = str(restarts)
    command = [python, *_arguments()]
    sys.stdout.flush()
    if sys.platform == "win32":  # execve there returns to the shell at once
        import subprocess

        sys.exit(subprocess.call(command))
    os.execve(python, command, os.environ)


def _arguments() -> list:
    if hasattr(sys, "orig_argv"):
        return sys.orig_argv[1:]
    spec = sys.modules["__main__"].__spec__  # older than 3.10
    return ["-m", spec.parent or spec.name, *sys.argv[1:]] if spec else sys.argv


def _say(sentence: str) -> None:
    print("corral: " + sentence, file=sys.stderr, flush=True)


def _stop(sentence: str):
    sys.exit("corral: " + sentence)
