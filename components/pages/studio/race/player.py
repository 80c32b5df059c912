"""What the player in the browser needs of a race: one list of instants, and what each policy says at each of them."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from components.pages.studio.race.parted import Parted

MOST_TOLD = 1_500
"""Events of all policies together of which the reasons are told; of more only where decisions differ."""

MOST_STEPS = 6_000
"""Instants of the player; in overload there can be more, and the first ones are played."""


def play(
    events: Mapping[str, Sequence[float]],
    found: Sequence[Parted],
    said: Callable[[str, int], str],
    reason: Callable[[str, int, tuple[int, ...]], list[str]],
) -> dict[str, Any]:
    """The union of the *events* (s, ascending, by policy) of all.

    *said* tells in few words how things stand under a policy after its event of that number, -1 before the first one;
    *reason* when, what and why, about those jobs first of which the policies decide otherwise then.

    In what comes out `told` is, by policy, which of its reasons is the last one at each instant; `parted` are the steps
    at which the policies differ, with a sentence on each. `first`, `earliest` and `further` are there for families in
    which one can travel to jobs before and behind the window.
    """
    times = sorted({time for own in events.values() for time in own})[:MOST_STEPS]
    jobs = {one.moment.time: one.moment.jobs for one in found}
    last = {policy: [bisect_right(own, time) - 1 for time in times] for policy, own in events.items()}
    is_short = sum(map(len, events.values())) <= MOST_TOLD
    wanted = {policy: {n for n, time in zip(last[policy], times, strict=True) if time in jobs} for policy in events}
    where = {time: n for n, time in enumerate(times)}
    return {
        "steps": [{"time": time, "kind": "race"} for time in times],
        "said": [
            "; ".join(f"{policy}: {said(policy, last[policy][n])}" for policy in events) + "."
            for n in range(len(times))
        ],
        "racers": list(events),
        "told": last,
        "reasons": {
            policy: [
                reason(policy, n, jobs.get(time, ())) if is_short or n in wanted[policy] else None
                for n, time in enumerate(own)
            ]
            for policy, own in events.items()
        },
        "first": 1,
        "earliest": None,
        "further": None,
        "parted": [
            {"step": where[one.moment.time], "jobs": one.moment.jobs, "said": one.said}
            for one in found
            if one.moment.time in where
        ],
    }
