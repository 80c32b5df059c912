"""A relation of two numbers as lines through points, with the points that the words name."""

from collections.abc import Callable, Mapping
from itertools import pairwise

from components.figures.passages.frame import LETTER, TOP, WIDTH, drawing
from components.figures.small.frame import word
from components.figures.small.lines import round_step
from components.looks.theme import JOB_COLORS
from components.words.wording import number

LEFT, RIGHT, DOWN, BOTTOM = 44, 16, 150, 42
DASHES = ("none", "7 4", "2 3")

Place = tuple[float, float]
Places = tuple[Place, ...]


def draw_plot(title: str, lines: Mapping[str, Places], marks: Places, x: str, y: str) -> str:
    """The *lines* by their names, *marks* on them, and what the axes are; both axes begin at 0 or below it."""
    xs = [place[0] for line in lines.values() for place in line]
    ys = [place[1] for line in lines.values() for place in line]
    low, high = min(0.0, *xs), max(xs)
    floor, top = min(0.0, *ys), 1.2 * max(ys)
    across = WIDTH - LEFT - RIGHT

    def at(place: Place) -> Place:
        return LEFT + across * (place[0] - low) / (high - low), TOP + DOWN * (top - place[1]) / (top - floor)

    parts = [_axes((low, high), (floor, top), at)]
    for n, (name, line) in enumerate(lines.items()):
        color = f'style="color:{JOB_COLORS[n]}"'
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in map(at, line))
        parts.append(f'<polyline {color} points="{points}" stroke-dasharray="{DASHES[n % len(DASHES)]}"/>')
        end, height = at(line[-1])
        if name and len(lines) > 1:
            parts.append(word(end - 4, height - 8, name, "end", "name"))
    for place in marks:
        px, py = at(place)
        text = number(place[1])
        is_right = px + 12 + LETTER * len(text) > WIDTH
        parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="5"/>')
        below = any(_passes_below(place, line, is_right) for line in lines.values())  # where the number is not to stand
        up = py - 8 if below else py + 14
        parts.append(word(px - 10 if is_right else px + 10, up, text, "end" if is_right else "start", "name"))
    parts.append(word(LEFT + across / 2, TOP + DOWN + 36, x, "middle"))
    told = "; ".join(
        f"{name or y}: " + ", ".join(f"{number(a)}: {number(b)}" for a, b in line) for name, line in lines.items()
    )
    return drawing(parts, title or y, f"{title or y}, against {x}. {told}.", TOP + DOWN + BOTTOM)


def _passes_below(mark: Place, line: Places, is_left: bool) -> bool:
    """Whether a *line* that has the *mark* is lower beside it, on its left or on its right."""
    for before, after in pairwise(line):
        if is_left and before[0] < mark[0] <= after[0]:
            return before[1] < mark[1]
        if not is_left and before[0] <= mark[0] < after[0]:
            return after[1] < mark[1]
    return False


def _axes(across: tuple[float, float], up: tuple[float, float], at: Callable[[Place], Place]) -> str:
    parts = []
    for low, high, is_x in ((*across, True), (*up, False)):
        step = round_step((high - low) / 4)
        for n in range(int(low // step) + bool(low % step), int(high / step + 1e-9) + 1):
            x, y = at((n * step, up[0]) if is_x else (across[0], n * step))
            text = number(round(n * step, 10))
            if is_x:
                parts.append(word(x, y + 18, text, "middle"))
            else:
                parts.append(
                    f'<path class="grid" d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}"/>' + word(x - 6, y + 4.5, text, "end")
                )
    return "".join(parts)
