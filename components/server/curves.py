"""The curves of a study that runs, past Dash: `study.js` asks for them when it has drawn the last ones.

GET /_studio/curves/ID?metric=...&shown=...&scheme=...&off=... -> {"figure", "verdict"}, as the page would draw them.
"""

from flask import Blueprint, Flask, Response, abort, request
from plotly.io.json import to_json_plotly

from components.pages.studio.answer.answer import create_curves, curve_metrics, of_verdict, offered
from components.pages.studio.on_open import without
from components.visits.answers import client, known_result
from components.words.verdict import verdict
from components.words.wording import first_metric

curves = Blueprint("curves", __name__)


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(curves)


@curves.get("/_studio/curves/<study>")
def draw_curves(study: str) -> Response:
    """What is there so far; 404 if there is nothing."""
    scenario = client().scenario(study)
    whole = known_result(scenario) if scenario else None
    if whole is None:
        abort(404)
    result = without(whole, request.args.get("off", "").split(","))
    metric = request.args.get("metric", "")
    if metric not in offered(curve_metrics(result)):
        metric = first_metric(result.scenario)
    scheme = "dark" if request.args.get("scheme") == "dark" else "light"
    figure = create_curves(result, metric, scheme, request.args.get("shown"))
    drawn = {"figure": figure, "verdict": verdict(result, of_verdict(metric))}
    return Response(to_json_plotly(drawn), content_type="application/json")
