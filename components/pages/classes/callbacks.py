"""What the pages of classes do: opening one, the teacher's controls and live look, and the seats of students."""

from dash import ClientsideFunction, Dash, Input, Output

from components.pages.classes import on_look, on_opening, on_teacher, seats
from components.pages.classes.ids import Id
from components.pages.learn.ids import Id as LearnId


def register(app: Dash) -> None:
    """Register the callbacks of both pages, and what the page of a lesson sends to a class."""
    on_opening.register(app)
    on_teacher.register(app)
    on_look.register(app)
    seats.register(app.server)
    app.clientside_callback(
        ClientsideFunction("classes", "announce"),
        Output(Id.LIVE, "children"),
        Input(Id.SEEN, "data"),
        prevent_initial_call=True,
    )
    app.clientside_callback(
        ClientsideFunction("classes_work", "follow"),
        Input(LearnId.WORK, "data"),
    )
