"""The pictures of a study, for programs: what the tabs of the Studio show of it.

GET /api/v1/studies/ID/figure   ?tab=, ?scheme=, ?format=json, svg or png; what is drawn of one metric, pair of
                                policies, point or replication takes these, too
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import plotly.graph_objects as go
from flask import Flask, Response
from plotly.io.json import to_json_plotly

from components.figures.result.fairness import draw_boxes, draw_gini, draw_lorenz
from components.figures.small.bars import draw_bars
from components.figures.small.lines import draw_lines
from components.figures.small.standing_alone import standing_alone
from components.figures.why.episodes import draw_episodes
from components.figures.why.pictures import draw_cumulative, draw_parts, draw_spread
from components.looks.theme import LOOKS
from components.pages.studio.answer.answer import create_curves
from components.pages.studio.face import face_of
from components.pages.studio.race.against import entrants
from components.pages.studio.replay.offer import racers_of
from components.pages.studio.tabs import shown_tabs, tabs_of
from components.pages.studio.why.told import ledger_of, pair_of
from components.server.rest.blueprint import RefusalError, api
from components.server.rest.described import JSON, PNG, SVG, asked, described
from components.server.rest.requested import choice, known_scenario, not_there, replication_of
from components.server.rest.told import FigureQuery
from components.visits.answers import UnavailableError, empty_result, known_result, race_of, trace_of
from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric
from engine.results.result import Result

Figures = dict[str, go.Figure]

ZOOM = 4
"""Pixels of a unit of a small picture, as PNG."""


FONTS = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica", "Segoe UI", "Verdana")


def register(_server: Flask) -> None:
    """The addresses are those of the API."""


@api.get("/studies/<study>/figure")
@described({200: {JSON: {"type": "object"}, SVG: None, PNG: None}}, (400, 404, 422, 503), query=FigureQuery)
def figure_of(study: str) -> Response:
    """What a tab of the Studio shows of it so far: the curves, or {name: figure} of another tab.

    As svg or png there is the small picture of complete studies that vary at most one field.
    """
    query, scenario = asked(FigureQuery), known_scenario(study)
    result = known_result(scenario) or empty_result(scenario)
    usual = first_metric(scenario)
    metric = choice("metric", [usual, *(name for name in result.names if name != usual)])
    policy = choice("policy", list(scenario.policies))
    there = shown_tabs(scenario.model_dump(mode="json"), policy)
    tab = choice("tab", ["curves", *(name for name in there if name != "curves")])
    if query.format != "json":
        if tab != "curves":
            raise RefusalError(422, f"of {tab} there is no small picture; ask for json")
        return _small(result, metric, query)
    if tab == "curves":
        return Response(to_json_plotly(create_curves(result, metric, query.scheme)), content_type=JSON)
    try:
        found = _of_tab(tab, policy, result, query)
    except UnavailableError as error:
        raise not_there(error) from None
    if not found:
        raise RefusalError(422, f"of {tab} there is no figure of plotly; ask for the result")
    return Response(
        to_json_plotly({name.removeprefix("studio-"): one for name, one in found.items()}), content_type=JSON
    )


def _of_tab(tab: str, policy: str, result: Result, query: FigureQuery) -> Figures:
    """The figures of a *tab* by their names."""
    scenario, scheme = result.scenario, query.scheme
    point = int(choice("point", [str(number) for number in range(len(scenario.points()))]))
    if tab == "fairness":
        drawn = {"gini": draw_gini, "lorenz": draw_lorenz, "classes": draw_boxes}
        found = {name: draw(result, point, scheme) for name, draw in drawn.items()}
    elif tab == "why":
        found = _why(result, point, query)
    else:
        found = {}
    face = face_of({"family": scenario.family})
    for place_of, pictures in face.results:
        if place_of == tab:
            part = pictures.part(result, str(point), None)
            found |= {place: draw(result, part, scheme) for place, draw in pictures.figures.items()}
    if tab in face.pictures:
        replication = replication_of(query.replication, scenario)
        window = face.window(tab, dict.fromkeys(face.bar_fields))
        is_race = any(one.value == tab and "racers" in one.bar for one in tabs_of(scenario.family))
        trace = (
            race_of(entrants(scenario, {}, point, list(racers_of(scenario.policies, None))), replication, window)
            if is_race
            else trace_of(scenario, policy, point, replication, window)
        )
        draws: dict[str, Callable[[Any, str], Any]] = face.pictures[tab].figures
        found |= {place: go.Figure(draw(trace, scheme)) for place, draw in draws.items()}
    return found


def _why(result: Result, point: int, query: FigureQuery) -> Figures:
    pair = pair_of(result, (query.first, query.second), str(point))
    ledger = ledger_of(result, pair, query.metric)
    drawn = {"parts": draw_parts, "spread": draw_spread, "cumulative": draw_cumulative}
    if (ledger.get("episodes") or {}).get("largest"):
        drawn["episodes"] = draw_episodes
    return {name: draw(ledger, query.scheme) for name, draw in drawn.items()}


def _small(result: Result, metric: str, query: FigureQuery) -> Response:
    """A small picture, of all policies, that has its colors with it."""
    study, policies = result.scenario.study, tuple(result.scenario.policies)
    if (
        study.and_vary
        or study.goal
        or study.selection
        or study.searched
        or not all(name in LOOKS for name in policies)
        or not result.complete
    ):
        raise RefusalError(
            422, "there is a small picture of complete studies that vary at most one field; ask for json"
        )
    if not all(result.estimate(0, policy, metric).mean > 0 for policy in policies):
        raise RefusalError(
            422, f"there is no small picture of {metric}, which is not positive everywhere; ask for json"
        )
    draw = draw_lines if study.vary else draw_bars
    drawn = standing_alone(draw(result, metric, policies, verdict(result, metric).short), query.scheme)
    if query.format == "svg":
        return Response(drawn, content_type=SVG)
    font = _font()
    if font is None:
        raise RefusalError(422, "the server has no fonts, and a picture without words says nothing; ask for svg")
    return Response(_png(drawn, font), content_type=PNG)


def _png(drawn: str, font: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, zoom=ZOOM, sans_serif_family=font))


@cache
def _font() -> str | None:
    """The first of the usual fonts that this machine has, with which words are drawn at all."""
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
    letter = empty.format('<text y="9" style="font:9px sans-serif">A</text>')
    return next((font for font in FONTS if _png(letter, font) != _png(empty.format(""), font)), None)
