"""Numbers side by side as bars with their names."""

from collections.abc import Mapping

from components.figures.passages.frame import LETTER, TOP, WIDTH, drawing, in_lines, words_at
from components.figures.small.frame import word
from components.words.wording import number

NAMES, ROW = 136, 36


def draw_bars(title: str, bars: Mapping[str, float], unit: str) -> str:
    """The *bars* from above, the least of them from 0."""
    texts = {name: f"{number(value)} {unit}".rstrip() for name, value in bars.items()}
    room = WIDTH - NAMES - LETTER * max(map(len, texts.values())) - 10
    longest = max([abs(value) for value in bars.values()]) or 1.0
    parts = []
    for n, (name, value) in enumerate(bars.items()):
        middle, wide = TOP + (n + 0.5) * ROW, max(1.0, room * abs(value) / longest)
        parts.append(words_at(0, middle, in_lines(name, NAMES)))
        parts.append(f'<rect class="bar" x="{NAMES}" y="{middle - 11:.1f}" width="{wide:.1f}" height="22"/>')
        parts.append(word(NAMES + wide + 6, middle + 4.5, texts[name]))
    summary = f"{title}. " + ", ".join(f"{name}: {text}" for name, text in texts.items()) + "."
    return drawing(parts, title, summary, TOP + len(bars) * ROW + 4)
