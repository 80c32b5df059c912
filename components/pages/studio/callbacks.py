"""What the Studio page does: sketching, previewing, running, replaying in pictures, and data that leave."""

from dash import Dash

from components.pages.studio import on_downloads, on_open, on_told
from components.pages.studio.answer import on_data, on_preview, on_results, on_saturation, on_study
from components.pages.studio.breaking import on_break
from components.pages.studio.face import FACES
from components.pages.studio.replay import on_late, on_live, on_overview, on_pictures, on_replay
from components.pages.studio.sketch import on_history, on_kept, on_meaning, on_named, on_sketch
from components.pages.studio.what_if import on_what_if
from components.pages.studio.why import on_asked, on_why


def register(app: Dash) -> None:
    """Register every callback of the page, and those of each family."""
    on_sketch.register(app)
    on_history.register(app)
    on_kept.register(app)
    on_named.register(app)
    on_meaning.register(app)
    on_study.register(app)
    on_saturation.register(app)
    on_preview.register(app)
    on_open.register(app)
    on_told.register(app)
    on_downloads.register(app)
    on_replay.register(app)
    on_late.register(app)
    on_overview.register(app)
    on_pictures.register(app)
    on_live.register(app)
    on_results.register(app)
    for face in FACES.values():
        face.register(app)
    on_break.register(app)
    on_data.register(app)
    on_what_if.register(app)
    on_why.register(app)
    on_asked.register(app)
