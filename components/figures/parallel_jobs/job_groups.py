"""By what the jobs of a replay are colored: their class, their size, or how long they waited."""

from bisect import bisect_left
from typing import Any, Literal, NamedTuple

from components.figures.parallel_jobs.job_words import span
from components.looks.theme import JOB_COLORS, PAPER, tint
from engine.parallel_jobs.replay.tree import Trace

By = Literal["wait", "size", "class"]

COLORED_BY: dict[By, str] = {"wait": "Wait", "size": "Machines", "class": "Class"}
"""What can be chosen, and what it is called; the first is the usual one."""

SIZES = {
    "light": ("#A9CFE8", "#6AAED6", "#3182BD", "#0F5A9C", "#08306B"),
    "dark": ("#24506E", "#3A7CA8", "#63A7D3", "#9CCBEC", "#DCF0FC"),
}
"""From few machines to many: the farther from the paper, the more."""

WAITS = {
    "light": ("#AEB6C0", "#F4B266", "#DD6B1F", "#8F2D0A"),
    "dark": ("#6A727D", "#A4571B", "#EE8A3C", "#FFD3A1"),
}
"""Of who did not wait, and from short waits to long ones."""

ROUND = ((1, (1, 5, 15, 30)), (60, (1, 5, 15, 30)), (3600, (1, 3, 6, 12)), (86_400, (1, 2, 5, 10, 30, 100, 1000)))
SECONDS = tuple(step * unit for unit, steps in ROUND for step in steps)
"""Round waits, s, between which jobs are told apart."""


class Group(NamedTuple):
    """Jobs of one color, and what they have in common, in words."""

    words: str
    color: str


class Groups(NamedTuple):
    """The groups in the order of the legend, and to which one each job belongs."""

    groups: list[Group]
    of: dict[int, int]

    def color(self, job: int) -> str:
        """The color of *job*."""
        return self.groups[self.of[job]].color

    def words(self, job: int) -> str:
        """What *job* has in common with those of its color."""
        return self.groups[self.of[job]].words

    def area(self, job: int, scheme: str) -> dict[str, Any]:
        """How a filled trace of *job* looks in every picture, and what the page needs to find it there."""
        return {
            "mode": "lines",
            "fill": "toself",
            "fillcolor": tint(self.color(job), 0.85),
            "line": {"color": PAPER[scheme], "width": 1},  # a thin gap between neighbors of one color
            "hoveron": "fills",
            "hoverinfo": "text",
            "legendgroup": self.words(job),
            "showlegend": False,
            "meta": {"job": job},
        }


def groups_of(trace: Trace, by: By, scheme: str) -> Groups:
    """The jobs that wait or run in the window of a trace, by their color."""
    if by == "class":
        return _by_class(trace)
    return _by_size(trace, scheme) if by == "size" else _by_wait(trace, scheme)


def waits_until_start(trace: Trace) -> dict[int, float]:
    """From arrival to start, s, of each job of the window that was taken."""
    here = trace["present"]
    rows = zip(here["job"], here["arrival"], here["start"], strict=True)
    return {job: start - arrival for job, arrival, start in rows if start is not None}


def _by_class(trace: Trace) -> Groups:
    here = trace["present"]
    there = sorted(set(here["kind"]))
    groups = [Group(trace["kinds"][kind], JOB_COLORS[kind % len(JOB_COLORS)]) for kind in there]
    return Groups(groups, {job: there.index(kind) for job, kind in zip(here["job"], here["kind"], strict=True)})


def _by_size(trace: Trace, scheme: str) -> Groups:
    here, colors = trace["present"], SIZES[scheme]
    sizes = sorted({size for size in here["size"] if size})
    parts = min(len(colors), len(sizes))  # each size by itself if they are few
    ends = [sizes[(n + 1) * len(sizes) // parts - 1] for n in range(parts)]
    begins = [sizes[n * len(sizes) // parts] for n in range(parts)]
    shades = [colors[round(n * (len(colors) - 1) / max(1, len(ends) - 1))] for n in range(len(ends))]
    groups = [
        Group(f"{low if low == high else f'{low}–{high}'} machine{'' if high == 1 else 's'}", shade)
        for low, high, shade in zip(begins, ends, shades, strict=True)
    ]
    of = {job: bisect_left(ends, size) for job, size in zip(here["job"], here["size"], strict=True)}
    return Groups(groups or [Group("no machines", colors[0])], of)


def _by_wait(trace: Trace, scheme: str) -> Groups:
    waits, colors = waits_until_start(trace), WAITS[scheme]
    long = sorted(wait for wait in waits.values() if wait > 0)
    thirds = [long[n * len(long) // 3] for n in (1, 2)] if long else []
    edges = sorted({edge for third in thirds for edge in SECONDS[bisect_left(SECONDS, third) :][:1] if edge < long[-1]})
    words = [f"up to {span(edge)}" for edge in edges] + ([f"over {span(edges[-1])}"] if edges else ["waited"])
    groups = [Group("no wait", colors[0])]
    if long:
        groups += [Group(text, colors[len(colors) - len(words) + n]) for n, text in enumerate(words)]
    of = dict.fromkeys(trace["present"]["job"], 0)
    return Groups(groups, of | {job: 1 + bisect_left(edges, wait) for job, wait in waits.items() if wait > 0})
