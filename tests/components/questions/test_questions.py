"""The questions: each has a stored answer, a line whose numbers are read from it, and a picture that fits its card."""

import ast
import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import pytest

from components.figures.small.frame import HEIGHT, WIDTH
from components.looks.theme import LOOKS
from components.pages.questions import questions
from components.pages.studio.layout import opened_by
from components.pages.studio.page_state import read_state
from components.questions import catalogue
from components.questions.catalogue import QUESTIONS, Card, cards
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES, FAMILIES

CARDS = {card.question.name: card for family in FAMILIES for card in cards(family)}
LETTER = 7.5
"""Units that a letter of the pictures takes at most, on average."""


def test_every_family_has_three_to_seven_questions_with_stored_answers() -> None:
    assert set(QUESTIONS) == set(FAMILIES)
    for family, asked in QUESTIONS.items():
        assert 3 <= len(asked) <= 7
        assert len(cards(family)) == len(asked)
        assert all(one.scenario.family == family for one in asked)
    assert len(CARDS) == sum(map(len, QUESTIONS.values()))  # no name twice: it is a place in an address


@pytest.mark.parametrize("name", CARDS)
def test_a_card_opens_what_it_shows(name: str) -> None:
    asked = CARDS[name].question
    parts = dict(parse_qsl(urlsplit(asked.address).query))
    scenario, problem = opened_by(parts.pop("s"))
    result = result_ahead(scenario)
    assert (scenario, problem) == (asked.scenario, "")
    assert result is not None
    assert set(asked.policies) <= set(scenario.policies)
    state = read_state(result, parts)._asdict()
    assert {part: state[part] for part in parts} == parts  # nothing in the address is ignored


@pytest.mark.parametrize("name", CARDS)
def test_a_card_says_one_line_for_whoever_has_read_no_paper(name: str) -> None:
    card = CARDS[name]
    assert card.question.words.endswith("?")
    assert len(card.question.words) <= 60
    assert 20 < len(card.says) <= 120
    assert card.says.endswith(".")
    assert re.search(r"\d", card.says)


def test_no_number_in_a_line_is_typed() -> None:
    checked = 0
    for path in Path(catalogue.__file__).parent.glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef) and function.name.startswith("_"):
                texts = [one.value for one in ast.walk(function) if isinstance(one, ast.Constant)]
                said = [text for text in texts if isinstance(text, str) and text != ast.get_docstring(function)]
                assert not [text for text in said if re.search(r"\d", text)], f"{path.name}, {function.name}"
                checked += 1
    assert checked >= len(CARDS)


@pytest.mark.parametrize("name", CARDS)
def test_a_picture_is_svg_in_the_colors_of_the_page_and_nothing_hangs_out(name: str) -> None:
    card = CARDS[name]
    drawn = ElementTree.fromstring(card.picture)
    assert drawn.get("role") == "img"
    assert len(drawn.get("aria-label") or "") > 10
    colors = re.findall(r"#[0-9a-fA-F]{3,8}", card.picture)
    looks = {color for policy in LOOKS.values() for color in (policy.color, policy.dark)}
    assert set(colors) <= looks  # all else is a class of the style sheet
    for text in drawn.iter("text"):
        x, y, length = float(text.get("x") or 0), float(text.get("y") or 0), LETTER * len(text.text or "")
        left = {"start": x, "middle": x - length / 2, "end": x - length}[text.get("text-anchor") or "start"]
        assert left > -LETTER, text.text
        assert left + length < WIDTH + LETTER, text.text
        assert 0 < y <= HEIGHT, text.text
    numbers = [float(one) for one in re.findall(r' (?:x|y|width|height)="([^"]+)"', card.picture)]
    assert all(one == one and abs(one) <= 2 * WIDTH for one in numbers)


@pytest.mark.parametrize("name", CARDS)
def test_a_picture_names_every_policy(name: str) -> None:
    card = CARDS[name]
    drawn = " ".join(one.text or "" for one in ElementTree.fromstring(card.picture).iter("text"))
    is_of_cells = len(card.question.scenario.study.sweep) > 1
    for policy in () if is_of_cells else card.question.policies:
        assert all(part in drawn for part in policy.split()), policy


def test_the_page_has_every_card_and_every_example_once() -> None:
    page = ElementTree.fromstring(f"<main>{questions()}</main>".replace(" hidden>", ' hidden="">'))
    places = [one.get("id") for one in page.iter() if one.get("id")]
    assert len(places) == len(set(places))
    assert set(CARDS) <= set(places)
    named = [one.findtext("a") for one in page.iter("li") if one.get("data-words")]
    assert sorted(map(str, named)) == sorted(one.title for one in EXAMPLES.values())
    for one in page.iter("a"):
        way = one.get("href") or ""
        if way.startswith("/?"):
            assert opened_by(dict(parse_qsl(urlsplit(way).query))["s"])[1] == ""


def test_a_study_that_is_not_stored_has_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "result_ahead", lambda _scenario: None)
    assert [catalogue._card(one) for one in QUESTIONS["coscheduling"]] == [None] * len(QUESTIONS["coscheduling"])


def test_every_card_says_something_else() -> None:
    assert len({card.says for card in CARDS.values()}) == len(CARDS)
    assert all(isinstance(card, Card) for card in CARDS.values())
