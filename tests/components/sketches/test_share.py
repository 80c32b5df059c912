"""What is shared: addresses of this installation, scenario files, codes, and checks in words."""

import os
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import orjson
import pytest

from components.pages.embed import layout as embed_layout
from components.share import callbacks, short_links
from components.share.addresses import LONGEST_ADDRESS, AddressError, own_address, own_origin
from components.share.checking import SILENCE, describe_check
from components.share.files import file_name, read_file, write_file
from components.share.qr import QUIET, draw_qr
from components.sketches.link import to_link
from engine.inputs.rejection import ScenarioError
from engine.results.export import cells
from engine.results.formats import to_json
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.cells import StudyPlan
from engine.study.registry import EXAMPLES, read_scenario
from workers.checks import Checked
from workers.links import digits_of

FIRST = next(iter(EXAMPLES.values()))
LINK = to_link(FIRST)


class Kept:
    """Short links without a broker."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known

    def opened(self, digits: str) -> str | None:
        return self.known.get(digits)

    def shorten(self, address: str, _visitor: str) -> str:
        self.known[digits_of(address)] = address
        return digits_of(address)


@pytest.fixture(scope="module")
def web() -> Any:
    os.environ.setdefault("REDIS_URL", "redis://127.0.0.1:1/0")  # nothing here gets as far as the broker
    from components.server.shell import create_server

    return create_server().test_client()


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Kept:
    found = Kept({})
    monkeypatch.setattr(short_links, "links", lambda: found)
    monkeypatch.setattr(callbacks, "visitor", lambda: "nobody")
    return found


@pytest.mark.parametrize(
    "address", ["/", f"/?s={LINK}&tab=schedule", "/compare?a=1&b=2", "/papers", "/papers/zhang-2001"]
)
def test_addresses_of_pages_here_can_be_shared(web: Any, address: str) -> None:
    assert own_address(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "", "compare", "//evil.example/", "/\\evil.example", "///evil.example", "https://evil.example/", "/?a b", "/\n",
        "/?s=\x00", "/é", "/api/v1/studies", "/_dash-layout", "/s/0123456789abcdef", "/nothing", "/papers/../s/1",
        "/#x", "/papers/", "javascript:alert(1)", "/" + "?" + "a" * LONGEST_ADDRESS, None, 5, ["/"],
        "/papers/a/b", "/[",
    ],
)  # fmt: skip
def test_other_addresses_cannot(web: Any, address: object) -> None:
    with pytest.raises(AddressError, match=r"\w+ \w+"):
        own_address(address)


@pytest.mark.parametrize("origin", ["ftp://a", "http://a/b", "http://a@b", "http://", None, "http://a b", "//a"])
def test_an_origin_is_scheme_and_host(origin: object) -> None:
    with pytest.raises(AddressError):
        own_origin(origin)


def test_a_short_link_leads_to_the_page_that_was_shared(web: Any, kept: Kept) -> None:
    address = f"/?s={LINK}"
    short, *_, problem = callbacks.shorten(1, {"origin": "http://corral.example", "address": address})
    assert short == f"http://corral.example/s/{digits_of(address)}"
    assert problem == ""
    answer = web.get(short.removeprefix("http://corral.example"))
    assert (answer.status_code, answer.headers["Location"]) == (302, address)


def test_the_same_page_has_the_same_short_link_and_another_has_another() -> None:
    assert digits_of("/") == digits_of("/") != digits_of("/compare")


@pytest.mark.parametrize("digits", ["0123456789abcdef", "0123456789ABCDEF", "0", "..", "%00", "a" * 3000])
def test_an_unknown_short_link_is_a_page_that_says_so(web: Any, kept: Kept, digits: str) -> None:
    answer = web.get(f"/s/{digits}")
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert "not known here" in answer.text


@pytest.mark.parametrize("stored", ["//evil.example/", "https://evil.example/", "/s/0123456789abcdef"])
def test_what_is_stored_is_checked_again(web: Any, kept: Kept, stored: str) -> None:
    kept.known["0" * 16] = stored
    assert web.get("/s/" + "0" * 16).status_code == 404


def test_the_code_is_black_on_white_with_a_quiet_zone() -> None:
    picture = ElementTree.fromstring(unquote(draw_qr("http://127.0.0.1:8050/s/0123456789abcdef").partition(",")[2]))
    white, black = picture.iter("{http://www.w3.org/2000/svg}path")
    assert (white.get("fill"), black.get("stroke")) == ("#fff", "#000")
    assert (black.get("d") or "").startswith(f"M{QUIET} {QUIET}.5")


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_file_holds_the_whole_scenario(name: str) -> None:
    assert read_file(write_file(EXAMPLES[name])) == EXAMPLES[name]


def test_a_file_is_called_after_its_title() -> None:
    titled = FIRST.model_copy(update={"title": " ../../Fast & *slow*: 5/25? "})
    assert file_name(titled) == "corral-fast-slow-5-25.json"
    assert file_name(FIRST.model_copy(update={"title": "…"})) == "corral-scenario.json"


def test_the_file_of_a_whole_result_opens_its_scenario() -> None:
    small = EXAMPLES["kumar-two-jobs"]
    result = result_ahead(small)
    assert result is not None
    assert read_file(result.to_bytes().decode()) == small


def test_an_exported_table_is_refused_with_a_sentence() -> None:
    result = result_ahead(EXAMPLES["kumar-two-jobs"])
    assert result is not None
    rows = orjson.loads(to_json(cells(result)))[:20]
    with pytest.raises(ScenarioError, match="a table of results, which does not hold the scenario"):
        read_file(orjson.dumps(rows).decode())


def test_a_study_that_would_be_refused_is_not_opened() -> None:
    tree = FIRST.model_dump(mode="json")
    tree["workload"]["jobs"], tree["study"]["replications"] = 200_000, 1000
    with pytest.raises(ScenarioError, match="are allowed"):
        read_file(orjson.dumps(tree).decode())


def test_a_refused_file_is_named_and_nothing_changes() -> None:
    opened, said = callbacks.open_file({"name": "wrong.json", "text": "{", "on_studio": True})
    assert not isinstance(opened, dict)
    assert said.startswith("“wrong.json” cannot be opened: this is not JSON")


def small() -> tuple[StudyPlan, Result, dict[int, dict[str, Any]]]:
    tree = FIRST.model_dump(mode="json")
    tree["workload"]["jobs"], tree["study"]["replications"] = 100, 2
    tree["study"]["vary"]["values"] = [0.5, 1.0]
    plan = StudyPlan(read_scenario(tree))
    values = {cell.index: plan.compute(cell) for cell in plan.cells()}
    return plan, plan.combine(values), values


PLAN, RESULT, VALUES = small()


def test_a_check_that_agrees_says_so_with_the_fingerprint() -> None:
    words = describe_check(RESULT, Checked(12, VALUES, 1.44, 0.0))
    assert words.startswith("Recomputed 12 of 12 cells in 1.4 s: all agree to the last bit")
    assert RESULT.fingerprint() in words


def test_a_check_names_the_first_cell_that_differs_by_its_last_bit() -> None:
    wrong = {index: dict(values) for index, values in VALUES.items()}
    wrong[4]["response_time"] *= 1 + 2**-52
    words = describe_check(PLAN.combine(wrong), Checked(12, VALUES, 1.0, 0.0))
    assert "1 cell differs. The first is SED-NU at 1 job per 1000 s, replication 1: mean response time" in words
    assert repr(VALUES[4]["response_time"]) in words


def test_a_check_of_some_cells_says_that_they_were_drawn() -> None:
    some = {index: VALUES[index] for index in (1, 7)}
    words = describe_check(RESULT, Checked(2, some, 1.0, 0.0))
    assert words.startswith("Recomputed 2 of 12 cells in 1 s, drawn by lot")
    assert "fingerprint" not in words


def test_a_check_that_nobody_works_for_is_given_up() -> None:
    words = describe_check(RESULT, Checked(12, {0: VALUES[0]}, 1.0, SILENCE + 1))
    assert words.startswith("Given up after 1 of 12 cells")


def test_an_embedded_page_has_a_way_back_to_the_same_view() -> None:
    page = embed_layout(s=LINK, tab="schedule", off="FCFS", **{"class": "1"})
    text = str(page)
    assert f"/?s={LINK}&tab=schedule&off=FCFS'" in text
    assert "noopener" in text
