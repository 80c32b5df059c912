"""An address at which there is nothing."""

from dash import dcc, html

from components.pages.missing import layout
from components.server.shell import PAGES


def test_who_is_lost_is_told_so_and_finds_ways_on() -> None:
    page = layout()
    assert isinstance(page, html.Main)  # Dash's own is a heading without room around it
    paths = {path for _name, path, *_rest in PAGES}
    ways = [item.children.href for item in page.children[-1].children]
    assert ways
    assert set(ways) <= paths
    assert all(isinstance(item.children, dcc.Link) for item in page.children[-1].children)


def test_dash_knows_it_by_its_name() -> None:
    assert [name for name, *_rest in PAGES].count("not_found_404") == 1
