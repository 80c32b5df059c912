"""The application: header, colour scheme, pages, and what the server does before the first visitor comes."""

from pathlib import Path

import dash
import dash_mantine_components as dmc
from dash import ClientsideFunction, Dash, Input, Output, dcc, html
from flask import Flask

from components.looks.tokens import FONT, TYPE, rem
from components.pages.classes import callbacks as classes
from components.pages.classes.layout import layout as classes_layout
from components.pages.classes.session import layout as class_layout
from components.pages.compare import callbacks as compare
from components.pages.compare.layout import layout as compare_layout
from components.pages.embed import layout as embed_layout
from components.pages.learn import callbacks as learn
from components.pages.learn import handed_in
from components.pages.learn import layout as learn_layout
from components.pages.methods import callbacks as methods
from components.pages.methods import layout as methods_layout
from components.pages.missing import layout as missing_layout
from components.pages.papers import layout as papers
from components.pages.questions import layout as questions_layout
from components.pages.race import layout as race_layout
from components.pages.status import callbacks as status
from components.pages.status import health
from components.pages.status.layout import layout as status_layout
from components.pages.studio import callbacks as studio
from components.pages.studio.ids import Id
from components.pages.studio.layout import layout as studio_layout
from components.pages.words import callbacks as words
from components.pages.words.layout import layout as words_layout
from components.server import origins, security, trouble
from components.server.front import compiled_ahead, files, first_visit, kept_pages, no_page
from components.server.front.first_page import FrontPage
from components.server.front.head import create_head
from components.server.once import read_once
from components.server.past_dash import curves, forms, panels, previews, schedules, steps, whole
from components.server.rest import addresses, figures, logs, of_study, openapi, rules
from components.server.titles import title_of
from components.share import callbacks as share
from components.share import dialog as share_dialog
from components.visits import proxies, units, visitors
from components.visits.stores import RECENT, SCHEME
from engine import ENGINE_VERSION


def _nothing(_app: Dash) -> None:
    """A page without callbacks."""


PAGES = (
    ("questions", "/questions", "Questions", questions_layout, _nothing),
    ("studio", "/", "Studio", studio_layout, studio.register),
    ("compare", "/compare", "Compare", compare_layout, compare.register),
    ("learn", "/learn", "Learn", learn_layout.overview, learn.register),
    ("lesson", "/learn/none", "Lesson", learn_layout.of_lesson, _nothing),
    ("handed-in", "/handed-in", "Handed in", handed_in.layout, _nothing),
    ("classes", "/class", "Classes", classes_layout, classes.register),
    ("class", "/class/none", "Class", class_layout, _nothing),
    ("papers", "/papers", "Papers", papers.overview, _nothing),
    ("paper", "/papers/none", "Paper", papers.of_paper, _nothing),
    ("words", "/words", "Words", words_layout, words.register),
    ("methods", "/methods", "Methods", methods_layout.overview, _nothing),
    ("family", "/methods/none", "Methods of a family", methods_layout.of_family, methods.register),
    ("status", "/status", "Status", status_layout, status.register),
    ("embed", "/embed", "Answer", embed_layout, _nothing),
    ("race", "/compare/race", "Race of a comparison", race_layout, _nothing),
    ("not_found_404", "/missing", "No such page", missing_layout, _nothing),  # the name is how Dash knows it
)
"""Every page: name, path, title, layout and the function that registers its callbacks."""

BELOW = ("paper", "status", "embed", "race", "methods", "family", "lesson", "handed-in", "class", "not_found_404")
"""Pages that are not in the head: they are linked at the foot, or from another page."""

LINKS = tuple((title, path) for name, path, title, *_ in PAGES if name not in BELOW)
"""Title and path of those that are."""

TEMPLATES = {
    "paper": "/papers/<paper>",
    "family": "/methods/<family>",
    "lesson": "/learn/<lesson>",
    "class": "/class/<code>",
}
"""Pages whose address says of what they are."""


