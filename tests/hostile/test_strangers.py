"""What pages of other sites, strangers in the network and files can do to a server.

What they can do with a broker is in tests/workers/test_strangers.py.

Each test says what happens. Why that is right: a browser is asked where a request comes from, since nobody can make it
lie; a program that is no browser may do what its user may do; texts of strangers are only ever texts.
"""

import base64
import csv
import io
import json
import os
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from dash import dcc
from flask import Flask, request
from plotly.utils import PlotlyJSONEncoder

from components.controls.data_table import DataTable, to_csv
from components.controls.spreadsheet import safe
from components.lessons.handing_in import clean_nickname, from_text
from components.lessons.measured import LessonError
from components.lessons.reading import FOLDER, lessons, read_lesson
from components.lessons.work import WorkError
from components.pages.learn.layout import of_lesson
from components.pages.learn.text import create_text
from components.pages.studio.layout import layout
from components.server import origins
from components.server.connections import listen
from components.share.files import _scenario_in
from components.sketches.link import from_link, to_link
from components.visits.proxies import PROXIES, ProxiesError, trusted
from components.visits.proxies import register as register_proxies
from components.visits.visitors import visitor
from engine.inputs.rejection import ScenarioError
from engine.results import export
from engine.results.formats import FORMATS
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, parse_scenario, read_scenario

pytestmark = pytest.mark.slow

ELSEWHERE = "https://elsewhere.example"
CHANGES = [
    ("post", "/api/v1/studies"),
    ("delete", "/api/v1/studies/0123"),
    ("post", "/_dash-update-component"),
    ("post", "/class/ABC234/join"),
    ("post", "/class/ABC234/work"),
]


@pytest.fixture(scope="module")
def server() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nothing here gets as far as the broker
    from components.server.shell import create_server

    return create_server()


@pytest.fixture(scope="module")
def web(server: Any) -> Any:
    return server.test_client()


@pytest.mark.parametrize(("method", "path"), CHANGES)
@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": ELSEWHERE},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},  # a page of another program on this computer
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
    ],
)
def test_pages_of_other_sites_change_nothing(web: Any, method: str, path: str, headers: dict[str, str]) -> None:
    for kind in ("application/json", "text/plain", "application/x-www-form-urlencoded"):
        answer = getattr(web, method)(path, data=b"{}", content_type=kind, headers=headers)
        assert answer.status_code == 403, (path, kind)
        assert "other sites" in answer.json["errors"][0]


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin", "Origin": "https://behind.a.proxy"}],
)
def test_our_pages_and_programs_may(web: Any, headers: dict[str, str]) -> None:
    answer = web.post("/api/v1/budget", json=EXAMPLES["schnor-system-1"].model_dump(mode="json"), headers=headers)
    assert answer.status_code == 200


def test_other_sites_may_look_and_link(web: Any) -> None:
    assert web.get("/", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    answer = web.get("/api/v1/examples", headers={"Origin": ELSEWHERE})
    assert answer.status_code == 200
    assert "Access-Control-Allow-Origin" not in answer.headers  # so their scripts cannot read it


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "elsewhere.example:8050", "127.0.0.1.elsewhere.example", "", "["]
)
def test_a_name_that_leads_to_the_loopback_address_is_no_name_of_ours(host: str) -> None:
    assert not origins.is_ours(host, frozenset())


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8050", "LOCALHOST", "127.0.0.1:8050", "127.8.8.8", "[::1]:8050", "192.168.0.7"]
)
def test_numbers_and_localhost_are(host: str) -> None:
    assert origins.is_ours(host, frozenset())
    assert not origins.is_ours("corral.example.org", frozenset())
    assert origins.is_ours("corral.example.org:80", frozenset({"corral.example.org"}))


