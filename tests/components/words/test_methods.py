"""The methods pages say what the READMEs of the families say."""

import re
from typing import Any

import pytest
from dash import dcc, html

from components.pages.methods.layout import of_family, overview, read, readme_of
from engine.papers.catalogue import PAPERS
from engine.study.registry import FAMILIES
from tests.components import trees

EVERY_FAMILY = pytest.mark.parametrize("family", FAMILIES)
LINK = re.compile(r"\]\(([^)]+)\)")


def every(component: Any, kind: type) -> list[Any]:
    """All components of a kind in a tree."""
    return [one for one in trees.every(component) if isinstance(one, kind)]


@EVERY_FAMILY
def test_a_page_has_the_sections_of_the_readme_one_level_below_its_title(family: str) -> None:
    page = of_family(family)
    readme = readme_of(family)
    assert [one.children for one in every(page, html.H1)] == [readme.title]
    assert [one.children for one in every(page, html.H2)][:-2] == [section.title for section in readme.sections]
    texts = "\n".join(one.children for one in every(page, dcc.Markdown))
    assert not re.search(r"^#", texts, re.MULTILINE)


@EVERY_FAMILY
def test_every_line_of_the_contents_leads_to_a_heading(family: str) -> None:
    page = of_family(family)
    (contents,) = every(page, html.Nav)
    anchors = [one.id for one in every(page, html.H2)]
    assert [one.href for one in every(contents, html.A)] == [f"#{anchor}" for anchor in anchors]
    assert len(set(anchors)) == len(anchors)


@EVERY_FAMILY
def test_a_page_has_equations(family: str) -> None:
    texts = [one.children for one in every(of_family(family), dcc.Markdown)]
    assert any("$$" in text for text in texts)


@EVERY_FAMILY
def test_formulas_are_closed(family: str) -> None:
    readme = readme_of(family)
    for block in [*readme.before, *(block for section in readme.sections for block in section.blocks)]:
        assert block.text.count("$$") % 2 == 0
        for line in block.text.replace("$$", "").splitlines():
            signs = line.count("$")
            assert signs % 2 == 0 or "| $ |" in line, line


@EVERY_FAMILY
def test_wide_tables_scroll_by_themselves_and_are_named_differently(family: str) -> None:
    regions = [one for one in every(of_family(family), html.Div) if getattr(one, "role", "") == "region"]
    names = [one.to_plotly_json()["props"]["aria-label"] for one in regions]
    assert regions
    assert len(set(names)) == len(names)
    assert all(one.tabIndex == 0 for one in regions)


@EVERY_FAMILY
def test_a_page_leads_to_its_papers_and_words_and_to_nothing_that_is_not_served(family: str) -> None:
    page = of_family(family)
    links = {one.href for one in every(page, html.A)}
    assert {f"/papers/{name}" for name, paper in PAPERS.items() if paper.family == family} <= links
    assert any(link.startswith("/words#") for link in links)
    written = {link for one in every(page, dcc.Markdown) for link in LINK.findall(one.children)}
    assert all(link.startswith(("http", "/", "#")) for link in written)


def test_a_link_to_a_file_becomes_its_text() -> None:
    (section,) = read("# T\n## S\nSee [the kernel](kernel.py) and [Dash](https://dash.plotly.com).\n").sections
    assert section.blocks[0].text == "See the kernel and [Dash](https://dash.plotly.com)."


def test_tables_are_apart() -> None:
    (section,) = read("# T\n## S\nBefore\n| a |\n|---|\n| 1 |\nAfter\n").sections
    assert [block.is_table for block in section.blocks] == [False, True, False]


def test_the_overview_leads_to_every_family() -> None:
    links = {one.href for one in every(overview(), html.A)}
    assert {f"/methods/{family}" for family in FAMILIES} <= links


@pytest.mark.parametrize("family", ["", "none", "../parallel-jobs"])
def test_a_family_that_nobody_knows(family: str) -> None:
    (head,) = every(of_family(family), html.H1)
    assert head.children == "No such family"
