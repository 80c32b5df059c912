"""What Compare says and draws as plain HTML, in the first answer of the server: readable before Dash has come.

`first_picture.js` takes it away when the live picture is drawn.
"""

from collections.abc import Mapping
from html import escape

from components.controls.metric import metric_choices
from components.figures.common.plain import plain_picture
from components.pages.compare import sides
from components.pages.compare.address import Shown, read
from components.pages.compare.answer import create_overlay
from components.pages.compare.ids import COMMON, SIDES
from components.pages.compare.notes import all_notes
from components.pages.compare.parts import folded
from components.pages.compare.sentences import findings, unbroken
from components.pages.compare.sides import told_apart
from components.pages.compare.view import Several, common_metrics
from components.visits.answers import known_result
from engine.results.result import Result
from workers.client import UNREACHABLE

SCHEMES = ("light", "dark")


def first_answer(asked: Mapping[str, str]) -> str:
    """Names, sentences and curves for an address with the parameters *asked*; "" where a link has a problem, where a
    side is not computed, and in presenter mode, which hides the answer until somebody asks."""
    if "present" in asked:
        return ""
    chosen, problems = sides.opened(*(asked.get(side.lower()) for side in SIDES))
    if any(problems.values()):
        return ""
    try:
        known = {side: known_result(sides.scenario_in(one["link"])) for side, one in chosen.items()}
    except UNREACHABLE:
        return ""  # the page says so when it is there
    results = {side: result for side, result in known.items() if result is not None and result.complete}
    if len(results) < len(chosen):
        return ""
    return _draw(chosen, results, read(asked, *results.values()))


def _draw(chosen: dict[str, dict[str, str]], results: dict[str, Result], wanted: Shown) -> str:
    shown = Several(results, wanted.metric, wanted.slices)
    titles = told_apart(chosen)
    names = "".join(
        f'<span class="side-name side-{side.lower()}"><b>{side}</b> {escape(titles[side])}</span>' for side in chosen
    )
    drawn = {
        scheme: plain_picture(create_overlay(shown, scheme, wanted.span == COMMON), scheme) or "" for scheme in SCHEMES
    }
    picture = "".join(f'<div class="of-{scheme}">{one}</div>' for scheme, one in drawn.items())
    found, told = [one for view in shown.pairs for one in findings(view)], all_notes(shown.pairs)
    more = f'<details class="more of-narrow"><summary>More</summary><div>{_lines(folded(found, told))}</div></details>'
    return (
        '<div class="compare first-compare"><div class="compare-sides"><p class="first-title">Choose studies</p></div>'
        f'<div class="answer"><p class="compare-head">{names}</p>'
        f'<div class="verdict">{_lines(found)}</div>'
        f'<div class="first-ways"></div><div class="picture-text compare-notes">{_lines(told)}</div>{more}'
        f'<div class="picture-choice with-head"><h2>Curves</h2>'
        f'<div class="first-metric">{escape(_label(shown))}</div></div>'
        f'<div class="picture shape-curves">{picture}</div></div><div class="compare-inputs"></div></div>'
    )


def _lines(sentences: list[str]) -> str:
    return "".join(f"<p>{escape(unbroken(one))}</p>" for one in sentences)


def _label(shown: Several) -> str:
    """The metric as the switch calls it."""
    groups = metric_choices(common_metrics(*shown.results.values()))
    return {item["value"]: item["label"] for group in groups for item in group["items"]}[shown.metric]
