"""Curves past Dash, as the page would draw them: {"figure", "verdict", "more"}.

GET /_studio/curves/ID?metric=...&shown=...&scheme=...&off=...     of a study that runs, again and again, see `study.js`
GET /_studio/example/NAME?metric=...&shown=...&scheme=...&off=...  of an example that was just chosen, see `preview.js`
"""

from functools import cache

from flask import Blueprint, Flask, Response, abort, request
from plotly.io.json import to_json_plotly

from components.pages.studio.answer.answer import create_curves, curve_metrics, of_verdict, offered
from components.pages.studio.answer.said import lines_of
from components.pages.studio.on_open import without
from components.pages.studio.opening import opening_of_example
from components.visits.answers import client, known_result
from components.visits.saturated import saturations_ahead
from components.words.verdicts.verdict import verdict
from components.words.wording import first_metric
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.registry import EXAMPLES

curves = Blueprint("curves", __name__)


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(curves)


@curves.get("/_studio/curves/<study>")
def draw_curves(study: str) -> Response:
    """What is there so far; 404 if there is nothing."""
    scenario = client().scenario(study) or _examples().get(study)
    whole = known_result(scenario) if scenario else None
    if whole is None:
        abort(404)
    return _drawn(whole, request.args.get("metric", ""))


@cache
def _examples() -> dict[str, Scenario]:
    return {scenario.content_hash(): scenario for scenario in EXAMPLES.values()}


@curves.get("/_studio/example/<name>")
def draw_example(name: str) -> Response:
    """Its whole answer; 404 if not all of it is known."""
    whole = known_result(EXAMPLES[name]) if name in EXAMPLES else None
    if whole is None or not whole.complete:
        abort(404)
    opening = opening_of_example(name)
    return _drawn(whole, opening.metric if opening else request.args.get("metric", ""))


def _drawn(whole: Result, metric: str) -> Response:
    result = without(whole, request.args.get("off", "").split(","))
    if metric not in offered(curve_metrics(result)):
        metric = first_metric(result.scenario)
    scheme = "dark" if request.args.get("scheme") == "dark" else "light"
    figure = create_curves(result, metric, scheme, request.args.get("shown"), saturations_ahead(whole))
    said = verdict(result, of_verdict(metric))
    drawn = {"figure": figure, "verdict": said.short, "more": lines_of(said)}
    return Response(to_json_plotly(drawn), content_type="application/json")
