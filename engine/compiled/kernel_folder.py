"""The folder of compiled kernels, one for all copies of the program that a user has on a machine."""

import os
import tempfile
from functools import cache
from pathlib import Path


@cache
def kernel_folder() -> Path:
    """`NUMBA_CACHE_DIR`, or the folder for what can be made anew; another one if it cannot be written and is empty."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    # The specification says that a relative path is to be ignored.
    usual = (Path(home) if os.path.isabs(home) else Path.home() / ".cache") / "corral" / "kernels"
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or usual)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        if folder.is_dir() and any(folder.iterdir()):  # of an image, say: what is there can be loaded
            return folder
        folder = Path(tempfile.mkdtemp(prefix="corral-kernels-"))
        os.environ["NUMBA_CACHE_DIR"] = str(folder)  # which those that are started from here share
    return folder
