"""What a browser gets first: a readable answer, and files whose names change with what is in them."""

import base64
import os
import re
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import dash
import orjson
import plotly.graph_objects as go
import pytest
from plotly.offline import get_plotlyjs_version

from components.pages.studio.answer.answer import is_map
from components.pages.studio.first_answer import first_answer
from components.pages.studio.opened_panels import address, opened_panels
from components.pages.studio.opening import opening_of
from components.server.front import files
from components.server.front.compiled_ahead import HINT
from components.server.front.files import ASSETS, Compressed, own_script, plotly_script
from components.server.front.first_page import GRAPH
from components.sketches.link import to_link
from components.visits.answers import known_result
from components.words.verdicts.verdict import verdict
from engine.inputs.scenario import Scenario
from engine.study.registry import EXAMPLES
from workers.client import UNREACHABLE

PROJECT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def browser() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # never spoken to: the example is computed ahead
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.fixture(autouse=True)
def without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Schedules of listed jobs are asked for; what becomes of them is tried in `studio/test_first_listed.py`."""
    monkeypatch.setattr("components.pages.studio.answer.first_listed.schedules_soon", lambda _: None)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_has_its_verdict_and_its_lines_before_anything_is_loaded(name: str) -> None:
    scenario = EXAMPLES[name]
    result = known_result(scenario)
    assert result is not None
    html = first_answer({"s": to_link(scenario)})
    words = re.sub("<[^>]+>", " ", html)
    metric = opening_of(scenario).metric
    said = verdict(result, metric)
    assert all(escape(one) in words for one in (said.short, *said.more))
    curves = html.partition('class="of-light"')[2].partition('class="of-dark"')[0]
    if not is_map(result) and len(result.points) > 1 and opening_of(scenario).tab == "curves":
        settled = [
            name
            for name in scenario.policies
            if sum(map(lambda n: result.settles(n, name), range(len(result.points)))) > 1
        ]
        assert curves.count("<polyline") + curves.count("<rect") >= len(settled)


@pytest.mark.parametrize("tab", ["schedule", "over-time", "states"])
def test_a_link_to_one_replication_has_words_and_room_for_its_picture(tab: str) -> None:
    """What stands above came bit by bit, and the page moved by a fifth of itself."""
    asked = {"s": to_link(EXAMPLES["schnor-system-1"]), "tab": tab}
    html = first_answer(asked)
    assert "SED has the shortest mean response time" in html
    assert html.count('<div class="picture') == 1
    assert first_answer({**asked, "present": "1"}) == ""


@pytest.mark.parametrize("asked", [{"tab": "data"}, {"present": "1"}, {"s": "nonsense"}])
def test_where_something_else_is_asked_for_there_is_no_first_picture(asked: dict[str, str]) -> None:
    assert first_answer(asked) == ""


@pytest.mark.parametrize("is_away", [True, False])
def test_what_nobody_has_computed_has_no_first_picture(monkeypatch: pytest.MonkeyPatch, is_away: bool) -> None:
    def known(_scenario: Scenario) -> None:
        if is_away:
            raise UNREACHABLE[0]("the broker is away")

    monkeypatch.setattr("components.pages.studio.first_answer.known_result", known)
    assert first_answer({}) == ""


def test_a_title_is_text() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json") | {"title": "<script>alert(1)</script>"}
    html = first_answer({"s": to_link(type(EXAMPLES["schnor-system-1"]).read(tree))})
    assert "<script" not in html


def test_everything_the_page_names_is_there_and_is_kept_for_a_year(browser: Any) -> None:
    page = browser.get("/").text
    named = re.findall(r'(?:src|href)="(/_[^"]+)"', page)
    assert len(named) > 10
    for one in named:
        answer = browser.get(one)
        assert answer.status_code == 200, one
        if one.startswith("/_corral/") or ("component-suites" in one and one != GRAPH):  # whose name stays
            assert answer.cache_control.max_age == 365 * 24 * 3600, one
    assert browser.get("/_corral/corral-0000000000000000.js").status_code == 404
    assert len(page) < 60_000  # as large as the pictures; all pages in it were 400 000


def test_what_draws_pictures_is_asked_for_where_there_is_one(browser: Any) -> None:
    """Elsewhere the browser would fetch it for nothing, and say so."""
    ahead = f'<link rel="preload" as="script" href="{GRAPH}">'
    assert ahead in browser.get("/").text
    assert GRAPH not in browser.get("/questions").text


def test_the_page_may_run_its_own_lines_and_no_others(browser: Any) -> None:
    answer = browser.get("/")
    allowed = set(re.findall(r"'sha256-([^']+)'", answer.headers["Content-Security-Policy"]))
    inline = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    hashes = {base64.b64encode(sha256(one.encode()).digest()).decode() for one in inline}
    assert len(hashes) == 3  # two of ours, one of Dash
    assert hashes <= allowed


def test_what_dash_sends_for_old_browsers_is_left_out_but_for_what_it_calls(browser: Any) -> None:
    assert "polyfill" not in browser.get("/").text
    assert b"window.regeneratorRuntime=" in own_script().content


def test_the_bundle_is_served_under_its_hash() -> None:
    assert (ASSETS / "corral.js").read_bytes() in own_script().content
    assert re.fullmatch(r"/_corral/corral-[0-9a-f]{16}\.js", own_script().address)


@pytest.mark.parametrize("younger", [True, False])
def test_a_map_is_served_as_long_as_it_is_of_this_bundle(
    younger: bool, browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And tells of lines where they stand in the script: what Dash needs is above the bundle there."""
    bundle, made = tmp_path / "corral.js", tmp_path / "corral.js.map"
    for path, text, when in ((bundle, "one();", 2), (made, '{"mappings":"AAAA"}', 3 if younger else 1)):
        path.write_text(text)
        os.utime(path, (when, when))
    monkeypatch.setattr(files, "BUNDLE", bundle)
    script = own_script.__wrapped__().content
    assert script.endswith(b"//# sourceMappingURL=corral.js.map\n") is younger
    answer = browser.get("/_corral/corral.js.map")
    assert answer.status_code == (200 if younger else 404)
    if younger:
        above = script[: script.index(b"one();")].count(b"\n")
        assert answer.json["mappings"] == ";" * above + "AAAA"


