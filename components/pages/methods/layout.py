"""What stands on the methods pages: an overview, and a page for each family."""

import re
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from dash import dcc, html

import engine
from components.controls.aria import aria
from components.glossary.anchor import anchor
from components.glossary.catalogue import terms_of
from engine.papers.catalogue import PAPERS
from engine.study.registry import FAMILIES

FILE_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|/|#)[^)]*\)")
"""A link to a file, which the page does not serve."""


class Block(NamedTuple):
    """Markdown with equations: a text, or one table."""

    text: str
    is_table: bool


class Section(NamedTuple):
    """A heading with its anchor, and what stands below it."""

    anchor: str
    title: str
    blocks: list[Block]


class Readme(NamedTuple):
    """Title, what stands before the first heading, and the sections."""

    title: str
    before: list[Block]
    sections: list[Section]


@cache
def readme_of(family: str) -> Readme:
    """The README of the *family* with this name."""
    path = Path(engine.__file__).parent / family.replace("-", "_") / "README.md"
    return read(path.read_text(encoding="utf-8"))


def read(text: str) -> Readme:
    """A README that begins with "# Title", in parts; without the comments that say where tables are written into it."""
    text = re.sub(r"^<!--.*-->\n", "", text, flags=re.MULTILINE)
    title, _, rest = text.removeprefix("# ").partition("\n")
    before, *parts = re.split(r"^## ", FILE_LINK.sub(r"\1", rest), flags=re.MULTILINE)
    return Readme(title.strip(), _blocks(before), [_section(part) for part in parts])


def _section(text: str) -> Section:
    title, _, rest = text.partition("\n")
    return Section(anchor(title), title.strip(), _blocks(rest))


def _blocks(text: str) -> list[Block]:
    """Tables apart, since a wide one scrolls by itself."""
    runs = groupby(text.splitlines(), key=lambda line: line.startswith("|"))
    blocks = [Block("\n".join(lines), is_table) for is_table, lines in runs]
    return [block for block in blocks if block.text.strip()]


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