@pytest.mark.parametrize(
    ("names", "host", "status"),
    [
        (None, "rebound.example:8050", 421),
        ("", "rebound.example:8050", 421),
        (None, "127.0.0.1:8050", 200),
        (None, "localhost", 200),
        (None, socket.gethostname(), 200),
        ("Corral.example.org", "rebound.example", 421),
        ("Corral.example.org", "corral.example.org:80", 200),
        ("*", "rebound.example", 200),
    ],
)
def test_foreign_names_are_refused_however_the_server_was_started(
    names: str | None, host: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the address that it listens on nor the program that started it has a say: gunicorn sets nothing."""
    monkeypatch.delenv(origins.HOSTS, raising=False)
    if names is not None:
        monkeypatch.setenv(origins.HOSTS, names)
    server = Flask("test")
    origins.register(server)
    server.get("/")(lambda: "a page")
    answer = server.test_client().get("/", headers={"Host": host})
    assert answer.status_code == status
    assert (b"CORRAL_HOSTS" in answer.data) == (status == 421)


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "who"),
    [
        ("", "10.0.0.7", "1.2.3.4", "10.0.0.7"),  # believed from nobody
        ("10.0.0.7", "10.0.0.8", "1.2.3.4", "10.0.0.8"),  # a stranger beside the proxy
        ("10.0.0.7", "10.0.0.7", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/24", "10.0.0.9", "6.6.6.6, 1.2.3.4", "1.2.3.4"),  # what the visitor said before the proxy did
        ("10.0.0.0/24", "10.0.0.9", "6.6.6.6, 1.2.3.4, 10.0.0.8", "1.2.3.4"),  # two proxies
        ("10.0.0.0/24", "10.0.0.9", None, "10.0.0.9"),
        ("::1 10.0.0.7", "::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),  # one household has 2 ** 64 of them
        ("", "2001:db8:1:2:ffff::7", None, "2001:db8:1:2::/64"),
        ("", "::ffff:1.2.3.4", None, "1.2.3.4"),
    ],
)
def test_only_a_proxy_that_is_named_says_who_asks(
    proxies: str, peer: str, forwarded: str | None, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PROXIES, proxies)
    trusted.cache_clear()
    server = Flask("test")
    register_proxies(server)
    server.get("/")(lambda: f"{visitor()} {request.scheme} {request.host}")
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "elsewhere.example"}
    if forwarded:
        said["X-Forwarded-For"] = forwarded
    answer = server.test_client().get("/", headers=said, environ_base={"REMOTE_ADDR": peer}).text
    trusted.cache_clear()
    scheme = "https" if proxies and peer != "10.0.0.8" else "http"
    assert answer == f"at {who} {scheme} localhost"  # a name that a page can send is believed from nobody


def test_a_proxy_that_is_no_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PROXIES, "10.0.0.1 proxy.example")
    trusted.cache_clear()
    with pytest.raises(ProxiesError, match=r'CORRAL_PROXIES: "proxy.example" is no address'):
        register_proxies(Flask("test"))
    trusted.cache_clear()


# Texts of strangers ---------------------------------------------------------------------------------------------------

MARKUP = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))", "$\\href{x}{y}$"]
FORMULAS = ["=1+1", "@SUM(A1)", "+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0", "\t=1", "  =1"]


def with_words(text: str) -> dict[str, Any]:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["title"], tree["notes"] = text[:120], text
    return tree


@pytest.mark.parametrize("text", MARKUP)
def test_titles_and_notes_are_plain_text_everywhere(text: str) -> None:
    scenario = read_scenario(with_words(text))
    page = orjson.loads(_dump(layout(s=to_link(scenario))))
    for kind, props in _components(page):
        if text in orjson.dumps(props.get("children", "")).decode():
            assert kind != "Markdown"
        assert "dangerously_allow_html" not in props
        assert "dangerouslySetInnerHTML" not in props


def _dump(component: Any) -> bytes:
    return json.dumps(component, cls=PlotlyJSONEncoder).encode()


def _components(tree: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(tree, dict):
        if "props" in tree and "type" in tree:
            yield tree["type"], tree["props"]
        for value in tree.values():
            yield from _components(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _components(value)


@pytest.mark.parametrize("name", ["<b>", "a<script>", "x>y", "a\nb", ""])
def test_names_that_pictures_would_read_as_markup_are_refused(name: str) -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["name"] = name
    with pytest.raises(ScenarioError):
        read_scenario(tree)


def test_entities_in_names_stay_names() -> None:
    """A picture shows "&lt;b&gt;" as <b> in letters: it reads tags before it reads entities."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["name"] = "&lt;b&gt;"
    assert read_scenario(tree).cluster.groups[0].name == "&lt;b&gt;"  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_csv_has_a_formula(text: str) -> None:
    assert str(safe(text)).startswith("'")
    head, row = csv.reader(io.StringIO(to_csv(DataTable("caption", ["a", text], [[text, -1.5]]))))
    assert head[1] == f"'{text}"
    assert row == [f"'{text}", "-1.5"]


@pytest.mark.parametrize("text", ["-1.5", "-3 to 4", "-12 ± 3", "-2e-05", "+11.14 %"])
def test_negative_numbers_and_intervals_are_no_formulas(text: str) -> None:
    assert safe(text) == text


def test_a_group_called_like_a_formula_is_harmless_in_every_export() -> None:
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    tree["cluster"]["groups"][0]["name"] = "=HYPERLINK(1)"
    tree["workload"]["jobs"] = 20
    tree["study"] |= {"replications": 2, "vary": {**tree["study"]["vary"], "values": [1.0]}}
    plan = StudyPlan(read_scenario(tree))
    result = plan.combine({cell.index: plan.compute(cell) for cell in plan.cells()})
    for table in (export.cells(result), export.summaries(result)):
        for row in csv.reader(io.StringIO(FORMATS["csv"].write(table).decode())):
            assert not [cell for cell in row if cell[:1] in ("=", "@", "\t")]


def test_a_lesson_file_cannot_bring_scripts(tmp_path: Any) -> None:
    known = next(iter(lessons()[0].values()))
    source = (FOLDER / f"{known.name}.md").read_text(encoding="utf-8")
    hostile = tmp_path / "hostile.md"
    hostile.write_text(source + "\n\n<script>alert(1)</script>\n\n[click](javascript:alert(1))\n", encoding="utf-8")
    shown = create_text(read_lesson(hostile).text.explanation)
    assert isinstance(shown, dcc.Markdown)
    assert not getattr(shown, "dangerously_allow_html", False)  # the markup is shown as it was typed


def test_a_lesson_file_of_yaml_cannot_make_objects(tmp_path: Any) -> None:
    hostile = tmp_path / "hostile.md"
    hostile.write_text("---\ntitle: !!python/object/apply:os.system ['true']\n---\n", encoding="utf-8")
    with pytest.raises(LessonError):
        read_lesson(hostile)


@pytest.mark.parametrize("name", list(lessons()[0]))
def test_what_is_right_is_not_in_the_page_of_a_lesson(name: str) -> None:
    """A student can read everything that the browser is sent: neither right answers nor the reasons are there."""
    page = orjson.dumps(orjson.loads(_dump(of_lesson(lesson=name)))).decode()
    asked = lessons()[0][name].front.questions
    reasons = [one.why for question in asked for one in getattr(question, "choices", [question])]
    assert reasons
    for words in reasons:
        assert orjson.dumps(words).decode()[1:-1] not in page
    assert '"right"' not in page


@pytest.mark.parametrize("text", ["a\x00b", "a\u202eb", "a\u2066b", "a\x1bb", "ab\u200f"])
def test_no_text_of_a_stranger_has_signs_that_cannot_be_seen(text: str) -> None:
    """Free text loses them; a name, by which things are found, is refused."""
    tree = EXAMPLES["schnor-system-1"].model_dump(mode="json")
    before = read_scenario(tree).content_hash()
    scenario = read_scenario(tree | {"title": text, "notes": f"{text}\nb"})
    assert (scenario.title, scenario.notes) == ("ab", "ab\nb")
    assert clean_nickname(text) == "ab"
    assert scenario.content_hash() == before
    tree["cluster"]["groups"][0]["name"] = text
    with pytest.raises(ScenarioError, match="name"):
        read_scenario(tree)


def test_a_scenario_that_says_a_thing_twice_is_refused_as_file_link_and_hand_in() -> None:
    twice = b'{"jobs": 500, "jobs": 100000}'
    packed = base64.urlsafe_b64encode(zlib.compress(twice)).rstrip(b"=").decode()
    for read in (lambda: parse_scenario(twice), lambda: from_link(packed), lambda: _scenario_in(twice)):
        with pytest.raises(ScenarioError, match='it says "jobs" twice in one object; say it once'):
            read()
    with pytest.raises(WorkError):
        from_text(next(iter(lessons()[0].values())), packed)


# Faults ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["dash/../../app.py", "dash/..%2f..%2fapp.py", "nothing/x.js", "dash/x.js"])
def test_a_file_that_dash_does_not_have_is_no_fault_of_ours(
    server: Flask, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = server.test_client().get(f"/_dash-component-suites/{path}")
    assert answer.status_code == 404
    assert not caplog.records


def test_what_a_library_raises_is_told_in_a_line_and_in_full_once(
    server: Flask, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("a word\nand a long text " + "x" * 5_000)

    monkeypatch.setitem(server.view_functions, "_healthz_web", fail)
    for _ in range(3):
        answer = server.test_client().get("/healthz/web")
        assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert [bool(record.exc_info) for record in caplog.records] == [True, False, False]
    assert max(len(record.getMessage()) for record in caplog.records) < 500


@pytest.mark.parametrize("path", ["/api/v1/budget", "/api/v1/rules", "/class/ABCDEF/join", "/_studio/rules"])
def test_json_that_says_a_thing_twice_is_refused_wherever_it_is_read(server: Flask, path: str) -> None:
    body = b'{"part": "order", "deep": [{"jobs": 500, "jobs": 100000}]}'
    answer = server.test_client().post(path, data=body, content_type="application/json")
    assert answer.status_code == 400
    assert orjson.loads(answer.data)["errors"] == ['it says "jobs" twice in one object; say it once']


# Slow senders ---------------------------------------------------------------------------------------------------------


def test_two_hundred_slow_senders_keep_nobody_waiting(server: Any) -> None:
    """A request occupies a thread only when all of it is there; 16 threads would be taken by 16 of them otherwise."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        site = listen(server, listener)
        thread = threading.Thread(target=site.run, daemon=True)
        thread.start()
        slow = []
        for _ in range(200):
            one = socket.create_connection(("127.0.0.1", port))
            one.sendall(b"POST /api/v1/studies HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n{")
            slow.append(one)
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", port)) as quick:
            quick.sendall(b"GET /healthz/web HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert quick.recv(100).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - began < 10
        for one in slow:
            one.close()
        site.close()
