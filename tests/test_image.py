"""What docker-compose.yml, Dockerfile and .dockerignore say, as far as it can be told without a container engine."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tests.workers.compose import PROJECT, services


def copied() -> list[str]:
    """The sources of the image, as the Dockerfile names them."""
    lines = re.sub(r"\\\n", " ", (PROJECT / "Dockerfile").read_text()).splitlines()
    commands = [shlex.split(line) for line in lines if line.startswith("COPY ")]
    return [source for _copy, *sources, _place in commands for source in sources]


def packages() -> set[str]:
    """All that the program is made of."""
    return {path.parent.name for path in Path(PROJECT).glob("*/__init__.py")} - {"tests"}


def is_sent(path: str) -> bool:
    """Whether .dockerignore lets a path be sent to whoever builds: the last pattern that fits counts, also of a folder
    around it.
    """
    around = [path, *map(str, Path(path).parents)]
    found = True
    for pattern in (PROJECT / ".dockerignore").read_text().split():
        if any(fnmatch(one, pattern.removeprefix("!")) for one in around):
            found = pattern.startswith("!")
    return found


@pytest.mark.parametrize("source", copied())
def test_what_the_image_is_made_of_is_sent_to_who_builds_it(source: str) -> None:
    assert (PROJECT / source).exists()
    assert is_sent(source)


def test_every_module_of_the_program_is_in_the_image() -> None:
    assert packages() <= set(copied())


STARTS = """
import importlib, os, runpy, sys
from gunicorn.app.wsgiapp import WSGIApplication

def ends_well(function, *arguments):
    sys.argv = list(arguments)
    try:
        function()
    except SystemExit as ended:
        assert not ended.code, arguments

def serve():
    global gunicorn
    gunicorn = WSGIApplication()
    gunicorn.run()

ends_well(serve, *{web}, "--check-config")
assert gunicorn.cfg.worker_class_str == "gthread", "gunicorn has not read its file"
import app
assert app.server.test_client().get("/healthz/web").status_code == 200
from components.lessons.reading import lessons
assert lessons()[0], "there are no lessons"

ends_well(lambda: runpy.run_path("app.py", run_name="__main__"), *{worker}[1:], "--help")
from workers.embedded.processes import APP, FOREMAN
celery, _ = importlib.import_module(APP).app, importlib.import_module(FOREMAN)
celery.loader.import_default_modules()
tasks = [name for name in celery.tasks if name.startswith("corral.")]

from engine.compiled.compilation import Compiled
from engine.compiled.kernel_cache import made_of
from workers.kernels import compile_all, kernels
assert compile_all and kernels()
ours = [one for name, one in sys.modules.items() if name.split(".")[0] in {packages}]
found = {{one.py_func for module in ours for one in vars(module).values() if isinstance(one, Compiled)}}

elsewhere = [one.__file__ for one in ours if not one.__file__.startswith(os.getcwd() + os.sep)]
assert not elsewhere, elsewhere
print(len(tasks), len({{made_of(one) for one in found}}))
"""
"""What the web server and a worker do before they serve, as far as it needs no broker and compiles nothing."""


def test_what_the_image_copies_is_enough_for_the_web_server_and_for_a_worker(tmp_path: Path) -> None:
    for source in copied():
        for path in [PROJECT / source, *(PROJECT / source).rglob("*")]:
            name = path.relative_to(PROJECT)
            if path.is_file() and is_sent(str(name)):
                (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, tmp_path / name)
    web, worker = (services()[name]["command"] for name in ("web", "worker"))
    program = STARTS.format(web=web, worker=worker, packages=sorted(packages()))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "REDIS_URL"))}
    own = {"CORRAL_NO_BOOTSTRAP": "1", "PYTHONDONTWRITEBYTECODE": "1", "REDIS_URL": "redis://127.0.0.1:1/0"}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env=kept | own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    tasks, functions = map(int, done.stdout.split()[-2:])
    assert tasks >= 3
    assert functions > 400


@pytest.mark.parametrize("name", services())
def test_every_container_is_bounded_and_has_no_more_than_it_needs(name: str) -> None:
    said: dict[str, Any] = services()[name]
    assert said["cap_drop"] == ["ALL"]
    assert said["security_opt"] == ["no-new-privileges:true"]
    assert said["mem_limit"]
    assert said["pids_limit"] > 0
    assert said.get("read_only") or name == "worker"
    # Nothing but the pages is for others, and these on this computer unless somebody says so.
    assert all(port.startswith(("127.0.0.1:", "${CORRAL_BIND:-127.0.0.1}:")) for port in said.get("ports", []))


def test_flower_does_not_start_without_a_password() -> None:
    assert 'test -n "$$FLOWER_BASIC_AUTH" ||' in services()["flower"]["command"][-1]


def test_the_image_knows_by_itself_whether_it_is_well() -> None:
    assert "HEALTHCHECK" in (PROJECT / "Dockerfile").read_text()
