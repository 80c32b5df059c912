"""What plotly.js does while a browser reads it."""

from playwright.sync_api import Browser

from components.server.front.files import plotly_script

WHERE = "http://localhost/"
"""A page of ours, which may keep things."""


def test_no_error_is_thrown_while_plotly_is_read(browser: Browser) -> None:
    """Each would hold up the page for 60 ms and more; in the part that plotly itself makes there are three."""
    page = browser.new_page()
    page.route(WHERE, lambda route: route.fulfill(content_type="text/html", body=""))
    page.goto(WHERE)
    thrown: list[str] = []
    debugger = page.context.new_cdp_session(page)

    def tell(stop: dict) -> None:
        thrown.append(stop["data"].get("description", ""))
        debugger.send("Debugger.resume")

    debugger.on("Debugger.paused", tell)
    debugger.send("Debugger.enable")
    debugger.send("Debugger.setPauseOnExceptions", {"state": "all"})
    page.evaluate("() => { try { null.x; } catch {} }")
    assert len(thrown) == 1, "nothing was heard of"
    thrown.clear()
    page.add_script_tag(content=plotly_script().content.decode())
    assert page.evaluate("typeof Plotly.newPlot") == "function"
    page.close()
    assert [one for one in thrown if one != "Object"] == []  # that has no line to be looked up
