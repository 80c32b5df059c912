"""How a function is compiled, by who calls it; and when: at its first call.

References are never counted (`_nrt`): a clock allocates nothing while it runs, and counting the arrays that are handed
from function to function made kernels ten times slower. LLVM inlines, not numba: the speed is the same, and the first
compilation takes a third of the time. Nor does numba compile a part once more for each constant that it is called with,
which took a third of what was left; LLVM sees the constants when it inlines.

numba itself takes longer to import than scenarios take to be read, listed or refused. So nothing imports it but the
first call of a compiled function: modules with kernels in them are imported freely.
"""

from collections.abc import Callable
from functools import update_wrapper
from threading import RLock
from typing import Any

import numpy as np

from engine.compiled.compiling import listen_to

_ONE_AT_A_TIME = RLock()
_numba: Any = None


def compiler_is_there() -> bool:
    """Whether numba is imported already, so that compiled functions cost nothing but their call."""
    return _numba is not None


def _compiler() -> Any:
    """numba, which from now on takes a `Compiled` in compiled code for what it makes of it."""
    global _numba
    if _numba is None:
        import numba
        import numba.core.event
        from numba.extending import typeof_impl

        typeof_impl.register(Compiled)(lambda one, context: typeof_impl(one.dispatcher, context))
        listen_to(numba)
        _numba = numba
    return _numba


class Compiled:
    """A function for numba; `py_func` is it as it is written, and `is_part` says that Python cannot call it."""

    def __init__(self, function: Callable[..., Any], options: dict[str, bool], is_kept: bool = False) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.is_part = bool(options.get("no_cpython_wrapper"))
        self.options, self._is_kept = options, is_kept
        self._dispatcher: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call it as numba compiles it."""
        return (self._dispatcher or self.dispatcher)(*arguments, **named)

    @property
    def dispatcher(self) -> Any:
        """What numba makes of it, compiled or loaded from the cache for each combination of types when it is called."""
        with _ONE_AT_A_TIME:
            if self._dispatcher is None:
                self._dispatcher = by_type_alone(_compiler().njit(**self.options)(self.py_func))
                if self._is_kept and hasattr(self._dispatcher, "enable_caching"):
                    from engine.compiled.kernel_cache import KernelCache  # numba is imported by then

                    self._dispatcher._cache = KernelCache(self.py_func)
        return self._dispatcher


def by_type_alone(dispatcher: Any) -> Any:
    """Let *dispatcher* be compiled for the types of its arguments alone, not for their values."""
    from numba.core.types import unliteral

    if not hasattr(dispatcher, "get_call_template"):  # NUMBA_DISABLE_JIT leaves the function as it is
        return dispatcher
    of_constants = dispatcher.get_call_template
    dispatcher.get_call_template = lambda arguments, named: of_constants(
        tuple(map(unliteral, arguments)), {name: unliteral(one) for name, one in named.items()}
    )
    return dispatcher


class Arithmetic(Compiled):
    """A function of a few numbers, for which Python gives the same bits: nothing is compiled on its account."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call the compiled function if a kernel has needed it; otherwise call the Python function."""
        if self._dispatcher is None:
            return self.py_func(*map(_plain, arguments), **{name: _plain(one) for name, one in named.items()})
        return super().__call__(*arguments, **named)


def _plain(one: Any) -> Any:
    """Python's own numbers, as numba returns them: numpy's would warn, and few formats would take them."""
    return one.item() if isinstance(one, np.generic) else one


_FOR_PYTHON = {"_nrt": False}
_FROM_COMPILED_CODE_ONLY = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def compiled(function: Callable[..., Any]) -> Any:
    """Called from Python: the clock of a kernel, and decisions that it shares with the reference."""
    return Compiled(function, _FOR_PYTHON, is_kept=True)


def arithmetic(function: Callable[..., Any]) -> Any:
    """Called from Python, too, and made of nothing but operations on single numbers."""
    return Arithmetic(function, _FOR_PYTHON, is_kept=True)


def part(function: Callable[..., Any]) -> Any:
    """A part of a kernel, called from compiled code only."""
    return Compiled(function, _FROM_COMPILED_CODE_ONLY)


def inlined(function: Callable[..., Any]) -> Any:
    """A part that is called so often that it has to be in its caller."""
    return Compiled(function, {"forceinline": True, **_FROM_COMPILED_CODE_ONLY})
