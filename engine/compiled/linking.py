"""How the parts of a kernel come together: LLVM optimizes them once, when all are there.

numba makes of each function a library of its own: optimized together with all that it calls, and turned into machine
code, although nobody but a kernel calls it, where all of it is optimized once more. A part here is only put into LLVM's
form. The kernel links its parts, and theirs, and is optimized as a whole. LLVM knows then that nobody else calls them:
it puts into its caller what is called once, and what is said to belong there.

numba is imported with this module.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _NoMachineCode:
    """A code generator for which there is nothing whose environment could be set."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, _name: str, _environment: Any) -> None:
        pass


class KernelLibrary(JITCodeLibrary):
    """Links its parts, and the parts of these."""

    def add_linking_library(self, library: Any) -> None:
        """Link a *library*, after what it calls."""
        library._ensure_finalized()
        inner = library._linking_libraries if isinstance(library, PartLibrary) else ()
        for one in (*inner, library):
            if one not in self._linking_libraries:
                self._linking_libraries.append(one)

    def finalize(self) -> None:
        """Link and optimize. Who calls comes first: LLVM leaves out what nobody has called yet."""
        self._linking_libraries.reverse()
        super().finalize()

    def _optimize_final_module(self) -> None:
        parts = [one for one in self._linking_libraries if isinstance(one, PartLibrary)]
        attributes = {function.name: part.attributes for part in parts for function in part.get_defined_functions()}
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
                for one in attributes.get(function.name, ()):
                    function.add_function_attribute(one)
        super()._optimize_final_module()


class PartLibrary(KernelLibrary):
    """Is never called but from a kernel."""

    attributes: tuple[str, ...] = ()
    """What LLVM is told of it."""

    @property
    def codegen(self) -> Any:
        """The code generator, which has no machine code of this part."""
        return _NoMachineCode(self._codegen)

    def finalize(self) -> None:
        """Leave all to the kernel."""
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """There is none."""
        return 0


class InlinedLibrary(PartLibrary):
    """Has to be in all of its callers."""

    attributes = ("alwaysinline",)


class SmallLibrary(PartLibrary):
    """Is best in its callers, unless they are many and it is not that small."""

    attributes = ("inlinehint",)


class RareLibrary(PartLibrary):
    """Stays outside of its caller, which is smaller without it."""

    attributes = ("noinline", "cold")


class KernelCompiler(Compiler):
    """Compiles what Python calls."""

    library = KernelLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = self.library(target.codegen(), type(self).__name__)
            library.enable_object_caching()
        super().__init__(typing, target, library, *rest)


class PartCompiler(KernelCompiler):
    """Compiles what only compiled code calls."""

    library = PartLibrary


class InlinedCompiler(PartCompiler):
    """Compiles what is called so often that it has to be in its caller."""

    library = InlinedLibrary


class SmallCompiler(PartCompiler):
    """Compiles what is called often."""

    library = SmallLibrary


class RareCompiler(PartCompiler):
    """Compiles what most runs never need."""

    library = RareLibrary
