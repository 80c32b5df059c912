"""Compiled kernels are kept by what they are made of, and each is compiled once on a machine, whoever asks for it."""

import os
import signal
import subprocess
import sys
import time
import types
from pathlib import Path

import pytest

from engine.compiled.compilation import Compiled
from engine.compiled.kernel_cache import KEPT, made_of
from engine.study.registry import FAMILIES

SOURCE = '''
"""A module with kernels."""
from typing import NamedTuple
import numpy as np
from engine.compiled.compilation import compiled, part
import others

FACTOR = 2.0
TABLE = np.array([0.0, 5.0])

class Pair(NamedTuple):
    first: float
    second: float

@part
def _inner(x):
    return FACTOR * x + others.SHIFT

@compiled
def kernel(x):
    """Say what it does."""
    # A comment.
    one = Pair(_inner(x), 1.0)
    return others.outer(one.first) + TABLE[0] * one.second

@compiled
def unrelated(x):
    return x
'''
OTHERS = """
from engine.compiled.compilation import part
SHIFT = 0.5

@part
def outer(x):
    return x + 1.0
"""
CALL = """
import functions, numba, os, sys, time
from engine.compiled.compiling import watched_by

class Seen:
    count = 0
    def begins(self):
        Seen.count += 1
        if "--slow" in sys.argv:
            open("began", "w").close()
            time.sleep(60)
    def ends(self): pass

with watched_by(Seen()):
    print(functions.kernel(1.0), Seen.count)
"""


class Project:
    """Two modules with kernels in a folder, and a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.cache = folder, folder / "cache"
        self.write()

    def write(self, old: str = "", new: str = "", where: str = "functions") -> None:
        for name, text in {"functions": SOURCE, "others": OTHERS}.items():
            assert name != where or old in text
            (self.folder / f"{name}.py").write_text(text.replace(old, new) if name == where and old else text)

    def start(self, *options: str, script: str = CALL) -> "subprocess.Popen[str]":
        path = os.pathsep.join([str(self.folder), os.getcwd()])
        own = os.environ | {"PYTHONPATH": path, "NUMBA_CACHE_DIR": str(self.cache), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-c", script, *options]
        return subprocess.Popen(command, cwd=self.folder, env=own, stdout=subprocess.PIPE, text=True)

    def call(self) -> str:
        """What the kernel says, and how often something had to be compiled for it."""
        with self.start() as process:
            assert process.stdout is not None
            said = process.stdout.read().strip()
        assert process.returncode == 0
        return said


def name(old: str = "", new: str = "", where: str = "functions") -> str:
    """Of what the kernel is made, with a text changed in one of the modules."""
    made: dict[str, types.ModuleType] = {}
    for of, text in {"others": OTHERS, "functions": SOURCE}.items():
        assert of != where or old in text
        made[of] = types.ModuleType(of)
        source = text.replace(old, new) if of == where and old else text
        if of == "functions":
            source = source.replace("import others\n", "")
            vars(made[of])["others"] = made["others"]
        exec(compile(source, of, "exec"), vars(made[of]))
    return made_of(made["functions"].kernel.py_func)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


CHANGES = [
    ("FACTOR = 2.0", "FACTOR = 3.0", "functions", "a constant"),
    ("FACTOR * x", "FACTOR + x", "functions", "a part"),
    ("SHIFT = 0.5", "SHIFT = 0.25", "others", "a constant of another module"),
    ("x + 1.0", "x - 1.0", "others", "a part of another module"),
    ("[0.0, 5.0]", "[0.0, 6.0]", "functions", "an array"),
    ("    second: float", "    second: float\n    third: float = 0.0", "functions", "a tuple's fields"),
    (
        "    first: float\n    second: float",
        "    first: float\n    second: float = 1.0",
        "functions",
        "a tuple's default",
    ),
]
NO_CHANGES = [
    ("# A comment.", "# Another one.\n\n", "functions", "a comment"),
    ("Say what it does.", "Say it otherwise.", "functions", "its documentation"),
    ("    return x\n", "    return -x\n", "functions", "an unrelated kernel"),
    ("SHIFT = 0.5", "SHIFT = 0.5\nUNUSED = 7", "others", "a constant that it does not use"),
]


@pytest.mark.parametrize(("old", "new", "where", "what"), CHANGES)
def test_whatever_a_kernel_is_made_of_gives_it_another_name(old: str, new: str, where: str, what: str) -> None:
    assert name(old, new, where) != name(), what


@pytest.mark.parametrize(("old", "new", "where", "what"), NO_CHANGES)
def test_nothing_else_does(old: str, new: str, where: str, what: str) -> None:
    assert name(old, new, where) == name(), what


def test_a_part_that_changes_in_another_module_is_heeded_and_both_versions_are_kept(project: Project) -> None:
    """numba looks at the file of the function alone: what stands in another one changed nothing."""
    assert project.call() == "3.5 1"
    project.write("x + 1.0", "x - 1.0", "others")
    assert project.call() == "1.5 1"
    project.write()
    assert project.call() == "3.5 0"
    project.write("# A comment.", "# Another one.\n\n")
    assert project.call() == "3.5 0"


def test_of_two_who_need_it_one_compiles_it(project: Project) -> None:
    both = [project.start(), project.start()]
    said = sorted(one.communicate()[0].split()[1] for one in both)
    assert said == ["0", "1"]


def test_one_that_is_killed_while_it_compiles_holds_up_nobody(project: Project) -> None:
    slow = project.start("--slow")
    while not (project.folder / "began").exists():
        time.sleep(0.05)
    other = project.start()
    time.sleep(1.0)
    assert other.poll() is None  # it waits
    slow.send_signal(signal.SIGKILL)
    assert other.communicate(timeout=60)[0].strip() == "3.5 1"
    slow.communicate()


@pytest.mark.parametrize(("ending", "damage"), [("nbi", "cut"), ("1.nbc", "text"), ("1.nbc", "gone")])
def test_a_damaged_file_is_compiled_again(project: Project, ending: str, damage: str) -> None:
    project.call()
    [file] = project.cache.glob(f"*kernel*.{ending}")
    if damage == "gone":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:40] if damage == "cut" else b"no pickle at all")
    assert project.call() == "3.5 1"
    assert project.call() == "3.5 0"


def test_what_an_older_engine_has_compiled_goes_a_week_after_it_was_needed_last(project: Project) -> None:
    project.call()
    [old] = project.cache.glob("*kernel*.nbi")
    project.write("FACTOR = 2.0", "FACTOR = 3.0")
    project.call()
    assert old.exists()
    os.utime(old, (0.0, time.time() - KEPT - 60))
    project.write("FACTOR = 2.0", "FACTOR = 4.0")
    project.call()
    assert not old.exists()
    assert len(list(project.cache.glob("*kernel*.nbi"))) == 2


def test_every_compiled_function_of_the_engine_can_be_named() -> None:
    for family in FAMILIES.values():
        assert family.runs  # imports what it needs
    modules = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    found = {one.py_func for module in modules for one in vars(module).values() if isinstance(one, Compiled)}
    assert len(found) > 400
    assert len({made_of(one) for one in found}) > 0.9 * len(found)  # few are alike to the letter
