"""The only callback of the methods pages."""

from dash import ClientsideFunction, Dash, Input, Output

from components.pages.methods.layout import PAGE


def register(app: Dash) -> None:
    """When the page is there, the place that the address names is shown; the browser has looked for it too early."""
    app.clientside_callback(ClientsideFunction("words", "showPlace"), Output(PAGE, "title"), Input(PAGE, "id"))
