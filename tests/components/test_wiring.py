"""Every id that a callback names exists on the page, and nothing imports the command line."""

import ast
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.components.trees import every

PROJECT = Path(__file__).parent.parent.parent
ONLY_OF_SOME_SCENARIOS = {"compare-slice", "studio-change", "learn-guess", "learn-height"}


@pytest.fixture(scope="module")
def app() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to: the example is computed ahead
    from components.server.shell import create_app

    return create_app()


def ids_of(component: Any) -> set[str]:
    """Ids in a tree of components, pattern ids by their type."""
    names = [getattr(one, "id", None) for one in every(component)]
    return {str(name["type"] if isinstance(name, dict) else name) for name in names if name is not None}


def test_every_id_of_a_callback_is_on_the_page(app: Any) -> None:
    from components.server.shell import PAGES, _layout

    there = ids_of(_layout()).union(*(ids_of(layout()) for _, _, _, layout, _ in PAGES))
    wanted = set()
    for callback in app.callback_map.values():
        for side in ("inputs", "state"):
            for dependency in callback[side]:
                name = dependency["id"]
                wanted.add(json.loads(name)["type"] if name.startswith("{") else name)
    wanted = {name for name in wanted if not name.startswith("_pages")} - ONLY_OF_SOME_SCENARIOS
    assert wanted - there == set()
    assert len(wanted) > 25


def test_nobody_imports_the_command_line() -> None:
    for package in ("engine", "workers", "components"):
        for path in (PROJECT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom):
                    names = [node.module or ""]
                else:
                    continue
                assert not {"app", "bootstrap", "tests"} & {name.split(".")[0] for name in names}, path
