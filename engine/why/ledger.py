"""The account of a difference: who gains, from what and when, over all replications of a point."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from engine.contract.entries import Entries
from engine.metrics.catalogue import metric_of
from engine.statistics.means import Estimate, estimate
from engine.statistics.steadiness import settles
from engine.study.registry import FAMILIES
from engine.why.episodes import Episodes, episodes, summed_up
from engine.why.extremes import Extreme, extremes
from engine.why.paired import SAME, Paired, paired
from engine.why.states import episodes_of_states

POINTS = 400
"""Of a curve, at most."""

MOST_GROUPS = 40
"""Groups of one kind, at most; the rarest of more are left out."""

PER_DECADE, LEAST, MOST = 5, -3, 10
"""Classes of the distribution of differences: so many in each power of ten, from the first to the last."""

EDGES = 10.0 ** (np.arange(PER_DECADE * LEAST, PER_DECADE * MOST + 1) / PER_DECADE)


SIDES = ("A", "B")
"""What two scenarios are called that are held against each other."""


EntriesOf = Callable[[Any, str, int], Entries]
"""(scenario of one point, policy, replication) -> what its jobs, or iterations, bring to metrics."""


class Group(NamedTuple):
    """Entries that have something in common: how many of a replication, their mean difference, and what they bring."""

    name: str
    entries: float
    mean: Estimate
    brought: Estimate


class Ledger(NamedTuple):
    """Why the second of two policies differs from the first.

    Attributes
    ----------
    policies, metric, kind : what is held against what; kind is "job" or "iteration"
    entries : how many there are in a replication
    values : of each policy
    difference : second less first, in the unit of the metric
    parts : {name: what it brings to the difference}; with `counted` they are the whole of it
    counted : what comes from entries that are counted under one of the two alone
    less, same, more : shares of the entries whose value under the second policy is less, the same or more
    position : (P,), numbers of entries up to which the curves are, from 1
    first, low, high : (P,), cumulative difference in the first replication, and the least and largest of all
    spread : [low edge, high edge, entries in it over all replications] of the distribution of differences
    groups : {what it is: groups}
    episodes : those of the first replication; None where states are more than who runs since when
    most_less, most_more : entries of the first replication that differ most, see `extremes`
    unsettled : the policies under which the queue does not settle: then there are no intervals
    """

    policies: tuple[str, str]
    metric: str
    kind: str
    entries: int
    values: tuple[Estimate, Estimate]
    difference: Estimate
    parts: dict[str, Estimate]
    counted: Estimate
    less: Estimate
    same: Estimate
    more: Estimate
    position: list[int]
    first: list[float]
    low: list[float]
    high: list[float]
    spread: list[tuple[float, float, int]]
    groups: dict[str, list[Group]]
    most_less: list[Extreme]
    most_more: list[Extreme]
    episodes: Episodes | None = None
    unsettled: tuple[str, ...] = ()

    def without_intervals(self, unsettled: tuple[str, ...]) -> "Ledger":
        """The same, if there are any *unsettled* policies without any interval: there is nothing that it would hold."""
        if not unsettled:
            return self

        def bare(one: Any) -> Any:
            if isinstance(one, Estimate):
                return one._replace(low=np.nan, high=np.nan)
            if isinstance(one, Group):
                return Group(*map(bare, one))
            if isinstance(one, dict):
                return {name: bare(value) for name, value in one.items()}
            return [bare(value) for value in one] if isinstance(one, list) else one

        values = bare(self.values[0]), bare(self.values[1])
        return Ledger(*map(bare, self))._replace(values=values, unsettled=unsettled)

    def tree(self) -> dict[str, Any]:
        """As JSON; what is not a number is null."""
        found: dict[str, Any] = self._asdict()
        for name, value in found.items():
            if isinstance(value, Estimate):
                found[name] = _plain(value)
        found["unit"] = metric_of(self.metric).unit
        found["values"] = [_plain(one) for one in self.values]
        found["parts"] = {name: _plain(one) for name, one in self.parts.items()}
        for name in ("most_less", "most_more"):
            found[name] = [one._asdict() for one in found[name]]
        if self.episodes:
            found["episodes"] = self.episodes._asdict() | {"largest": [one._asdict() for one in self.episodes.largest]}
        found["groups"] = {
            kind: [
                {"name": one.name, "entries": one.entries, "mean": _plain(one.mean), "brought": _plain(one.brought)}
                for one in groups
            ]
            for kind, groups in self.groups.items()
        }
        return found


def _plain(one: Estimate) -> dict[str, float | None]:
    return {name: None if value != value else value for name, value in one._asdict().items()}


def metrics_told(scenario: Any, policy: str, entries: EntriesOf | None = None) -> tuple[str, ...]:
    """The metrics of which a ledger can be made; computes a replication."""
    return tuple(one.metric for one in (entries or entries_of(scenario))(scenario, policy, 0).measures)


def entries_of(scenario: Any) -> EntriesOf:
    """What the family of a *scenario* tells of single jobs, or iterations; `ValueError` if it tells nothing."""
    found: EntriesOf | None = FAMILIES[scenario.family].runs.entries
    if found is None:
        raise ValueError("models of this family do not tell what single jobs bring to a metric")
    return found


def ledger(
    scenario: Any,
    policies: tuple[str, str],
    metric: str | None = None,
    replications: int | None = None,
    other: Any = None,
    follows_states: bool = True,
    entries: EntriesOf | None = None,
) -> Ledger:
    """The ledger of two *policies* of the *scenario* of one point, over the first so many replications (all).

    With *other*, the second policy is that of another scenario, whose jobs, or iterations, are the same ones; the two
    are called `SIDES` then. Without *follows_states* episodes are told where they are told at once alone: to follow
    states takes some seconds. Who has policies of his own has *entries* of his own, too.

    `ValueError` says why there is none: a metric that is no mean over jobs or iterations.
    """
    told_by, sides = entries or entries_of(scenario), (scenario, other or scenario)
    # All blocks of a log come of one replay.
    count = 1 if scenario.blocks else replications or scenario.study.replications

    sums, drifts, kind, named = [], [], "", metric
    told: Episodes | None = None
    for replication in range(count):
        one, against = (told_by(*side, replication) for side in zip(sides, policies, strict=True))
        kind, named = one.kind, named or one.measures[0].metric
        drifts.append((one.drift, against.drift))
        pair = paired(one, against, named)
        sums.append(_sums(pair))
        told = told if replication else _episodes(one, against, pair, follows_states)
    names = policies if other is None else SIDES
    found = combine(names, str(named), kind, sums)
    drift = np.array(drifts)
    grows = [not (side.ends or settles(*drift[:, n].T)) for n, side in enumerate(sides)]
    # The state of another cluster is another one, whoever runs on it.
    found = found._replace(episodes=None if other else told)
    return found.without_intervals(tuple(name for name, one in zip(names, grows, strict=True) if one))


class _Sums(NamedTuple):
    """What is kept of a replication."""

    entries: int
    values: tuple[np.ndarray, np.ndarray]
    brought: dict[str, np.ndarray]
    counted: np.ndarray
    shares: tuple[float, float, float]
    position: np.ndarray
    curve: np.ndarray
    spread: np.ndarray
    groups: dict[str, dict[str, tuple[int, float, float]]]
    extremes: tuple[list[Extreme], list[Extreme]]


def _episodes(one: Entries, other: Entries, pair: Paired, follows_states: bool) -> Episodes | None:
    if one.block is not None:
        return None
    brought = pair.difference * pair.weight
    if one.stays and other.stays:
        is_shared = one.stays.is_shared or other.stays.is_shared
        return summed_up(episodes(one.stays, other.stays, brought))._replace(is_shared=is_shared)
    if not follows_states or one.states is None or other.states is None:
        return None
    mine, yours = one.states(), other.states()
    if mine is None or yours is None:
        return None
    return summed_up(episodes_of_states(mine, yours, brought))._replace(followed=one.followed)


def _sums(pair: Paired) -> _Sums:
    count = len(pair.difference)
    position = np.unique(np.linspace(1, count, min(POINTS, count)).astype(int))
    there = pair.difference[pair.common]
    same = abs(there) <= SAME * pair.scale[pair.common]
    total = max(len(there), 1)
    shares = ((there < 0) & ~same).sum() / total, same.sum() / total, ((there > 0) & ~same).sum() / total
    size = np.clip(abs(there[~same]), EDGES[0], EDGES[-1] * (1 - 1e-12))
    counts = [np.histogram(size[sign * there[~same] > 0], EDGES)[0] for sign in (-1, 1)]
    spread = np.concatenate([counts[0][::-1], [same.sum()], counts[1]])
    groups = {kind: _of_groups(pair, names) for kind, names in pair.groups.items()}
    curve = np.cumsum(pair.difference)[position - 1] * pair.weight
    kept = count, pair.values, pair.brought, pair.counted, shares, position, curve, spread, groups
    return _Sums(*kept, extremes(pair))


def _of_groups(pair: Paired, names: np.ndarray) -> dict[str, tuple[int, float, float]]:
    """{name: entries, their mean difference, what they bring}, of those that are counted."""
    found = {}
    for name in dict.fromkeys(names.tolist()):
        own = pair.difference[(names == name) & pair.common]
        if len(own):
            found[name] = (len(own), float(own.mean()), float(own.sum() * pair.weight))
    return found


def combine(policies: tuple[str, str], metric: str, kind: str, sums: Sequence[_Sums]) -> Ledger:
    """Put the replications together."""

    def over(values: Iterable[np.ndarray | float]) -> Estimate:
        return estimate(np.concatenate([np.atleast_1d(one) for one in values]).astype(np.float64))

    def of_metric(values: Iterable[np.ndarray | float]) -> Estimate:
        return over(values).within(metric_of(metric).least, metric_of(metric).greatest)

    names = dict.fromkeys(name for one in sums for name in one.brought)
    nothing = {len(one.counted): np.zeros(len(one.counted)) for one in sums}
    shortest = min(sums, key=lambda one: len(one.position))
    curves = np.array([one.curve[: len(shortest.position)] for one in sums])
    counts = np.sum([one.spread for one in sums], axis=0)
    edges = np.concatenate([-EDGES[::-1], EDGES])
    spread = [(float(edges[n]), float(edges[n + 1]), int(count)) for n, count in enumerate(counts.tolist()) if count]
    spread = [(0.0, 0.0, n) if low < 0 < high else (low, high, n) for low, high, n in spread]
    return Ledger(
        policies,
        metric,
        kind,
        sums[0].entries,
        (of_metric(one.values[0] for one in sums), of_metric(one.values[1] for one in sums)),
        over(one.values[1] - one.values[0] for one in sums),
        {name: over(one.brought.get(name, nothing[len(one.counted)]) for one in sums) for name in names},
        over(one.counted for one in sums),
        over(one.shares[0] for one in sums).within(0.0, 1.0),
        over(one.shares[1] for one in sums).within(0.0, 1.0),
        over(one.shares[2] for one in sums).within(0.0, 1.0),
        shortest.position.tolist(),
        sums[0].curve[: len(shortest.position)].tolist(),
        curves.min(axis=0).tolist(),
        curves.max(axis=0).tolist(),
        spread,
        {kind: _groups(kind, sums) for kind in sums[0].groups},
        *sums[0].extremes,
    )


ORDER = ("shortest quarter", "first quarter", "second quarter", "third quarter", "longest quarter", "last quarter")


def _groups(kind: str, sums: Sequence[_Sums]) -> list[Group]:
    names = list(dict.fromkeys(name for one in sums for name in one.groups[kind]))
    there = {name: [one.groups[kind].get(name) for one in sums] for name in names}
    size = {name: sum(one[0] for one in rows if one) / len(sums) for name, rows in there.items()}
    kept = sorted(names, key=lambda name: -size[name])[:MOST_GROUPS]

    def place(name: str) -> tuple[int, int]:
        if name in ORDER:
            return ORDER.index(name), 0
        first = name.split(" ")[0]
        return (0, int(first)) if kind == "size" and first.isdigit() else (0, names.index(name))

    return [
        Group(
            name,
            size[name],
            estimate(np.array([one[1] if one else np.nan for one in there[name]])),
            estimate(np.array([one[2] if one else 0.0 for one in there[name]])),
        )
        for name in sorted(kept, key=place)
    ]
