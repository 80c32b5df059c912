"""How the wheel is built: our folders and app.py go below `corral`, and their imports with them.

Elsewhere than here, packages of these names are somebody else's; docs/decisions/one-name.md says why it is done so.
"""

import ast
from pathlib import Path

from setuptools import find_packages
from setuptools.command.build_py import build_py

FOLDERS = ("engine", "workers", "components", "commands")
MOVED = {*FOLDERS, "app"}
"""The names that stand at the top in the repository only."""

DATA = "lessons"
"""A folder without code that goes along."""


def under_corral(source: bytes) -> bytes:
    """The *source* of a module with every import of ours one package further down; else the same bytes.

    `from engine.x import y` becomes `from corral.engine.x import y`, and `import engine` `from corral import engine`.
    `ValueError` names an import that cannot be turned so: `import engine.x` alone binds the name `engine`.
    """
    lines = source.splitlines(keepends=True)
    statements = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]
    for node in sorted(statements, key=lambda one: (one.lineno, one.col_offset), reverse=True):
        line, begin = lines[node.lineno - 1], node.col_offset
        if isinstance(node, ast.ImportFrom):
            name = node.module or ""
            if not node.level and name.split(".")[0] in MOVED:
                lines[node.lineno - 1] = line[:begin] + _replaced(line[begin:], name, f"corral.{name}")
        elif any(one.name.split(".")[0] in MOVED for one in node.names):
            name, *others = (one.name for one in node.names)
            if others or "." in name:
                raise ValueError(f"line {node.lineno}: write `from ... import ...` instead of `import {name}`")
            lines[node.lineno - 1] = line[:begin] + _replaced(line[begin:], "import", "from corral import")
    return b"".join(lines)


def _replaced(text: bytes, old: str, new: str) -> bytes:
    return text.replace(old.encode(), new.encode(), 1)


class UnderCorral(build_py):
    """Builds as if the folders stood inside of `corral`."""

    def finalize_options(self) -> None:
        """Tell setuptools which packages there are and where their folders are."""
        if self.editable_mode:
            raise SystemExit(
                "corral cannot be installed as editable: its folders have other names here than when installed. "
                "In a clone nothing has to be: python3 app.py makes an environment, and `import corral` works there."
            )
        inner = [name for root in FOLDERS for name in (root, *(f"{root}.{sub}" for sub in find_packages(root)))]
        self.distribution.packages = ["corral", *(f"corral.{name}" for name in (*inner, DATA))]
        self.distribution.package_dir = {"corral": "corral", **{f"corral.{name}": name for name in (*FOLDERS, DATA)}}
        super().finalize_options()

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """The modules of a package; the command line is one of `corral`."""
        found = list(super().find_package_modules(package, package_dir))
        return [*found, ("corral", "app", "app.py")] if package == "corral" else found

    def build_module(self, module: str, module_file: str, package: str) -> tuple[str, bool]:
        """Copy one module, with its imports moved."""
        target, copied = super().build_module(module, module_file, package)
        path = Path(target)
        try:
            path.write_bytes(under_corral(path.read_bytes()))
        except ValueError as error:
            raise SystemExit(f"{module_file}, {error}") from None
        return target, copied
