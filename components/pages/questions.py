"""What Dash mounts on the page "/questions": the place for what came in the first answer of the server."""

import re
from functools import cache
from html import escape
from typing import Any

from dash import html

from components.questions.catalogue import Card, cards
from components.sketches.link import to_link
from components.words.wording import capital
from engine.contract.family import Family
from engine.inputs.scenario import Scenario
from engine.study.registry import FAMILIES

PAGE = "questions-page"
"""What Dash mounts, empty."""

COME = "first-questions"
"""What stands in the first answer of the server, and moves into it."""

SEARCH, FOUND, NOTHING, RECENT = "questions-search", "questions-found", "questions-nothing", "questions-recent"


WHAT_IT_IS = (
    "Corral is a what-if laboratory for scheduling parallel work on clusters: sketch machines and jobs, and see who "
    "waits, who runs where, and why."
)
"""One line for whoever has never heard of it."""

GESTURE = "Open a question, and drag or type something else: its answer follows."

NO_MATCH = (
    "Nothing has all of these words. Try fewer: a policy (SED, EASY, LPTF), an author (Zhang), or a thing (owners, "
    'I/O). What a word means is on the page <a href="/words">Words</a>.'
)


FIRST_SENTENCE = re.compile(r"(?<!\bal)\. ")
"""Where it ends: not after "et al."."""


@cache
def questions() -> str:
    """Everything on the page. What is to be searched besides what is read stands in `data-words`."""
    families = "".join(_family(family) for family in FAMILIES.values())
    return (
        f"<h1>Questions</h1><p>{WHAT_IT_IS} {GESTURE}</p>"
        f'<div class="questions-search" role="search"><label for="{SEARCH}">Search</label>'
        f'<input id="{SEARCH}" type="search" autocomplete="off" maxlength="200" '
        'placeholder="question, example, paper or policy" />'
        f'<kbd aria-hidden="true">/</kbd><span id="{FOUND}" role="status"></span></div>'
        f'<p id="{NOTHING}" hidden>{NO_MATCH}</p>'
        f'<section id="{RECENT}" hidden><h2>Your last studies</h2><ul class="studies"></ul></section>'
        f"{families}"
    )


def _family(family: Family) -> str:
    asked = "".join(_card(card, family) for card in cards(family.name))
    studies = "".join(_example(scenario, family) for scenario in family.examples.values())
    return (
        f'<section aria-labelledby="of-{family.name}"><h2 id="of-{family.name}">{escape(family.title)}</h2>'
        f'<div class="cards">{asked}</div>'
        f"<details><summary>All {len(family.examples)} examples</summary>"
        f'<ul class="studies">{studies}</ul></details></section>'
    )


def _card(card: Card, family: Family) -> str:
    asked = card.question
    words = _searched(asked.scenario, family)
    return (
        f'<article class="card" id="{asked.name}" data-words="{escape(words)}">'
        f'<h3><a href="{escape(asked.address)}">{escape(asked.words)}</a></h3>'
        f"{card.picture}<p>{escape(card.says)}</p></article>"
    )


def _example(scenario: Scenario, family: Family) -> str:
    notes = FIRST_SENTENCE.split(scenario.notes)[0].removesuffix(".")
    return (
        f'<li data-words="{escape(_searched(scenario, family))}"><a href="/?s={to_link(scenario)}">'
        f"{escape(scenario.title)}</a><span>{escape(notes)}.</span></li>"
    )


def _searched(scenario: Scenario, family: Family) -> str:
    """Words by which a study is found, besides those that are seen."""
    policies = [f"{name} {capital(family.policies[name].title)}" for name in scenario.policies]
    return " ".join([family.title, scenario.title, scenario.notes, *policies])


def layout(**_: Any) -> html.Main:
    """The page, which `questions.js` fills without asking anybody."""
    return html.Main(id=PAGE, className="questions-page")
