"""A process that ends with the one that started it, however that one ends: ``python tether.py PARENT COMMAND...``.

Only the standard library, and run by its path: a broker should not have to wait for large imports.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_PDEATHSIG = 1
"""From <linux/prctl.h>."""


def end_with_parent(parent: int, with_signal: int = signal.SIGKILL) -> None:
    """Have this process sent a signal when the thread that started it ends; Linux only, does nothing elsewhere.

    *parent* is the process id of the one that is expected to be the parent.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, with_signal)
    if os.getppid() != parent:  # it has ended already, and nobody will be told
        os.kill(os.getpid(), with_signal)


def main(parent: int, command: list[str]) -> int:
    """Become the command, or stay beside it where a process cannot be tied to its parent."""
    if sys.platform == "linux":
        end_with_parent(parent)
        os.execvp(command[0], command)
    child = subprocess.Popen(command)
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while child.poll() is None:
        if os.getppid() != parent:
            child.kill()
        time.sleep(0.2)
    return child.returncode


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
