"""Kernels that check every index, compiled in a fraction of the time: they are called for a millisecond each.

What numba makes of a function, with its checks, is left as it is; only LLVM is told to do less with it. This reaches
into numba: nobody else compiles kernels for so few calls.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch


@contextmanager
def compiled_for_few_calls() -> Iterator[None]:
    """Meanwhile, what is compiled is simplified function by function, and translated to the simplest machine code.

    - Functions are not put into each other, and no kernel is optimized once more at each level of its calls.
    - What only compiled code calls has machine code as a part of what calls it, and none of its own.
    - Registers are assigned without search. NUMBA_OPT=0 alone says that too, but leaves out what makes functions small.
    """
    from numba.core import config
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.core.cpu import CPUContext
    from numba.core.lowering import Lower
    from numba.core.registry import cpu_target

    with patch.object(config, "OPT", config._OptLevel("0")):
        cpu_target.target_context.codegen()  # made once, with a target that does not search
    later: dict[str, Any] = {}
    begin, wrap = Lower.__init__, CPUContext.create_cpython_wrapper
    finish, set_environment = JITCodeLibrary._finalize_final_module, JITCPUCodegen.set_env

    def begin_part(self: Any, context: Any, library: Any, *rest: Any, **named: Any) -> None:
        library.is_part = True
        begin(self, context, library, *rest, **named)

    def wrap_for_python(self: Any, library: Any, *rest: Any, **named: Any) -> None:
        library.is_part = False
        wrap(self, library, *rest, **named)

    def finish_unless_part(self: Any) -> None:
        if getattr(self, "is_part", False):
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True
        else:
            finish(self)

    def set_where_it_is(self: Any, name: str, environment: Any) -> None:
        later[name] = environment
        for one in [one for one in later if self._engine.get_global_value_address(one)]:
            set_environment(self, one, later.pop(one))

    gc.disable()  # a compiler makes millions of objects, and looking for cycles takes an eighth of its time
    try:
        with (
            patch.object(JITCodeLibrary, "_optimize_final_module", lambda _library: None),
            patch.object(JITCodeLibrary, "_finalize_final_module", finish_unless_part),
            patch.object(CPUContext, "create_cpython_wrapper", wrap_for_python),
            patch.object(Lower, "__init__", begin_part),
            patch.object(JITCPUCodegen, "set_env", set_where_it_is),
        ):
            yield
    finally:
        gc.enable()
