"""Machines allocated to each job over time, each job in a lane of its own, so that it keeps its place for life."""

from itertools import groupby
from typing import Any, NamedTuple

from components.figures.common.instant import instant_line
from components.figures.parallel_jobs.job_groups import Groups, groups_of
from components.figures.parallel_jobs.job_words import words_of_job
from components.figures.parallel_jobs.schedules.unchecked import Tree, Unchecked
from components.looks.theme import FAINT, INK, PAPER, template, tint
from components.looks.tokens import TYPE
from components.words.units import instant
from engine.parallel_jobs.replay.tree import Trace

LISTED = 12
"""Jobs or changes that a hover text names; more would cover the picture."""

FULL = 0.9
"""Height of the most machines that a job has, in lanes."""


class Allocation(NamedTuple):
    """The window of a trace as steps: from each instant on, so many machines for each job that has any."""

    instants: list[float]
    sizes: list[dict[int, int]]

    def totals(self) -> list[int]:
        """Machines of all jobs together from each instant on."""
        return [sum(sizes.values()) for sizes in self.sizes]

    def mean(self) -> float:
        """Time average of the totals over the window."""
        spans = [after - before for before, after in zip(self.instants, self.instants[1:], strict=False)]
        length = sum(spans)
        return sum(span * total for span, total in zip(spans, self.totals(), strict=False)) / length if length else 0.0

    def resizes(self) -> tuple[int, int]:
        """How often a running job lost machines, and how often one gained some."""
        shrunk = expanded = 0
        for before, after in zip(self.sizes, self.sizes[1:], strict=False):
            shrunk += sum(after[job] < before[job] for job in after.keys() & before.keys())
            expanded += sum(after[job] > before[job] for job in after.keys() & before.keys())
        return shrunk, expanded


def rows_of(trace: Trace) -> list[tuple[float, int, int]]:
    """From when on which job has how many machines."""
    sizes = trace["sizes"]
    return list(zip(sizes.get("time", []), sizes.get("job", []), sizes.get("size", []), strict=True))


def allocation_of(trace: Trace) -> Allocation:
    """What the rows `sizes` of a trace add up to, until the window ends; one entry for each instant."""
    begin, end = trace["steps"][0]["time"], trace["steps"][-1]["time"]
    now: dict[int, int] = {}
    instants, sizes = [begin], [now]
    for time, changes in groupby(rows_of(trace), key=lambda row: row[0]):
        now = now | {job: size for _, job, size in changes}
        now = {job: size for job, size in sorted(now.items()) if size}
        if time > instants[-1]:
            instants.append(time)
            sizes.append(now)
        else:
            sizes[-1] = now
    if instants[-1] < end:
        instants.append(end)
        sizes.append(now)
    return Allocation(instants, sizes)


class Share(NamedTuple):
    """A job in its lane, the lowest of which is 0: instants, and from each on its machines, until it has none."""

    job: int
    lane: int
    instants: list[float]
    sizes: list[int]


def shares_of(found: Allocation) -> list[Share]:
    """Every job from its start to its end, in the lowest lane that was free when it started."""
    shares: list[Share] = []
    ends: list[float] = []  # of the last job in each lane
    for job in sorted({job for sizes in found.sizes for job in sizes}, key=lambda job: (_first(found, job), job)):
        rows = [n for n, sizes in enumerate(found.sizes) if job in sizes]
        last = min(rows[-1] + 1, len(found.instants) - 1)
        instants = found.instants[rows[0] : last + 1]
        sizes = [found.sizes[n].get(job, 0) for n in range(rows[0], last + 1)]
        lane = next((n for n, end in enumerate(ends) if end <= instants[0]), len(ends))
        ends[lane : lane + 1] = [instants[-1]]
        shares.append(Share(job, lane, instants, sizes))
    return shares


def _first(found: Allocation, job: int) -> float:
    return next(time for time, sizes in zip(found.instants, found.sizes, strict=True) if job in sizes)


