"""What follows what: boxes with arrows from each to the next, and back to the first where it begins again."""

from collections.abc import Sequence

from components.figures.passages.frame import LINE, TOP, WIDTH, drawing, in_lines, words_at

GAP = 22


def draw_flow(title: str, boxes: Sequence[str], is_loop: bool) -> str:
    """The *boxes* from left to right."""
    wide = (WIDTH - GAP * (len(boxes) - 1)) / len(boxes)
    lines = [in_lines(box, wide - 12) for box in boxes]
    high = LINE * max(map(len, lines)) + 20
    middle, bottom = TOP + high / 2, TOP + high
    parts = []
    for n, some in enumerate(lines):
        left = n * (wide + GAP)
        parts.append(f'<rect class="box" x="{left + 1:.1f}" y="{TOP}" width="{wide - 2:.1f}" height="{high}" rx="4"/>')
        parts.append(words_at(left + wide / 2, middle, some, "middle"))
        if n:
            parts.append(_arrow(left - GAP + 3, left - 3, middle))
    if is_loop:
        start, end = WIDTH - wide / 2, wide / 2
        way = f"M{start:.1f} {bottom}v16H{end:.1f}v-12"
        parts.append(f'<path class="arrow" d="{way}m-5 5l5 -6l5 6"/>')
    summary = f"{title}. " + ", then ".join(boxes) + (", and again from the first." if is_loop else ".")
    return drawing(parts, title, summary, bottom + (24 if is_loop else 8))


def _arrow(start: float, end: float, y: float) -> str:
    return f'<path class="arrow" d="M{start:.1f} {y}H{end:.1f}m-6 -5l6 5l-6 5"/>'
