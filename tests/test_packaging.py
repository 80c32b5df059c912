"""What an installation of Corral holds: all of its code and all that the code reads."""

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
from engine.study.registry import EXAMPLES

PROJECT = Path(__file__).parent.parent
PACKAGES = ("engine", "workers", "components")


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
    assert tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]["version"] == ENGINE_VERSION
    compose = (PROJECT / "docker-compose.yml").read_text()
    assert compose.count(f":{ENGINE_VERSION}") == compose.count("image: corral:") > 0
    assert yaml.safe_load((PROJECT / "CITATION.cff").read_text())["version"] == ENGINE_VERSION


COMMANDS = ("Dockerfile", "docker-compose.yml", "pyproject.toml", ".ci/run", "tests/__main__.py")


@pytest.mark.parametrize("file", COMMANDS)
def test_what_commands_import_is_there(file: str) -> None:
    """Inside of strings nobody else looks for a module that has moved."""
    text = (PROJECT / file).read_text()
    named = set(re.findall(r"(?:from|import|--app) ((?:engine|workers|components|tests)[.\w]*)", text))
    found = {name for name in named if list(PROJECT.glob(name.replace(".", "/") + "*"))}
    assert named == found


@pytest.mark.slow
def test_a_wheel_holds_all_and_can_be_imported_elsewhere(tmp_path: Path) -> None:
    source, wheels, installed = tmp_path / "source", tmp_path / "wheels", tmp_path / "installed"
    needed = ["app.py", "bootstrap.py", "pyproject.toml", "README.md"]
    for one in [Path(name) for name in needed] + [one for package in PACKAGES for one in files_of(package)]:
        (source / one).parent.mkdir(parents=True, exist_ok=True)
        (source / one).write_bytes((PROJECT / one).read_bytes())
    wheels.mkdir()
    build = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(wheels)], cwd=source, check=True, capture_output=True)
    (wheel,) = wheels.iterdir()
    with ZipFile(wheel) as packed:
        packed.extractall(installed)
        names = set(packed.namelist())
    assert [str(one) for package in PACKAGES for one in files_of(package) if str(one) not in names] == []

    seen = (
        "import app, engine.logs.reading, engine.study.registry as r; "
        "print(r.__file__, len(r.FAMILIES), len(r.EXAMPLES))"
    )
    told = subprocess.run(
        [sys.executable, "-P", "-c", seen],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed), "CORRAL_NO_BOOTSTRAP": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert told == [str(installed / "engine" / "study" / "registry.py"), "4", str(len(EXAMPLES))]
