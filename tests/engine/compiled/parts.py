"""Parts of kernels, which only compiled code calls, for tests that call one by itself."""

from collections.abc import Callable
from functools import cache
from typing import Any

from engine.compiled.compilation import Compiled, compiled


@cache
def from_python(part: Compiled) -> Callable[..., Any]:
    """The same, to be called from Python. Made once: each of them is loaded anew, which takes longer than its calls."""
    called: Callable[..., Any] = compiled(part.py_func)
    return called
