"""One look: style sheets and plotly take sizes and colors from one place, and texts can be read on every ground."""

import re
from pathlib import Path

import plotly.io as pio
import pytest

from components.looks.theme import template
from components.looks.tokens import COLORS, GROUNDS, MORE_CONTRAST, STEP, TEXTS, TYPE, rem, style_sheet

ASSETS = Path(__file__).parents[3] / "components/assets"
SHEETS = sorted(ASSETS.glob("*.css"))
SET_ELSEWHERE = {"--room", "--sketch-width", "--awaited", "--light", "--dark"}
"""By the components or their scripts, since they differ from one to the next."""

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
LETTERS = re.compile(
    r"(?:inherit|calc\(100% \* var\(--presenter-scale\)\)|(?:calc|clamp|max|min)?\(?.*var\(--type-\w+\).*)"
)


def plain(path: Path) -> str:
    """The sheet without its comments and what it shows as text or address."""
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", path.read_text(), flags=re.DOTALL)


def luminance(color: str) -> float:
    """Relative luminance, as WCAG 2.2 defines it."""
    parts = [int(color[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colors, as WCAG 2.2 defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", COLORS)
@pytest.mark.parametrize("text", TEXTS)
def test_every_text_can_be_read_on_every_ground(scheme: str, text: str) -> None:
    for least, colors in ((4.5, COLORS[scheme]), (7.0, {**COLORS[scheme], **MORE_CONTRAST[scheme]})):
        if least > 4.5 and text not in MORE_CONTRAST[scheme]:
            continue
        for ground in GROUNDS:
            assert contrast(colors[text], colors[ground]) >= least, f"{text} on {ground}"
    assert contrast(COLORS[scheme]["error"], COLORS[scheme]["error-paper"]) >= 4.5


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_sheet_has_no_colors_and_sizes_of_its_own(path: Path) -> None:
    for selector, body in RULE.findall(plain(path)):
        for line in filter(None, map(str.strip, body.split(";"))):
            name, _, value = (part.strip() for part in line.partition(":"))
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(", value), f"{selector}: {line}"
            if name == "font-size":
                assert LETTERS.fullmatch(value), f"{selector}: {line}"
            if name == "color" and re.search(r"(?:^|[\s>])a\s*$", selector.strip()):
                assert value in ("var(--link)", "var(--ink)", "inherit"), f"{selector}: {line}"


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_room_is_measured_in_steps(path: Path) -> None:
    for selector, body in RULE.findall(plain(path)):
        for name, value in re.findall(r"(?:^|[\s;])((?:margin|padding|(?:column-|row-)?gap)[a-z-]*):([^;]*)", body):
            for found in re.findall(r"(-?\d+(?:\.\d+)?)px", value):
                assert float(found) % STEP == 0, f"{selector}: {name}: {value}"


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_what_comes_into_a_page_does_not_ask_for_all_of_its_styles(path: Path) -> None:
    """A `:not()` in a `:has()` makes Chromium look at every `:has()` anew for each element that comes or goes, and one
    that ends in no class, id or attribute at every element; plotly measures each text in between."""
    for selectors, _ in RULE.findall(plain(path)):
        for asked in re.findall(r":has\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)", selectors):
            assert ":not(" not in asked, f"{selectors.strip()}: say :not(:has(...)), or set a class"
        bare = selectors
        while "(" in bare:
            bare = re.sub(r"\([^()]*\)", "", bare)
        for one in filter(lambda one: ":has" in one, bare.split(",")):
            assert re.match(r"[\w.#\[]", re.split(r"[\s>~+]+", one.strip())[-1]), f"{one.strip()}: ends in anything"


def test_every_variable_that_is_used_is_there() -> None:
    text = style_sheet() + "".join(map(plain, SHEETS))
    there = set(re.findall(r"(--[a-z0-9-]+):", text)) | SET_ELSEWHERE
    used = set(re.findall(r"var\((--[a-z0-9-]+)", text))
    assert {name for name in used - there if not name.startswith("--mantine-")} == set()


def test_figures_have_no_sizes_of_type_of_their_own() -> None:
    figures = sorted((ASSETS.parent / "figures").rglob("*.py"))
    assert len(figures) > 50
    for path in figures:
        assert not re.search(r"font\w*\W{1,6}(?:size\W+)?\d\d", path.read_text()), path.name


def test_there_are_five_sizes_and_none_is_too_small() -> None:
    assert len(TYPE) == 5
    assert min(TYPE.values()) >= 13
    assert [rem(size) for size in ("md", "sm")] == ["1rem", "0.875rem"]


@pytest.mark.parametrize("scheme", COLORS)
def test_plotly_has_the_same_sizes_and_colors(scheme: str) -> None:
    layout = pio.templates[template(scheme)].layout
    assert (layout.font.size, layout.hoverlabel.font.size) == (TYPE["sm"], TYPE["xs"])
    assert (layout.font.color, layout.paper_bgcolor) == (COLORS[scheme]["ink"], COLORS[scheme]["paper"])
    assert layout.xaxis.gridcolor == COLORS[scheme]["grid"]
