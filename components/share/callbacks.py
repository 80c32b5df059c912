"""What the share dialog does: in the browser where it can be, on the server where something is kept or computed."""

from functools import cache
from os import environ
from typing import Any

from dash import ALL, ClientsideFunction, Dash, Input, Output, State, dcc, no_update
from dash.exceptions import PreventUpdate

from components.share import short_links
from components.share.addresses import AddressError, own_address, own_origin
from components.share.checking import describe_check, is_over
from components.share.files import file_name, read_file, write_file
from components.share.ids import COPY, Id
from components.share.qr import LONGEST_CODE, draw_qr
from components.sketches.link import MAXIMUM_LINK, to_link
from components.visits.answers import result_of, scenario_of
from components.visits.visitors import visitor
from components.words.wording import capital
from engine.inputs.rejection import ScenarioError
from workers.checks import Checks, TooManyChecksError
from workers.client import UNREACHABLE
from workers.links import TooManyLinksError
from workers.room import FULL, is_full

AWAY = "The broker, which keeps short links, is away; the link above works without one."


@cache
def checks() -> Checks:
    """The checks of this installation."""
    return Checks(environ["REDIS_URL"])


def register(app: Dash) -> None:
    """Register the callbacks, and the address of short links."""
    short_links.register(app.server)
    _register_browser(app)
    app.callback(
        Output(Id.SHORT, "value"),
        Output(Id.QR, "src"),
        Output(Id.QR_SAVE, "href"),
        Output(Id.LARGE_QR, "src"),
        Output(Id.LARGE_LINK, "children"),
        Output(Id.SHORT_PART, "className", allow_duplicate=True),
        Output(Id.SHORT_PROBLEM, "children", allow_duplicate=True),
        Input(Id.SHORTEN, "n_clicks"),
        State(Id.ADDRESS, "data"),
        prevent_initial_call=True,
    )(shorten)
    app.callback(
        Output(Id.DOWNLOAD, "data"),
        Input(Id.SAVE_FILE, "n_clicks"),
        State(Id.STUDIED, "data"),
        prevent_initial_call=True,
    )(save_file)
    app.callback(
        Output(Id.OPENED, "data"),
        Output(Id.FILE_SAID, "children"),
        Input(Id.FILE, "data"),
        prevent_initial_call=True,
    )(open_file)
    app.callback(
        Output(Id.CHECKING, "data"),
        Output(Id.CHECK_POLL, "disabled"),
        Output(Id.CHECK_SAID, "children"),
        Output(Id.CHECK_PROGRESS, "value"),
        Input(Id.CHECK, "n_clicks"),
        State(Id.STUDIED, "data"),
        prevent_initial_call=True,
    )(begin_check)
    app.callback(
        Output(Id.CHECK_POLL, "disabled", allow_duplicate=True),
        Output(Id.CHECK_SAID, "children", allow_duplicate=True),
        Output(Id.CHECK_PROGRESS, "value", allow_duplicate=True),
        Input(Id.CHECK_POLL, "n_intervals"),
        State(Id.CHECKING, "data"),
        prevent_initial_call=True,
    )(follow_check)


