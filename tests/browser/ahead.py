"""Questions that a page asks the server before anybody has opened the tab that needs the answer."""

from playwright.sync_api import Page, Request

SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""In a page before anything else: nothing is asked while it rests."""


def is_ahead(request: Request) -> bool:
    """Whether a *request* is one of them, and not of Dash."""
    return "_dash-update-component?ahead" in request.url


def questions_of(page: Page) -> list[tuple[bool, str]]:
    """What the *page* asks from now on: whether it is ahead, and the first output."""
    asked: list[tuple[bool, str]] = []

    def hear(request: Request) -> None:
        if "_dash-update-component" in request.url:
            output = (request.post_data_json or {})["output"]
            asked.append((is_ahead(request), output.strip(".").split("...")[0]))

    page.on("request", hear)
    return asked