def allocation_tree(trace: Trace, scheme: str) -> Tree:
    """Steps, one lane for each job while it runs, and above all of them together; shape 0 is the current instant."""
    found = allocation_of(trace)
    shares, groups = shares_of(found), groups_of(trace, "wait", scheme)
    machines = len(trace["machine_group"])
    most = max((size for share in shares for size in share.sizes), default=1)
    lanes = 1 + max((share.lane for share in shares), default=0)
    figure = Unchecked()
    for share in shares:
        _add_share(figure, trace, share, most, groups, scheme)
    for words, color in groups.groups:
        marker = {"symbol": "square", "size": 12, "color": color, "opacity": 0.85}
        figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=words, legendgroup=words)
    _add_all(figure, found, machines, scheme)
    first, last = found.instants[0], found.instants[-1]
    figure.update_layout(
        template=template(scheme),
        hovermode="closest",
        shapes=[instant_line(first, scheme), _limit(machines, scheme)],
        annotations=[_limit_words(machines, scheme)],
        margin={"t": 52},
        yaxis={
            "domain": [0.0, 0.74],
            "range": [0, lanes],
            "title": {"text": "Machines of each job"},
            "tickvals": [lane + FULL for lane in range(lanes)] if lanes <= LISTED else [],
            "ticktext": [str(most)] * lanes,
            "zeroline": False,
        },
        yaxis2={
            "domain": [0.8, 1.0],
            "range": [0, 1.06 * machines],
            "title": {"text": "All jobs"},
            "tickvals": [0, machines],
            "anchor": "x",
            "fixedrange": True,
        },
        xaxis={"title": {"text": "Time (s)"}, "range": [first, last]},
    )
    return figure.as_tree()


def _add_share(figure: Unchecked, trace: Trace, share: Share, most: int, groups: Groups, scheme: str) -> None:
    heights = [share.lane + FULL * size / most for size in share.sizes]
    xs, ys = [share.instants[0]], [float(share.lane)]
    for n, (time, height) in enumerate(zip(share.instants, heights, strict=True)):
        xs += [time, time]
        ys += [heights[n - 1] if n else float(share.lane), height]
    xs.append(share.instants[-1])
    ys.append(float(share.lane))
    lines = [f"from {instant(time)}: {size}" for time, size in zip(share.instants, share.sizes, strict=True) if size]
    more = [f"and {len(lines) - LISTED} more changes"] if len(lines) > LISTED else []
    figure.add_scatter(
        x=xs,
        y=ys,
        **groups.area(share.job, scheme),
        text=f"<b>job {share.job + 1}</b>, {words_of_job(trace, share.job)}<br>machines "
        + "<br>".join([*lines[:LISTED], *more]),
        name=f"job {share.job + 1}",
    )


def _add_all(figure: Unchecked, found: Allocation, machines: int, scheme: str) -> None:
    figure.add_scatter(
        x=found.instants,
        y=found.totals(),
        yaxis="y2",
        mode="lines",
        fill="tozeroy",
        fillcolor=tint(INK[scheme], 0.2),
        line={"shape": "hv", "width": 1, "color": INK[scheme]},
        name="all jobs",
        showlegend=False,
        hoverinfo="text",
        hovertext=[_hover(*row, machines) for row in zip(found.instants, found.sizes, strict=True)],
    )


def _hover(time: float, sizes: dict[int, int], machines: int) -> str:
    lines = [f"job {job + 1}: {size}" for job, size in sizes.items()]
    more = [f"and {len(lines) - LISTED} more jobs"] if len(lines) > LISTED else []
    head = f"<b>from {instant(time)}</b>: {sum(sizes.values())} of {machines} machines"
    return "<br>".join([head, *lines[:LISTED], *more])


def _limit(machines: int, scheme: str) -> dict[str, Any]:
    line = {"color": INK[scheme], "width": 1.5, "dash": "dash"}
    return {
        "type": "line",
        "xref": "paper",
        "yref": "y2",
        "x0": 0,
        "x1": 1,
        "y0": machines,
        "y1": machines,
        "line": line,
    }


def _limit_words(machines: int, scheme: str) -> dict[str, Any]:
    return {
        "xref": "paper",
        "yref": "y2",
        "x": 1,
        "xanchor": "right",
        "y": machines,
        "yanchor": "bottom",
        "text": f"all {machines} machines",
        "showarrow": False,
        "font": {"size": TYPE["xs"], "color": INK[scheme]},
        "bgcolor": PAPER[scheme],
        "bordercolor": FAINT[scheme],
        "opacity": 0.9,
    }
