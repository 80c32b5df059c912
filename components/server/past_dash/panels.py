"""What stands on the tabs of the Studio that come when they are opened; `open.js` fetches it and hands it to Dash.

GET /_studio/panels/VERSION -> {tab: component}
"""

from flask import Blueprint, Flask, Response, request

from components.pages.studio.opened_panels import PLACE, address, panels_as_json

panels = Blueprint("panels", __name__)
A_YEAR = 365 * 24 * 3600


def register(server: Flask) -> None:
    """Add the address."""
    server.register_blueprint(panels)


@panels.get(f"{PLACE}<_version>")
def send_panels(_version: str) -> Response:
    """The panels as they are now; a page that is older than the server asks for others, which nobody shall keep."""
    answer = Response(panels_as_json(), content_type="application/json")
    if request.path == address():
        answer.cache_control.public = True
        answer.cache_control.max_age = A_YEAR
        answer.cache_control.immutable = True
    return answer
