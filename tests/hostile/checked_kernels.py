"""Kernels that check every index, compiled in a fraction of the time: they are called for a millisecond each.

What numba makes of a function, with its checks, is left as it is; only LLVM is told to do less with it. This reaches
into numba: nobody else compiles kernels for so few calls.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch


@contextmanager
def compiled_for_few_calls() -> Iterator[None]:
    """Meanwhile, what is compiled is simplified function by function, and translated to the simplest machine code.

    Functions are not put into each other. Registers are assigned without search. NUMBA_OPT=0 alone says that too, but
    leaves out what makes functions small.
    """
    from numba.core import config
    from numba.core.codegen import JITCodeLibrary
    from numba.core.registry import cpu_target

    with patch.object(config, "OPT", config._OptLevel("0")):
        cpu_target.target_context.codegen()  # made once, with a target that does not search
    with patch.object(JITCodeLibrary, "_optimize_final_module", lambda _library: None):
        yield
