"""A metric of several policies at one point: bars that can be read without an axis."""

from math import isnan

from components.figures.small.frame import HEIGHT, TOP, WIDTH, drawing, heading, of_policy, word
from components.words.policy_names import marked
from components.words.wording import number, shown_metric
from engine.results.result import Result

NAMES, VALUES = 72, 56
"""Room for names before the bars, and for numbers behind the longest; long ones take more."""

LETTER = 8


def draw_bars(result: Result, metric: str, policies: tuple[str, ...], summary: str, point: int = 0) -> str:
    """Means with their 95 % intervals, in the order of *policies*."""
    words = shown_metric(metric, result)
    found = {policy: result.estimate(point, policy, metric).times(words.scale) for policy in policies}
    longest = max(one.mean for one in found.values())
    texts = {policy: number(one.mean, 2) for policy, one in found.items()}
    names = max(NAMES, *(LETTER * len(marked(policy)) + 6 for policy in policies))
    values = max(VALUES, *(LETTER * len(text) + 8 for text in texts.values()))
    room, step = WIDTH - names - values, (HEIGHT - TOP - 8) / len(policies)
    parts = [heading(words.axis, words.title)]
    for n, (policy, one) in enumerate(found.items()):
        middle, width = TOP + (n + 0.5) * step, max(1.0, room * one.mean / longest)
        bar = f'<rect x="{names}" y="{middle - 0.3 * step:.1f}" width="{width:.1f}" height="{0.6 * step:.1f}"/>'
        ends = [names + room * end / longest for end in (one.low, one.high)]
        is_known = not isnan(one.low)
        whisker = f'<path class="interval" d="M{ends[0]:.1f} {middle:.1f}H{ends[1]:.1f}"/>' if is_known else ""
        name = word(names - 6, middle + 4, marked(policy), "end", "name")
        value = word(max(names + width, ends[1] if is_known else 0) + 6, middle + 4, texts[policy])
        parts.append(of_policy(policy, [name, bar]) + whisker + value)
    return drawing(parts, summary)
