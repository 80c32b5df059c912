"""The preview: while a control moves, a small version of the study is computed and drawn.

The browser asks for it past Dash, with what the form holds; see `preview.js`.
"""

from typing import Any, Literal, NamedTuple

import plotly.graph_objects as go

from components.figures.result.tree import Tree
from components.pages.studio.answer.answer import (
    create_curves,
    curve_metrics,
    describe_curves,
    fingerprint_words,
    is_map,
    map_choices,
    of_verdict,
    offered,
)
from components.pages.studio.answer.progress import UNKNOWN
from components.pages.studio.answer.said import lines_of
from components.pages.studio.on_open import without
from components.pages.studio.sketch import form
from components.visits.answers import (
    compiling,
    empty_result,
    is_submitted,
    known_result,
    needs_nothing,
    preview_of_sketch,
    preview_scenario,
    reusable_cells,
)
from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric, number
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.ahead import result_ahead
from engine.study.preview import too_long

TOO_LONG = "A preview would take about {} s of computing: press Run, and curves come as they are computed."
OLDER = "The sketch has changed since; what is drawn is older. "
NO_PREVIEW = "The sketch has changed since; this is still the answer to the study before. Press Run."
CHANGED = "The sketch has changed since; its preview comes as soon as it can. "


class Sketched(NamedTuple):
    """What the form holds, and how its answer is looked at.

    Attributes
    ----------
    draft : the tree that the form was built from
    values, ids : what was typed since, field by field
    study : the id of the study whose answer is on the page; empty where none is
    metric, shown, scheme, off : of the curves, what a map shows, "light" or "dark", policies that are switched off
    is_moving : whether a hand passes this place, which has no time for more than its curves
    is_first : whether its curves are to come first, and what they say by another question; not of what is known
    """

    draft: dict[str, Any]
    values: list[Any]
    ids: list[dict[str, str]]
    study: str
    metric: str
    shown: str | None
    scheme: str
    off: list[str]
    is_moving: bool = False
    is_first: bool = False

    @property
    def is_of_curves(self) -> bool:
        """Whether nothing but curves is asked for."""
        return self.is_moving or self.is_first


class Preview(NamedTuple):
    """What there is to be shown.

    Attributes
    ----------
    state
        "drawn"; "moved" is of a place that a hand passes, or comes first: a figure without tooltips, and nothing
        else; or why there is nothing: the form is "wrong", it says the "same" as the page shows, it is "known" as a
        whole, a preview would take too "long", the workers have not answered yet, so that "later" there may be one, or
        there are none before they have been "preparing".
    figure, verdict, more, text, stale
        The curves, what they say in a sentence and in lines, what the picture shows, and that it is a preview. Of the
        "same" the page has the curves.
    fingerprint
        Of the "same", as the page says it.
    map_choices
        What a map can show; empty where there is none.
    study
        Of what is "drawn", the id of the study that it is a small version of.
    """

    state: Literal["drawn", "moved", "wrong", "same", "known", "long", "later", "preparing"]
    figure: go.Figure | Tree | None = None
    verdict: str = ""
    stale: str = ""
    map_choices: tuple[str, ...] = ()
    fingerprint: str = ""
    more: str = ""
    study: str = ""
    text: str = ""


def preview_of_form(asked: Sketched) -> Preview:
    """The preview of what the form holds now, if it is valid and says something of which the result is not known."""
    scenario = form.affordable(asked.draft, asked.values, asked.ids)
    if scenario is None:
        return Preview("wrong")  # the field says what is wrong, and the old picture stays
    if scenario.content_hash() == asked.study:
        return _own(scenario, asked)
    reused = 0 if asked.is_of_curves else reusable_cells(scenario)
    if not asked.is_of_curves and _is_known(scenario, reused):
        return Preview("known")
    if asked.is_first and (is_submitted(scenario) or _is_complete(scenario)):
        return Preview("known")
    if seconds := too_long(preview_scenario(scenario)):
        return Preview("long", stale=(OLDER if asked.study else "") + TOO_LONG.format(number(seconds, 1)))
    result = preview_of_sketch(scenario)
    if result is not None and asked.is_of_curves:  # what else there is to say of it is asked for then
        return Preview("moved", _curves(without(result, asked.off), asked))
    if is_submitted(scenario):  # Run was pressed while this was computed
        return Preview("known")
    if result is None:
        waits_for = compiling(preview_scenario(scenario))
        if waits_for:
            return Preview("preparing", stale=(CHANGED if asked.study else "") + waits_for)
        return Preview("later", stale=NO_PREVIEW if asked.study else UNKNOWN)
    drawn = _draw(without(result, asked.off), asked, stale_words(scenario, reused))
    return drawn._replace(study=scenario.content_hash())


def _metric(result: Result, asked: Sketched) -> str:
    return asked.metric if asked.metric in offered(curve_metrics(result)) else first_metric(result.scenario)


def _curves(result: Result, asked: Sketched) -> go.Figure | Tree:
    return create_curves(result, _metric(result, asked), asked.scheme, asked.shown)


def _draw(result: Result, asked: Sketched, stale: str) -> Preview:
    metric = _metric(result, asked)
    said = verdict(result, of_verdict(metric), is_preview=True)
    return Preview(
        "drawn",
        _curves(result, asked),
        said.short,
        stale,
        tuple(map_choices(result)) if is_map(result) else (),
        more=lines_of(said),
        text=describe_curves(result, metric),
    )


def _own(scenario: Scenario, asked: Sketched) -> Preview:
    whole = known_result(scenario) or empty_result(scenario)
    said = verdict(without(whole, asked.off), of_verdict(asked.metric))
    fingerprint = fingerprint_words(whole) if whole.cells_done else ""
    text = describe_curves(whole, _metric(whole, asked))
    return Preview("same", verdict=said.short, fingerprint=fingerprint, more=lines_of(said), text=text)


def _is_known(scenario: Scenario, reused: int) -> bool:
    return _is_complete(scenario) or needs_nothing(scenario, reused)


def _is_complete(scenario: Scenario) -> bool:
    known = known_result(scenario)
    return known is not None and known.complete


def stale_words(scenario: Scenario, reused: int) -> str:
    """What a preview is, and how many cells of the whole study are known already."""
    small = preview_scenario(scenario)
    jobs = getattr(getattr(small, "workload", None), "jobs", None)
    size = f" of {number(jobs)} jobs" if jobs else ""
    times = small.study.replications
    ahead = ", computed ahead" if result_ahead(small) else ""
    words = f"Preview: {times} replication{'' if times == 1 else 's'}{size}{ahead}. Press Run for the whole study"
    return f"{words}; {number(reused, 6)} of its cells are known." if reused else f"{words}."
