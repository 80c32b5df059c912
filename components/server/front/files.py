"""What every page loads of ours: one script, one style sheet, and the part of plotly.js that the figures use.

GET /_corral/NAME-HASH.js. The name changes with what is in the file, so a browser asks once and keeps it.
"""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import orjson
from flask import Blueprint, Flask, Response, abort

from components.looks.tokens import style_sheet
from components.server.front.compiled_ahead import compiled_ahead
from components.server.front.generators import generators

ASSETS = Path(__file__).parents[2] / "assets"
PLACE = "/_corral/"
A_YEAR = 365 * 24 * 3600

BUNDLE = ASSETS / "corral.js"
"""All modules of `assets/clientside` in one script; `npm run bundle` makes it, and a map of it where it is made."""

files = Blueprint("files", __name__)


class Packed(NamedTuple):
    """One file for the browser."""

    name: str
    content: bytes
    kind: str

    @property
    def address(self) -> str:
        """Where it is: other content has another address."""
        stem, _, ending = self.name.partition(".")
        return f"{PLACE}{stem}-{sha256(self.content).hexdigest()[:16]}.{ending}"


@cache
def own_script() -> Packed:
    """What Dash needs, and the bundle."""
    note = b"//# sourceMappingURL=corral.js.map\n" if has_map() else b""
    return Packed("corral.js", generators() + b"\n" + BUNDLE.read_bytes() + note, "text/javascript")


def has_map() -> bool:
    """Whether there is a map from the bundle to its modules: only who has just made the bundle has one."""
    made = BUNDLE.with_name("corral.js.map")
    return made.exists() and made.stat().st_mtime >= BUNDLE.stat().st_mtime


def map_of_script() -> bytes:
    """The map as it is for the script: the bundle begins some lines further down there."""
    found = orjson.loads(BUNDLE.with_name("corral.js.map").read_bytes())
    above = generators().count(b"\n") + 1
    return orjson.dumps(found | {"mappings": ";" * above + found["mappings"]})


@cache
def own_styles() -> Packed:
    """The tokens of `components.looks`, and all style sheets of `assets`."""
    parts = [style_sheet().encode(), *(path.read_bytes() for path in sorted(ASSETS.glob("*.css")))]
    return Packed("corral.css", b"\n".join(parts), "text/css")


@cache
def plotly_script() -> Packed:
    """plotly.js with the traces that the figures use, which `tests/plotly_bundle` makes of its package.

    All of it stands in one function in parentheses, which is compiled while it comes, beside the page. Parts of
    plotly.js throw and catch while they are read, to learn what every browser of today does; none of them is in this.
    Chrome would compile all of it once more to look up the line of each error, and the page would stand still for 60 to
    90 ms.
    """
    (path,) = (ASSETS / "plotly").glob("*.js")
    return Packed("plotly.js", compiled_ahead(path.read_bytes()), "text/javascript")


@cache
def start_script() -> Packed:
    """What starts Dash, when all of it is there."""
    return Packed("start.js", b"var renderer = new DashRenderer();", "text/javascript")


@files.get(f"{PLACE}<name>")
def send_file(name: str) -> Response:
    """The file with this name; 404 for another one, which would be of an older Corral."""
    if name == "corral.js.map" and has_map():
        return Response(map_of_script(), content_type="application/json")
    for packed in (own_script(), own_styles(), plotly_script(), start_script()):
        if packed.address == PLACE + name:
            answer = Response(packed.content, content_type=f"{packed.kind}; charset=utf-8")
            answer.cache_control.public = True
            answer.cache_control.max_age = A_YEAR
            answer.cache_control.immutable = True
            return answer
    abort(404)


def register(server: Flask) -> None:
    """Add the addresses."""
    server.register_blueprint(files)


def compress_once(server: Flask) -> None:
    """Let what is compressed be kept; before Dash asks *server* for compression."""
    server.config["COMPRESS_CACHE_BACKEND"] = Compressed
    server.config["COMPRESS_CACHE_KEY"] = lambda request: request.path


class Compressed(dict[str, bytes]):
    """What flask-compress made of files that never change under their address; of nothing else."""

    LASTING = (PLACE, "/_dash-component-suites/")
    MOST = 200

    def set(self, key: str, content: bytes) -> None:
        """Keep *content* if it is of such a file: the key is "encoding;path"."""
        if key.partition(";")[2].startswith(self.LASTING) and len(self) < self.MOST:
            self[key] = content
