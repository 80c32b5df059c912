"""The machines on which a page is measured: fast or slow, wide or narrow."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

WATCH = Path(__file__).with_name("watched.js")


class Condition(NamedTuple):
    """How many times slower the processor of the page is, and how many pixels it has."""

    name: str
    slower: int = 1
    width: int = 1280
    height: int = 800


CONDITIONS = (Condition("plain"), Condition("4 times slower", slower=4), Condition("390 pixels wide", 1, 390, 844))


@contextmanager
def page_under(condition: Condition, browser: Any) -> Iterator[Any]:
    """A page of a browser that has never been here: its cache is empty."""
    size = {"width": condition.width, "height": condition.height}
    # To wait for a condition evaluates text in the page, which the content policy forbids.
    context = browser.new_context(viewport=size, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(path=WATCH)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": condition.slower})
    page.set_default_timeout(60_000 * condition.slower)
    try:
        yield page
    finally:
        context.close()
