"""The answer of a stored study as plain HTML, in the first answer of the server: readable before Dash has come.

`first_picture.js` takes it away when the live picture is drawn.
"""

from html import escape
from typing import Any

from components.figures.common.plain import plain_picture
from components.pages.studio.answer.answer import create_curves, curve_metrics, of_verdict
from components.pages.studio.answer.first_listed import DRAWN_JOBS, plain_listed
from components.pages.studio.answer.said import plain_said
from components.pages.studio.face import face_of
from components.pages.studio.layout import opened_by
from components.pages.studio.on_open import without
from components.pages.studio.opening import opening_of
from components.pages.studio.page_state import PageState, read_state
from components.pages.studio.tabs import CURVES, of_shown, shown_tabs, shows_replication, tabs_of
from components.pages.studio.what_if.first import first_decided, plain_decided
from components.questions.parallel_jobs import opening
from components.sketches.origin import called
from components.visits.answers import known_result
from components.words.units import chosen
from components.words.verdicts.verdict import verdict
from engine.results.result import Result
from workers.client import UNREACHABLE

SCHEMES = ("light", "dark")
KEPT = 100
"""Drawn answers of some ten kilobytes; a class opens the same one all at once."""

ANSWER = '<div class="first-answer">'

DECIDED = "<!-- decisions -->"
"""Where decisions or schedules stand, which are not drawn once for all: they may be still computed."""

REPLAYED = '<div class="first-replayed"><div class="picture shape-rows"></div></div>'
"""Where one replication is seen: what stands above it would come bit by bit and push the picture down."""

_DRAWN: dict[tuple[bytes, PageState, str], str] = {}


def first_answer(asked: dict[str, Any]) -> str:
    """Verdict, cluster and curves, or decisions, for an address with the parameters *asked*.

    "" where there is no stored result, where a tab is asked for that is none of them and shows no replication, or in
    presenter mode, which hides the answer until somebody asks.
    """
    if "present" in asked:
        return ""
    scenario, problem = opened_by(asked.get("s"))
    try:
        whole = known_result(scenario)
    except UNREACHABLE:
        return ""  # the page says so when it is there
    if whole is None or not whole.complete or problem:
        return ""
    state = read_state(whole, {name: value for name, value in asked.items() if name != "s"})
    is_told = state.tab in face_of(scenario.model_dump(mode="json")).what_ifs
    is_played = shows_replication(scenario.family, state.tab)
    if state.tab not in (CURVES.value, opening_of(scenario).tab) and not is_told and not is_played:
        return ""
    key = (scenario.canonical(), state, chosen())
    if key not in _DRAWN:
        if len(_DRAWN) >= KEPT:
            _DRAWN.clear()
        _DRAWN[key] = _draw(whole, state, is_told)
    if is_told:
        found = first_decided(scenario, state, with_effect=True)
        return _DRAWN[key].replace(DECIDED, plain_decided(found, asked))
    if state.tab == DRAWN_JOBS:
        return _DRAWN[key].replace(DECIDED, plain_listed(scenario, state))
    return _DRAWN[key] if "s" in asked else _DRAWN[key].replace(ANSWER, ANSWER + _welcome(), 1)


def _welcome() -> str:
    """The line of a first visit."""
    more = '<a href="/questions">More questions</a>'
    return f'<p class="welcome"><b>{escape(opening())}</b> The answer follows. {more}</p>'


def _draw(whole: Result, state: PageState, is_told: bool) -> str:
    scenario, result = whole.scenario, without(whole, state.off)
    drawn = (
        _curves(result, state.metric)
        if state.tab == CURVES.value
        else DECIDED
        if is_told or state.tab == DRAWN_JOBS
        else REPLAYED
        if shows_replication(scenario.family, state.tab)
        else ""
    )
    tree = scenario.model_dump(mode="json")
    there = shown_tabs(of_shown(tree, state.off), state.policy)
    tabs = "".join(f"<span>{escape(tab.title)}</span>" for tab in tabs_of(scenario.family) if tab.value in there)
    return (
        f'<div class="first-studio">{ANSWER}<div class="sketch-name"><p><b>{escape(called(scenario))}</b></p></div>'
        f"{plain_said(verdict(result, of_verdict(state.metric)))}"
        f'<div class="standing"></div><div class="first-tabs">{tabs}</div>'
        f"{drawn}</div>"
        f'<div class="first-sketch"><p class="first-title">Sketch</p><p>{escape(scenario.title)}</p>'
        f'<div class="first-cluster">{_of_each(_clusters(tree))}</div></div></div>'
    )


def _curves(result: Result, metric: str) -> str:
    drawn = {scheme: plain_picture(create_curves(result, metric, scheme), scheme) for scheme in SCHEMES}
    return (
        f'<div class="first-metric">{escape(_label(result, metric))}</div>'
        f'<div class="picture shape-curves">{_of_each(drawn)}</div>'
    )


def _label(result: Result, metric: str) -> str:
    """The metric as the switch calls it."""
    labels = {item["value"]: item["label"] for group in curve_metrics(result) for item in group["items"]}
    return str(labels[metric])


def _clusters(tree: dict[str, Any]) -> dict[str, str | None]:
    draw = face_of(tree).form.draw_cluster
    return {scheme: plain_picture(draw(tree, scheme), scheme) for scheme in SCHEMES}


def _of_each(pictures: dict[str, str | None]) -> str:
    """The pictures for both color schemes, of which the style sheet shows one."""
    return "".join(f'<div class="of-{scheme}">{drawn or ""}</div>' for scheme, drawn in pictures.items())
