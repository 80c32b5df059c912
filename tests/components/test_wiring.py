"""Every id that a callback names exists on the page, and nothing imports the command line."""

import ast
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from components.pages.studio.opened_panels import opened_panels
from tests.components.trees import every

PROJECT = Path(__file__).parent.parent.parent
OF_A_LOG = {"studio-coscheduled", *(f"studio-coscheduled-{part}" for part in ("jobs", "divided", "mix"))}
ONLY_OF_SOME_SCENARIOS = {"compare-slice", "compare-why-csv", "studio-change", "learn-guess", "learn-height", *OF_A_LOG}


def as_one_text(name: str) -> str:
    """An id as a callback names it: of several parts, as sorted JSON."""
    return json.dumps(json.loads(name), sort_keys=True) if name.startswith("{") else name


def full_ids_of(component: Any) -> set[str]:
    """Ids in a tree of components, with all their parts."""
    names = [getattr(one, "id", None) for one in every(component)]
    return {as_one_text(json.dumps(one) if isinstance(one, dict) else str(one)) for one in names if one is not None}


PANELS = {tab: full_ids_of(panel) for tab, panel in opened_panels().items()}


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
    there = there.union(*(ids_of(panel) for panel in opened_panels().values()))
    wanted = set()
    for callback in app.callback_map.values():
        for side in ("inputs", "state"):
            for dependency in callback[side]:
                name = dependency["id"]
                wanted.add(json.loads(name)["type"] if name.startswith("{") else name)
    wanted = {name for name in wanted if not name.startswith("_pages")} - ONLY_OF_SOME_SCENARIOS
    assert wanted - there == set()
    assert len(wanted) > 25


def test_what_stands_on_a_tab_is_spoken_of_by_callbacks_of_this_tab_alone(app: Any) -> None:
    """It is not there before the tab is opened, and Dash refuses a callback of which only a part is there.

    All outputs on one tab: Dash waits until it is there. Any input or state elsewhere has to be optional.
    """
    of_tab = {name: tab for tab, names in PANELS.items() for name in names}
    assert len(of_tab) > 60

    def tab_of(name: str) -> str | None:
        return of_tab.get(as_one_text(name))

    spoken_of = 0
    for key, callback in app.callback_map.items():
        if "ALL" in key or "MATCH" in key:
            continue
        outputs = callback["output"] if isinstance(callback["output"], list) else [callback["output"]]
        tabs = {tab_of(str(one.component_id_str())) for one in outputs if one is not None}
        assert len(tabs) <= 1, f"{key} writes to several tabs: {tabs}"
        (own,) = tabs or {None}
        spoken_of += own is not None
        for one in (*callback["inputs"], *callback["state"]):
            tab = tab_of(one["id"])
            assert tab in (None, own) or one.get("allow_optional"), f"{key} listens to {one['id']}, which may be away"
    assert spoken_of > 25


def test_dash_hears_of_no_stroke_and_builds_the_form_without_the_server(app: Any) -> None:
    """Of two strokes within a round to the server it would throw the answer to the first away."""
    assert not [key for key, one in app.callback_map.items() if "studio-action" in str(one["inputs"])]
    builds = [key for key in app.callback_map if "studio-sketch.children" in key]
    assert builds == ["..studio-sketch.children...studio-draft.data.."]
    assert "callback" not in app.callback_map[builds[0]]


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
                assert not {"app", "bootstrap", "commands", "tests"} & {name.split(".")[0] for name in names}, path


def test_what_asks_the_server_past_dash_is_written_down_and_nothing_speaks_for_dash() -> None:
    """A failure: a script that asks and is not in the table, a row without one, or one that writes Dash's questions."""
    scripts = PROJECT / "components" / "assets" / "clientside"
    texts = {str(path.relative_to(scripts)): path.read_text() for path in scripts.rglob("*.js")}
    table = (PROJECT / "docs" / "decisions" / "past-dash.md").read_text().partition("## Whose each part is")[2]
    written = {name for line in table.splitlines() if line.startswith("|") for name in re.findall(r"`(\S+\.js)`", line)}
    assert written == {name for name, text in texts.items() if re.search(r"\bfetch\(", text)}
    speaks = [name for name, text in texts.items() if "_dash-update-component" in text or "window.fetch =" in text]
    assert speaks == ["page/away.js"]  # which repeats what got no answer
