"""What stands in the share dialog, which every page has."""

from typing import Any

import dash_mantine_components as dmc
from dash import dcc, html

from components.controls.aria import aria, data
from components.share.ids import Id, copied_id, copy_id
from engine import ENGINE_VERSION
from engine.inputs.scenario import MAXIMUM_BYTES
from workers.links import KEEP_LINK_DAYS

QUICK = {"duration": 0}
"""No motion when it opens: it is an answer to a key as well as to a click."""

POLL_MILLISECONDS = 400


def create_button() -> dmc.Button:
    """The button of the header."""
    return dmc.Button("Share", id=Id.BUTTON, size="compact-sm", variant="default", **aria(haspopup="dialog"))


def create_dialog() -> html.Div:
    """The dialog, closed, its large view of the code, and what both need."""
    return html.Div(
        [
            dcc.Store(id=Id.STUDIED),
            dcc.Store(id=Id.ADDRESS),
            dcc.Store(id=Id.FILE),
            dcc.Store(id=Id.OPENED),
            dcc.Store(id=Id.CHECKING),
            dcc.Interval(id=Id.CHECK_POLL, interval=POLL_MILLISECONDS, disabled=True),
            dcc.Download(id=Id.DOWNLOAD),
            dmc.Modal(
                [
                    html.P(id=Id.SUBJECT, className="share-subject"),
                    html.P(id=Id.NOTES, className="share-notes"),
                    _link(),
                    _short_link(),
                    _embed(),
                    _file(),
                    _result(),
                ],
                id=Id.DIALOG,
                title="Share",
                size="lg",
                transitionProps=QUICK,
                closeButtonProps=aria(label="Close"),
            ),
            dmc.Modal(
                html.Div(
                    [html.Img(id=Id.LARGE_QR, alt="QR code of the link below"), html.P(id=Id.LARGE_LINK)],
                    className="share-large",
                ),
                id=Id.LARGE,
                title="QR code",
                fullScreen=True,
                zIndex=400,
                transitionProps=QUICK,
                closeButtonProps=aria(label="Close the large view"),
            ),
        ]
    )


def _link() -> html.Section:
    return _section(
        "Link",
        "Holds all that is shown, works on any installation of Corral, never expires, and starts nothing by itself.",
        _copied("link", dmc.TextInput(id=Id.LINK, readOnly=True, size="sm", **aria(label="Link"))),
        html.P(
            "Only this computer can open this link. Start Corral with --host 0.0.0.0 to share it.",
            id=Id.LOCAL,
            className="hidden",
        ),
    )


def _short_link() -> html.Section:
    return _section(
        "Short link and QR code",
        f"This server keeps what a short link leads to for {KEEP_LINK_DAYS} days after it was last opened. The same "
        "page always has the same one.",
        dmc.Button("Make short link and QR code", id=Id.SHORTEN, size="compact-sm", variant="default"),
        html.P(id=Id.SHORT_PROBLEM, className="share-problem", role="alert"),
        html.Div(
            [
                _copied("short", dmc.TextInput(id=Id.SHORT, readOnly=True, size="sm", **aria(label="Short link"))),
                html.Div(
                    [
                        html.Img(id=Id.QR, className="share-qr", alt="QR code of the short link"),
                        html.Div(
                            [
                                dmc.Button("Show large", id=Id.QR_ENLARGE, size="compact-sm", variant="default"),
                                html.A("Save as SVG", id=Id.QR_SAVE, download="corral-qr.svg", href=""),
                            ],
                            className="share-qr-tools",
                        ),
                    ],
                    className="share-qr-row",
                ),
            ],
            id=Id.SHORT_PART,
            className="hidden",
        ),
    )


def _embed() -> html.Section:
    return _section(
        "Embed in a course page",
        "A frame with the answer alone. Paste this where the course page takes HTML.",
        _copied(
            "embed",
            dmc.Textarea(
                id=Id.EMBED, readOnly=True, autosize=True, minRows=3, maxRows=5, size="sm", **aria(label="Embed code")
            ),
        ),
        section_id=Id.EMBED_PART,
    )


def _file() -> html.Section:
    return _section(
        "Scenario file",
        f"JSON with title and notes, at most {MAXIMUM_BYTES:,} bytes. A file is opened in the Studio; undo brings "
        "back what was there.",
        html.Div(
            [
                html.Span(
                    dmc.Button("Save scenario file", id=Id.SAVE_FILE, size="compact-sm", variant="default"),
                    id=Id.FILE_PART,
                ),
                dmc.Button("Open scenario file …", id=Id.OPEN_FILE, size="compact-sm", variant="default"),
            ],
            className="share-row",
            **data(most_bytes=str(MAXIMUM_BYTES)),
        ),
        html.P(id=Id.FILE_SAID, className="share-problem", role="alert"),
    )


def _result() -> html.Section:
    return _section(
        "Result",
        f"Equal fingerprints mean equal results to the last bit. The engine is {ENGINE_VERSION}.",
        html.P(id=Id.FINGERPRINT, className="share-fingerprint"),
        html.Div(
            [
                dmc.Button("Check again", id=Id.CHECK, size="compact-sm", variant="default"),
                dmc.Progress(id=Id.CHECK_PROGRESS, value=0, size="lg", **aria(label="Progress of the check")),
            ],
            className="share-row",
        ),
        html.P(id=Id.CHECK_SAID, role="status"),
        section_id=Id.RESULT_PART,
    )


def _section(title: str, hint: str, *children: Any, section_id: str = "") -> html.Section:
    named: dict[str, Any] = {"id": section_id} if section_id else {}
    return html.Section([html.H3(title), html.P(hint, className="hint"), *children], className="share-part", **named)


def _copied(what: str, field: Any) -> html.Div:
    """A *field* with a button that copies it, and says so."""
    name = {"link": "link", "short": "short link", "embed": "embed code"}[what]
    return html.Div(
        [
            field,
            dmc.Button("Copy", id=copy_id(what), size="compact-sm", variant="default", **aria(label=f"Copy {name}")),
            html.Span(id=copied_id(what), role="status", className="share-said"),
        ],
        className="share-copied",
    )
