"""What was decided at the step of a link, before anything on the page is alive: a phone takes half a minute for that.

As components for the page that comes, and as plain HTML for the first answer of the server, where each candidate is a
link to the same instant that asks about it.
"""

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from dash.exceptions import PreventUpdate

from components.pages.studio.face import face_of
from components.pages.studio.ids import Id
from components.pages.studio.page_state import PageState
from components.pages.studio.replay.on_replay import replication_of
from components.pages.studio.what_if.candidates import HEAD, MOST, Candidate, Offered
from components.pages.studio.what_if.question import asked_about, question_of
from components.visits.answers import UnavailableError, answer_soon, at_point
from components.words.differences.what_if import what_if_words
from engine.inputs.scenario import Scenario

COMES = "What was decided at this instant is being computed; it comes here."


class First(NamedTuple):
    """What was decided, and what would have come of the candidate that the link asks about; empty if not known yet."""

    offered: Offered
    asked: Candidate | None
    told: list[str]


def first_decided(scenario: Scenario, state: PageState, with_effect: bool = False) -> First | None:
    """What there is at once for the tab of *state*; None if it is no tab of decisions, or if the workers do not answer
    in a moment: they have begun then."""
    tree = scenario.model_dump(mode="json")
    face = face_of(tree)
    if state.tab not in face.what_ifs:
        return None
    try:
        which = replication_of({"tab": state.tab, "tree": tree, "fields": _fields(face.bar_fields, state)})
        run = at_point(scenario, which["point"]), which["policy"], which["replication"]
        trace = answer_soon("trace", *run, which["window"])
    except (PreventUpdate, UnavailableError):  # which is said where it is waited for
        return None
    if trace is None:
        return None
    offered = face.what_ifs[state.tab](trace, state.step)
    asked = asked_about(offered, state.what_if[0] - 1, state.what_if[1]) if state.what_if else None
    return First(offered, asked, _told(run, question_of(offered, asked)) if asked and with_effect else [])


def _told(run: tuple[Scenario, str, int], question: str) -> list[str]:
    try:
        effect = answer_soon("what_if", *run, question)
    except UnavailableError as error:
        return [f"Not told: {error}."]
    return what_if_words(effect) if effect else []


def _fields(own: tuple[str, ...], state: PageState) -> dict[str, Any]:
    """What the bar of the replay holds as the page opens."""
    return dict.fromkeys(own) | {
        Id.REPLAY_POLICY: state.policy,
        Id.REPLAY_POINT: state.point,
        Id.REPLAY_REPLICATION: state.replication,
        Id.REPLAY_FIRST_JOB: state.first_job,
        Id.ITERATION: state.iteration,
    }


def plain_decided(first: First | None, asked: Mapping[str, Any]) -> str:
    """The same as plain HTML, for the address with the parameters *asked*; where it is not there, that it comes."""
    if first is None:
        return f'<div class="first-decided"><p class="first-awaited" role="status">{COMES}</p></div>'
    told = first.offered
    said = "".join(
        f"<p>{f'<b>{escape(one)}</b>' if n == 0 else escape(one)}</p>" for n, one in enumerate(told.sentences)
    )
    head = f'<h2 class="data-head">{escape(told.head)}</h2>'
    return f'<div class="first-decided">{head}{said}{_candidates(told, asked)}{_effect(first)}</div>'


def _candidates(told: Offered, asked: Mapping[str, Any]) -> str:
    if all(one.is_chosen for one in told.candidates):
        return ""
    rows = "".join(_row(one, asked) for one in told.candidates[:MOST])
    return f'<h2 class="data-head">{escape(HEAD)}</h2><ul class="what-ifs">{rows}</ul>'


def _row(one: Candidate, asked: Mapping[str, Any]) -> str:
    words = f'<span class="what-if-words">{escape(one.words)}</span>'
    if one.is_chosen:
        return f'<li class="chosen">{words}<span class="winner">chosen</span></li>'
    choice = f"{one.job + 1}:{one.choice}"
    there = urlencode({**asked, "whatif": choice}, quote_via=quote)
    pressed = ' aria-current="true"' if asked.get("whatif") == choice else ""
    label = escape(f"What if: {one.words}")
    return f'<li>{words}<a class="what-if" href="?{escape(there)}" aria-label="{label}"{pressed}>What if?</a></li>'


def _effect(first: First) -> str:
    if first.asked is None:
        return ""
    words = first.asked.words
    head = f'<h2 class="data-head">{escape(f"If {words[:1].lower()}{words[1:]}")}</h2>'
    if not first.told:
        return f'{head}<p class="first-awaited" role="status">The workers compute what would have come of it …</p>'
    return head + "".join(f"<p>{escape(one)}</p>" for one in first.told)