def create_app() -> Dash:
    """The Dash application, ready to serve."""
    server = Flask("corral")
    files.compress_once(server)
    app = FrontPage(
        "corral",
        server=server,  # type: ignore[arg-type]  # its annotation forgets the servers that it takes
        title="Corral",
        assets_folder=str(Path(__file__).parents[1] / "assets"),
        use_pages=True,
        pages_folder="",
        compress=True,
        assets_ignore=".*",  # `files` hands them over
        suppress_callback_exceptions=True,  # else each page would hold all pages, to be searched for their ids
        update_title=None,  # type: ignore[arg-type]  # no flicker of the title while callbacks run
        meta_tags=[
            {"name": "viewport", "content": "width=device-width, initial-scale=1"},
            {"name": "description", "content": "What-if laboratory for scheduling parallel work on clusters"},
        ],
        on_error=trouble.tell,
    )
    for name, path, title, layout, register in PAGES:
        template, called, shown = TEMPLATES.get(name), title_of(name, title), read_once(layout)
        dash.register_page(name, path=path, path_template=template, title=called, layout=shown)
        register(app)
    no_page.register(app.server, [path for _, path, *_ in PAGES if path != "/missing"], TEMPLATES.values())
    app.links = LINKS
    app.layout = _layout
    _register_scheme(app)
    share.register(app)
    files.register(app.server)
    compiled_ahead.register(app.server)
    proxies.register(app.server)
    origins.register(app.server)
    logs.register(app.server)
    of_study.register(app.server)
    figures.register(app.server)
    openapi.register(app.server)
    rules.register(app.server)
    addresses.register(app.server)
    curves.register(app.server)
    forms.register(app.server)
    panels.register(app.server)
    previews.register(app.server)
    schedules.register(app.server)
    steps.register(app.server)
    whole.register(app.server)
    health.register(app.server)
    visitors.register(app.server)
    units.register(app.server)
    kept_pages.register(app.server)  # which are kept by units
    trouble.register(app)
    security.protect(app)
    return app


def create_server() -> Flask:
    """The WSGI application, which has been visited once."""
    server: Flask = create_app().server
    first_visit.visit(server)
    return server


def _layout() -> dmc.MantineProvider:
    return dmc.MantineProvider(
        [
            dcc.Store(id=SCHEME, data="light"),  # as the pictures that come with a page are drawn
            dcc.Store(id=RECENT, storage_type="local"),
            html.A("Skip to the answer", href="#answer", className="skip-link"),
            html.A("Skip to the sketch", href="#studio-drawer-title", className="skip-link of-studio"),
            html.A("Skip to Run", href=f"#{Id.RUN}", className="skip-link of-studio"),
            create_head(LINKS),
            html.Div(id=trouble.PLACE, role="alert", className="trouble"),
            html.Div(id="shell-away", role="alert", className="trouble"),  # `away.js` writes into it
            html.Div(dash.page_container, id="answer", tabIndex=-1),
            share_dialog.create_dialog(),
            html.Footer(
                [
                    f"Corral, engine {ENGINE_VERSION} · ",
                    html.A("Methods", href="/methods"),
                    " · ",
                    html.A("Status", href="/status"),
                    " · ",
                    html.Button(["Keys ", html.Kbd("?")], id="shell-keys", type="button", className="as-link"),
                ],
                className="page-foot",
            ),
        ],
        id="shell-provider",
        theme={
            "primaryColor": "blue",
            "primaryShade": {"light": 8, "dark": 8},
            "fontFamily": FONT,
            "headings": {"fontFamily": FONT},
            "fontSizes": {size: rem(size) for size in TYPE},
            "defaultRadius": "sm",
            # What can be chosen comes when it is looked at: on the first page these are 227 options in eight lists.
            "components": {"Combobox": {"defaultProps": {"keepMounted": False}}},
        },
        defaultColorScheme="light",
    )


def _register_scheme(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("shell", "switchScheme"),
        Output(SCHEME, "data"),
        Input("shell-scheme-switch", "n_clicks"),
        Input("shell-provider", "id"),
        dash.State(SCHEME, "data"),
    )
    app.clientside_callback(
        ClientsideFunction("shell", "showScheme"),
        Output("shell-provider", "forceColorScheme"),
        Output("shell-scheme-switch", "children"),
        Input(SCHEME, "data"),
    )
