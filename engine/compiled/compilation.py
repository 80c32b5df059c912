"""How a function is compiled, by who calls it.

References are never counted (`_nrt`): a clock allocates nothing while it runs, and counting the arrays that are handed
from function to function made kernels ten times slower. LLVM inlines, not numba: the speed is the same, and the first
compilation takes a third of the time.
"""

from typing import Any

import numba as nb

_compiler: Any = nb.njit  # its stubs do not know all options
_FROM_COMPILED_CODE_ONLY = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

compiled = _compiler(cache=True, _nrt=False)
"""Called from Python: the clock of a kernel, and decisions that it shares with the reference."""

part = _compiler(**_FROM_COMPILED_CODE_ONLY)
"""A part of a kernel, called from compiled code only."""

inlined = _compiler(forceinline=True, **_FROM_COMPILED_CODE_ONLY)
"""A part that is called so often that it has to be in its caller."""
