"""A sweep over two fields as cells: the best policy of each, or a number that is the darker the larger it is."""

from collections.abc import Callable

from components.figures.small.frame import BOTTOM, HEIGHT, LEFT, WIDTH, drawing, of_policy, word
from components.looks.theme import LOOKS
from components.words.verdicts.leaders import best_policy
from components.words.wording import capital, field_words, metric_words, number, shown_metric
from engine.results.result import Result

GAP = 2
TOP = 42
"""Below two lines of words."""

DOWN = HEIGHT - TOP - BOTTOM
UNCLEAR, UNSETTLED = "=", "–"


def draw_best(result: Result, metric: str, summary: str) -> str:
    """The marker of the policy that is shown to be best at each point, "=" where none is."""

    def cell(point: int, box: str, x: float, y: float) -> str:
        best = best_policy(result, point, metric)
        if not best:
            return f'<rect class="nothing" {box}/>{word(x, y, UNSETTLED if best is None else UNCLEAR, "middle")}'
        return of_policy(best, [f'<rect class="cell" {box}/>', word(x, y, LOOKS[best].glyph, "middle", "name")])

    return _draw(result, cell, f"Best {metric_words(metric).title}", summary)


def draw_values(result: Result, metric: str, policy: str, summary: str) -> str:
    """The *metric* of one policy at each point."""
    words = shown_metric(metric, result)
    means = [result.estimate(n, policy, metric).mean * words.scale for n in range(len(result.points))]
    largest = max(abs(one) for one in means)

    def cell(point: int, box: str, x: float, y: float) -> str:
        share = 0.55 * abs(means[point]) / largest
        color = f'<rect class="cell" style="opacity:{share:.2f}" {box}/>'
        return of_policy(policy, [color]) + word(x, y, number(round(means[point])), "middle")

    return _draw(result, cell, capital(words.axis), summary)


def _draw(result: Result, cell: Callable[[int, str, float, float], str], title: str, summary: str) -> str:
    across, up = result.scenario.study.sweep
    wide = (WIDTH - LEFT - 8) / len(across.values)
    high = DOWN / len(up.values)
    parts = [word(0, 14, title, kind="title"), word(0, 32, f"↑ {capital(_plain(result, up.field))}", kind="title")]
    for n, value in enumerate(up.values):
        parts.append(word(LEFT - 6, TOP + DOWN - (n + 0.5) * high + 4, number(value), "end"))
    for n, value in enumerate(across.values):
        parts.append(word(LEFT + (n + 0.5) * wide, TOP + DOWN + 16, number(value), "middle"))
    for point in range(len(result.points)):
        row, column = divmod(point, len(across.values))
        left, top = LEFT + column * wide, TOP + DOWN - (row + 1) * high
        box = f'x="{left:.1f}" y="{top:.1f}" width="{wide - GAP:.1f}" height="{high - GAP:.1f}"'
        parts.append(cell(point, box, left + (wide - GAP) / 2, top + high / 2 + 4))
    axis = capital(field_words(result.scenario, across.field))
    parts.append(word(LEFT + (WIDTH - LEFT - 8) / 2, HEIGHT - 6, axis, "middle", "title"))
    return drawing(parts, summary)


def _plain(result: Result, path: str) -> str:
    return field_words(result.scenario, path).partition(" (")[0]