def test_the_part_of_plotly_is_of_the_version_that_python_has() -> None:
    """Or figures that Python makes would be drawn by another plotly."""
    (path,) = Path(ASSETS / "plotly").glob("*.js")
    assert path.name == f"plotly-part-{get_plotlyjs_version()}.min.js"
    assert f"v{get_plotlyjs_version()}".encode() in plotly_script().content[:200]


def test_the_function_of_plotly_is_compiled_while_it_comes() -> None:
    """In parentheses, that is, and told; else as the bundler wrote it."""
    (path,) = Path(ASSETS / "plotly").glob("*.js")
    packed = plotly_script().content
    assert packed == HINT + path.read_bytes()
    assert b"var Plotly=(()=>{" in packed[:300]


def test_every_kind_of_trace_is_in_the_part_of_plotly() -> None:
    """Or a picture would stay empty. Lines and points are in its core."""
    there = set(re.findall(r"plotly\.js/lib/(\w+)", (PROJECT / "tests/plotly_bundle/traces.cjs").read_text()))
    text = "".join(path.read_text() for path in (PROJECT / "components").rglob("*.py"))
    made = set(re.findall(r"\.add_(\w+)\b", text)) | {name.lower() for name in re.findall(r"\bgo\.([A-Z]\w*)\(", text)}
    kinds = {kind for kind in dir(go) if kind[0].isupper() and hasattr(getattr(go, kind), "uid")}
    used = {kind.lower() for kind in kinds} & made
    assert used >= {"bar", "box", "heatmap", "scatter"}
    assert used <= {*there, "scatter"}


def test_the_part_of_plotly_is_made_of_the_version_that_it_says() -> None:
    made = PROJECT / "tests/plotly_bundle"
    asked, lock = (orjson.loads((made / name).read_bytes()) for name in ("package.json", "package-lock.json"))
    version = get_plotlyjs_version()
    assert asked["dependencies"]["plotly.js"] == lock["packages"]["node_modules/plotly.js"]["version"] == version
    assert f"plotly-part-{version}.min.js" in asked["scripts"]["bundle"]
    assert [name for name, one in lock["packages"].items() if "resolved" in one] == []


@pytest.mark.parametrize(
    ("address", "is_hinted"),
    [
        ("dash/dash-renderer/build/dash_renderer.v4_4_1m1.min.js", True),
        ("dash/dcc/dash_core_components.v4_4_1m1.js", True),
        ("dash/dcc/dash_core_components-shared.v4_4_1m1.js", False),  # of which hardly anything is called
        ("dash/dcc/async-graph.js", False),
    ],
)
def test_what_is_called_at_the_opening_is_compiled_ahead(browser: Any, address: str, is_hinted: bool) -> None:
    """In the first line, where alone it counts; the rest is as Dash has it."""
    content = browser.get(f"/_dash-component-suites/{address}").data
    assert content.startswith(HINT) == is_hinted
    folder = Path(dash.__file__).parents[1]
    assert content.removeprefix(HINT) == (folder / re.sub(r"\.v[^.]*", "", address)).read_bytes()


def test_only_what_never_changes_is_kept_compressed() -> None:
    kept = Compressed()
    for path in ("/_corral/corral-1.js", "/_dash-component-suites/dash/react.js", "/", "/_dash-layout", "/api/v1/x"):
        kept.set(f"br;{path}", b"")
    assert list(kept) == ["br;/_corral/corral-1.js", "br;/_dash-component-suites/dash/react.js"]


def test_panels_have_an_address_that_changes_with_them(browser: Any) -> None:
    answer = browser.get(address())
    assert set(answer.json) == set(opened_panels())
    assert answer.cache_control.immutable
    assert answer.data == orjson.dumps(answer.json, option=orjson.OPT_SORT_KEYS)  # in whatever order Dash has them
    other = browser.get("/_studio/panels/0000000000000000")  # of a page that is older than the server
    assert (other.status_code, other.cache_control.max_age) == (200, None)
