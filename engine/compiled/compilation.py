"""How a function is compiled, by who calls it; and when: at its first call.

References are never counted (`_nrt`): a clock allocates nothing while it runs, and counting the arrays that are handed
from function to function made kernels ten times slower. LLVM inlines, not numba: the speed is the same, and the first
compilation takes a third of the time. Nor does numba compile a part once more for each constant that it is called with,
which took a third of what was left; LLVM sees the constants when it inlines. It optimizes the parts of a kernel once,
when all are there (`linking`), and tables of many arrays are handed over by a pointer (`references`).

numba itself takes longer to import than scenarios take to be read, listed or refused. So nothing imports it but the
first call of a compiled function: modules with kernels in them are imported freely.
"""

from collections.abc import Callable
from functools import update_wrapper
from threading import RLock
from typing import Any

import numpy as np

from engine.compiled.compiling import listen_to
from engine.compiled.structure import TABLES

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

        typeof_impl.register(Compiled)(lambda one, context: typeof_impl(one.of_kernels, context))
        listen_to(numba)
        _numba = numba
    return _numba


class Compiled:
    """A function for numba.

    Attributes
    ----------
    py_func : it as it is written
    kind : of part that it is of compiled code, by the name of its compiler in `linking`
    is_part : Python cannot call it
    """

    def __init__(self, function: Callable[..., Any], kind: str = "PartCompiler", is_part: bool = False) -> None:
        update_wrapper(self, function)
        self.py_func, self.kind, self.is_part = function, kind, is_part
        self._for_python: Any = None
        self._for_kernels: Any = None

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Call it as numba compiles it."""
        return (self._for_python or self.dispatcher)(*arguments, **named)

    @property
    def dispatcher(self) -> Any:
        """What numba makes of it, compiled or loaded from the cache for each combination of types when it is called."""
        with _ONE_AT_A_TIME:
            _compiler()
            from engine.compiled import kernel_cache, linking, references  # numba is imported by then

            while TABLES:
                references.refer_to(TABLES.pop())
            if self._for_python is None:
                self._for_python = self.compiled_by(linking.KernelCompiler)
                if hasattr(self._for_python, "enable_caching"):
                    self._for_python._cache = kernel_cache.KernelCache(self.py_func)
        return self._for_python

    @property
    def of_kernels(self) -> Any:
        """What compiled code that calls it makes of it."""
        with _ONE_AT_A_TIME:
            from engine.compiled import linking

            if self._for_kernels is None:
                self._for_kernels = self.compiled_by(getattr(linking, self.kind), no_cpython_wrapper=True)
        return self._for_kernels

    def compiled_by(self, compiler: type, **options: bool) -> Any:
        """What numba makes of it with a *compiler* of `linking`."""
        options |= {"_nrt": False, "no_cfunc_wrapper": True}
        return by_type_alone(_compiler().njit(**options, pipeline_class=compiler)(self.py_func))


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
        """Call the Python function."""
        return self.py_func(*map(_plain, arguments), **{name: _plain(one) for name, one in named.items()})


def _plain(one: Any) -> Any:
    """Python's own numbers, as numba returns them: numpy's would warn, and few formats would take them."""
    return one.item() if isinstance(one, np.generic) else one


def compiled(function: Callable[..., Any]) -> Any:
    """Called from Python: the clock of a kernel, and decisions that it shares with the reference."""
    return Compiled(function)


def arithmetic(function: Callable[..., Any]) -> Any:
    """Called from Python, too, and made of nothing but operations on single numbers."""
    return Arithmetic(function, "SmallCompiler")


def part(function: Callable[..., Any]) -> Any:
    """A part of a kernel, called from compiled code only."""
    return Compiled(function, is_part=True)


def inlined(function: Callable[..., Any]) -> Any:
    """A part that is called so often that it has to be in its caller."""
    return Compiled(function, "InlinedCompiler", is_part=True)


def small(function: Callable[..., Any]) -> Any:
    """A part that LLVM puts into its callers if it is small enough; to put all of them there takes long."""
    return Compiled(function, "SmallCompiler", is_part=True)


def rare(function: Callable[..., Any]) -> Any:
    """A part that most runs never need: its caller is quicker without it."""
    return Compiled(function, "RareCompiler", is_part=True)
