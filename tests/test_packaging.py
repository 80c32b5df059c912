"""What an installation of Corral holds: all of its code and all that the code reads."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from engine import ENGINE_VERSION
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from under_corral import MOVED, under_corral

PROJECT = Path(__file__).parent.parent
PACKAGES = ("corral", "engine", "workers", "components", "commands")
BUILT_FROM = ("app.py", "under_corral.py", "pyproject.toml", "README.md")


def files_of(package: str) -> list[Path]:
    """All files of a package but what Python and numba leave there, as paths below the project."""
    found = (PROJECT / package).rglob("*")
    return sorted(one.relative_to(PROJECT) for one in found if one.is_file() and "__pycache__" not in one.parts)


@pytest.mark.parametrize("package", [*PACKAGES, "tests"])
def test_every_folder_with_code_is_a_package(package: str) -> None:
    """Import contracts, types and wheels pass over the others in silence."""
    folders = {one.parent for one in files_of(package) if one.suffix == ".py"}
    assert [str(one) for one in sorted(folders) if not (PROJECT / one / "__init__.py").exists()] == []


def test_one_version() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "engine.ENGINE_VERSION"}
    compose = (PROJECT / "docker-compose.yml").read_text()
    assert compose.count(f":{ENGINE_VERSION}") == compose.count("image: corral:") > 0
    assert yaml.safe_load((PROJECT / "CITATION.cff").read_text())["version"] == ENGINE_VERSION


COMMANDS = ("Dockerfile", "docker-compose.yml", "pyproject.toml", ".ci/run", "tests/__main__.py")


@pytest.mark.parametrize("file", COMMANDS)
def test_what_commands_import_is_there(file: str) -> None:
    """Inside of strings nobody else looks for a module that has moved."""
    text = (PROJECT / file).read_text()
    named = set(re.findall(r"(?:from|import|--app) ((?:engine|workers|components|commands|tests)[.\w]*)", text))
    found = {name for name in named if list(PROJECT.glob(name.replace(".", "/") + "*"))}
    assert named == found


FOREIGN = "Somebody else's, as there may be anywhere."
RUNS = """
import sys
import engine, workers, components, commands, app
assert all(one.__doc__ == "{foreign}" for one in (engine, workers, components, commands, app)), "ours came first"
import corral, corral.engine, corral.workers.celery_app as celery
assert celery.app.conf.include == ["corral.workers.tasks", "corral.workers.checks"]
print(corral.__version__, len(corral.examples()), corral.engine.PREFIX, corral.engine.ROOT)
from corral.components.lessons.reading import FOLDER
print(len(list(FOLDER.glob("*.md"))))
from corral.app import main
main(["run", "kumar-two-jobs", "--processes", "1"], prog_name="corral")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, since setuptools leaves folders behind."""
    folder = tmp_path_factory.mktemp("wheel")
    source, built = folder / "source", folder / "built"
    files = [Path(name) for name in BUILT_FROM]
    for one in files + [one for package in (*PACKAGES, "lessons") for one in files_of(package)]:
        (source / one).parent.mkdir(parents=True, exist_ok=True)
        (source / one).write_bytes((PROJECT / one).read_bytes())
    built.mkdir()
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(built)], cwd=source, check=True, capture_output=True)
    (found,) = built.iterdir()
    return found


@pytest.mark.slow
def test_a_wheel_holds_all_below_one_name(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        below = {name.split("/", 1)[0] for name in names}
        assert below == {"corral", f"corral-{ENGINE_VERSION}.dist-info"}
        assert packed.read(f"corral-{ENGINE_VERSION}.dist-info/entry_points.txt").split()[1:] == [
            b"corral", b"=", b"corral.app:command"
        ]  # fmt: skip
        inside = [f"corral/{one}" for package in (*PACKAGES[1:], "lessons") for one in files_of(package)]
        assert [one for one in [*inside, *map(str, files_of("corral"))] if one not in names] == []
        for name in names:
            if name.endswith(".py"):
                assert not imported(packed.read(name)) & MOVED, name


def imported(source: bytes) -> set[str]:
    """The first part of everything that a module imports."""
    nodes = list(ast.walk(ast.parse(source)))
    from_whom = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}
    named = {one.name for node in nodes if isinstance(node, ast.Import) for one in node.names}
    return {name.split(".")[0] for name in from_whom | named}


@pytest.mark.slow
@pytest.mark.processes
def test_an_installed_wheel_leaves_other_packages_alone_and_computes_the_same(wheel: Path, tmp_path: Path) -> None:
    """Beside foreign packages of the names of our folders; kernels as Python, which needs no compiler and no minute."""
    installed, foreign = tmp_path / "installed", tmp_path / "foreign"
    with ZipFile(wheel) as packed:
        packed.extractall(installed)
    foreign.mkdir()
    for name in MOVED:
        (foreign / f"{name}.py").write_text(f'"""{FOREIGN}"""\n')
    told = subprocess.run(
        [sys.executable, "-P", "-c", RUNS.replace("{foreign}", FOREIGN)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{installed}{os.pathsep}{foreign}", "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert told[0].split() == [ENGINE_VERSION, str(len(EXAMPLES)), "corral.", str(installed)]
    stored = result_ahead(EXAMPLES["kumar-two-jobs"])
    assert stored is not None
    assert int(told[1]) == len(list((PROJECT / "lessons").glob("*.md")))
    assert told[-1] == stored.signature


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from engine.study.cells import Cell", "from corral.engine.study.cells import Cell"),
        ("from engine import (\n    A,\n)", "from corral.engine import (\n    A,\n)"),
        ("def f():\n    from app import main; from workers import x", None),
        ("import engine", "from corral import engine"),
        ("import engine as e", "from corral import engine as e"),
        ("é = 1; from engine import A", "é = 1; from corral.engine import A"),
        ("from engineering import A\nimport workers_of_others\nfrom . import engine", "same"),
        ('text = "from engine import A"', "same"),
    ],
)
def test_imports_are_moved_and_nothing_else(before: str, after: str | None) -> None:
    wanted = {"same": before, None: "def f():\n    from corral.app import main; from corral.workers import x"}
    assert under_corral(before.encode()).decode() == wanted.get(after, after)


@pytest.mark.parametrize("text", ["import engine.policy", "import os, engine"])
def test_an_import_that_binds_a_moved_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="line 1: write"):
        under_corral(text.encode())
