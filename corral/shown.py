"""A result in a notebook: title, verdict, thumbnail of the curves, means, and the way to the page."""

from html import escape
from typing import Any

STYLE = (
    ".small-picture{width:400px;max-width:100%;font-size:11px;fill:currentColor}"
    ".small-picture .of-policy{color:var(--light);fill:var(--light)}"
    ".small-picture polyline{fill:none;stroke:currentColor;stroke-width:2.5}.small-picture polygon{opacity:.15}"
    ".small-picture .grid,.small-picture .axis{fill:none;stroke:#bbb}"
    ".small-picture .interval{fill:none;stroke:currentColor;stroke-width:1.5}"
)
"""Of the small pictures, which otherwise have the styles of the page."""

MOST_POLICIES = 8
"""In a thumbnail."""

MOST_ROWS = 20


def shown(result: Any) -> str:
    """The HTML for a `corral.Result`."""
    numbers = result.numbers
    means = result.mean().to_html(max_rows=MOST_ROWS, float_format=lambda value: f"{value:.4g}")
    verdict = result.verdict()
    said = " ".join([verdict, *(one for one in result.caveats if one not in verdict)])
    head = f"<b>{escape(numbers.scenario.title)}</b><br>{escape(said)}"
    # Pages open no policies in Python: then it is the study without them.
    link = result.link() if numbers.scenario.policies == result.study.scenario.policies else result.study.link()
    end = f"{escape(numbers.signature)} · {link._repr_html_()}"
    return f"<p>{head}</p>{_picture(result)}{means}<p>{end}</p>"


def _picture(result: Any) -> str:
    """The curves, or bars where nothing is varied; nothing where neither can be drawn small."""
    from components.figures.small.bars import draw_bars
    from components.figures.small.lines import draw_lines
    from components.looks.theme import LOOKS
    from components.words.wording import first_metric

    scenario = result.numbers.scenario
    policies, metric = tuple(scenario.policies)[:MOST_POLICIES], first_metric(scenario)
    study = scenario.study
    if (
        study.and_vary
        or study.goal
        or study.searched
        or not all(name in LOOKS for name in policies)
        or not result.complete
    ):
        return ""
    draw = draw_lines if study.vary else draw_bars
    return f"<style>{STYLE}</style>{draw(result.numbers, metric, policies, result.verdict())}"
