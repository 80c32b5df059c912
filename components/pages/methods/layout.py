"""What stands on the methods pages: an overview, and a page for each family."""

from typing import Any

from dash import dcc, html

from components.controls.aria import aria
from components.glossary.catalogue import terms_of
from components.pages.methods.readme import Block, Section, readme_of
from engine.papers.catalogue import PAPERS
from engine.study.registry import FAMILIES

PAGE = "methods-page"

WORDS, RESULTS = ("Words", "words"), ("Published against measured", "published")
"""What every page ends with: headings and anchors, which no README has."""


def overview(**_: Any) -> html.Main:
    """The page for "/methods"."""
    return html.Main(
        [
            html.H1("Methods"),
            html.P(
                "What each family of models assumes, the equations and rules that it computes by, and what of the "
                "papers it reproduces. Every model is written twice, once to be read and once to be fast, and both "
                "agree in every number.",
                className="verdict",
            ),
            *(_entry(name) for name in FAMILIES),
            html.P(["What the words mean: ", html.A("Words", href="/words"), "."]),
        ],
        className="text-page",
    )


def of_family(family: str = "", **_: Any) -> html.Main:
    """The page for "/methods/NAME"."""
    if family not in FAMILIES:
        missing = [html.H1("No such family"), html.A("All methods", href="/methods")]
        return html.Main(missing, className="text-page", id=PAGE)
    readme = readme_of(family)
    return html.Main(
        [
            html.P(html.A("All methods", href="/methods")),
            html.H1(readme.title),
            _contents(readme.sections),
            *_create_blocks(readme.before, readme.title),
            *(_create_section(section) for section in readme.sections),
            _words(family),
            _papers(family),
        ],
        className="text-page",
        id=PAGE,
    )


def _entry(family: str) -> html.Section:
    readme = readme_of(family)
    return html.Section(
        [
            html.H2(html.A(readme.title, href=f"/methods/{family}"), className="data-head"),
            html.P(", ".join(policy.title for policy in _distinct(family)), className="picture-text"),
        ]
    )


def _distinct(family: str) -> list[Any]:
    """The policies of a family without those that only vary another one: "Periodic Boost, heuristic B"."""
    return [policy for policy in FAMILIES[family].policies.values() if ", " not in policy.title]


def _contents(sections: list[Section]) -> html.Nav:
    places = [(section.title, section.anchor) for section in sections] + [WORDS, RESULTS]
    links = [html.Li(html.A(title, href=f"#{place}")) for title, place in places]
    return html.Nav(html.Ul(links), className="contents", **aria(label="On this page"))


def _create_section(section: Section) -> html.Section:
    return html.Section([_head(section.title, section.anchor), *_create_blocks(section.blocks, section.title)])


def _head(title: str, place: str) -> html.H2:
    return html.H2(title, id=place, className="data-head")


def _create_blocks(blocks: list[Block], title: str) -> list[html.Div]:
    tables = [block for block in blocks if block.is_table]
    names = {block: f"{title}, table {number}" for number, block in enumerate(tables, start=1)}
    return [_create_block(block, names.get(block, "")) for block in blocks]


def _create_block(block: Block, name: str) -> html.Div:
    text = dcc.Markdown(block.text, mathjax=True)
    if not block.is_table:
        return html.Div(text, className="prose")
    return html.Div(text, className="prose scroller", tabIndex=0, role="region", **aria(label=name))


def _words(family: str) -> html.Section:
    links = [html.Li(html.A(entry.title, href=f"/words#{entry.anchor}")) for entry in terms_of(family)]
    return html.Section([_head(*WORDS), html.Ul(links, className="contents")])


def _papers(family: str) -> html.Section:
    papers = [paper for paper in PAPERS.values() if paper.family == family]
    links = [html.Li(html.A(f"{paper.source}: {paper.title}", href=f"/papers/{paper.name}")) for paper in papers]
    return html.Section([_head(*RESULTS), html.Ul(links)])