def _register_browser(app: Dash) -> None:
    app.clientside_callback(
        ClientsideFunction("share", "open"),
        Output(Id.DIALOG, "opened"),
        Output(Id.ADDRESS, "data"),
        Output(Id.SUBJECT, "children"),
        Output(Id.NOTES, "children"),
        Output(Id.LINK, "value"),
        Output(Id.LOCAL, "className"),
        Output(Id.SHORT_PART, "className"),
        Output(Id.SHORT_PROBLEM, "children"),
        Output(Id.EMBED, "value"),
        Output(Id.EMBED_PART, "className"),
        Output(Id.FILE_PART, "className"),
        Output(Id.RESULT_PART, "className"),
        Output(Id.FINGERPRINT, "children"),
        Output(Id.CHECK, "disabled"),
        Output(Id.CHECK_SAID, "children", allow_duplicate=True),
        Input(Id.BUTTON, "n_clicks"),
        State(Id.STUDIED, "data"),
        State(Id.CHECKING, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("share", "enlarge"),
        Output(Id.LARGE, "opened"),
        Output(Id.DIALOG, "closeOnEscape"),  # Esc closes the view that is in front
        Input(Id.QR_ENLARGE, "n_clicks"),
        Input(Id.LARGE, "opened"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("share", "copy"),
        Input({"type": COPY, "what": ALL}, "n_clicks"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("share", "pickFile"),
        Output(Id.FILE, "data"),
        Input(Id.OPEN_FILE, "n_clicks"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("share", "bring"),
        Output(Id.DIALOG, "opened", allow_duplicate=True),
        Input(Id.OPENED, "data"),
        prevent_initial_call=True,
    )


def shorten(clicks: int | None, shared: dict[str, Any] | None) -> tuple[Any, ...]:
    """When a short link is wanted: keep the address, and draw the code."""
    if not clicks or not isinstance(shared, dict):
        raise PreventUpdate
    try:
        origin, address = own_origin(shared.get("origin")), own_address(shared.get("address"))
    except AddressError as error:
        return (*[no_update] * 5, "hidden", f"{str(error).capitalize()}.")
    problem = ""
    try:
        short = f"{origin}/s/{short_links.links().shorten(address, visitor())}"
    except TooManyLinksError as error:
        short, problem = origin + address, str(error)
    except UNREACHABLE as error:
        short, problem = origin + address, f"{FULL}; the link above works without one" if is_full(error) else AWAY
    if len(short) > LONGEST_CODE:
        return (*[no_update] * 5, "hidden", capital(problem))
    code = draw_qr(short)
    return short, code, code, code, short, "", problem


def save_file(clicks: int | None, studied: dict[str, Any] | None) -> Any:
    """When the file is wanted: the scenario of the page, as it is sketched."""
    if not clicks or not studied:
        raise PreventUpdate
    scenario = scenario_of(studied["tree"])
    return dcc.send_string(write_file(scenario), file_name(scenario))


def open_file(read: dict[str, Any] | None) -> tuple[Any, str]:
    """When a file was read: its scenario, or what is wrong with it."""
    if not isinstance(read, dict):
        raise PreventUpdate
    name = str(read.get("name", ""))[:80]
    if isinstance(problem := read.get("problem"), str) and problem:
        return no_update, f"“{name}” cannot be opened: {problem[:300]}."
    try:
        scenario = read_file(read.get("text"))
        link = to_link(scenario)
        if not read.get("on_studio") and len(link) > MAXIMUM_LINK:
            return no_update, f"“{name}” is too long for a link: open it from the Studio."
    except ScenarioError as error:
        more = len(error.rejections) - 1
        rest = f" ({more} more {'reason' if more == 1 else 'reasons'})" if more else ""
        return no_update, f"“{name}” cannot be opened: {error.rejections[0]}{rest}. Nothing has changed."
    return {"tree": scenario.model_dump(mode="json"), "link": link, "on_studio": bool(read.get("on_studio"))}, ""


def begin_check(clicks: int | None, studied: dict[str, Any] | None) -> tuple[Any, ...]:
    """When the result is to be checked: have its cells computed again."""
    if not clicks or not studied:
        raise PreventUpdate
    tree = studied["study"]["tree"]
    result = result_of(tree)
    if not result.cells_done:
        return no_update, True, "There is no result yet. Press Run.", 0
    try:
        name = checks().begin(result, visitor())
    except TooManyChecksError as error:
        return no_update, True, f"{capital(str(error))}.", 0
    return {"name": name, "tree": tree, "fingerprint": result.fingerprint()}, False, "Computing again …", 0


def follow_check(_ticks: int | None, checking: dict[str, Any] | None) -> tuple[Any, ...]:
    """When time passes: how far the check is, and what comes of it."""
    if not checking:
        return True, no_update, no_update
    found, result = checks().look(str(checking["name"])), result_of(checking["tree"])
    if found is None:
        return True, "This check has been forgotten. Check again.", 0
    if result.fingerprint() != checking["fingerprint"]:
        return True, "The result has changed since the check was begun. Check again.", 0
    return is_over(found), describe_check(result, found), 100 * len(found.values) / max(1, found.total)
