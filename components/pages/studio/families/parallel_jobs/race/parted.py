"""What the policies of a race decide about jobs, in words."""

from collections.abc import Hashable

from components.pages.studio.race.parted import Told
from engine.contract.course import GONE, Change
from engine.parallel_jobs.replay.course import ENDED, REJECTED, STOPPED, Held, course_of
from engine.parallel_jobs.replay.tree import Trace

Traces = dict[str, Trace]

PLAIN: dict[Hashable, str] = {ENDED: "ends", STOPPED: "loses its machines", REJECTED: "is not taken", GONE: "was gone"}


def told_of(traces: Traces) -> Told:
    """The courses of the jobs under each policy, and words for what changes in them."""
    names = {policy: [group["name"] for group in trace["groups"]] for policy, trace in traces.items()}

    def words(policy: str, change: Change | None, before: Change | None) -> str:
        return words_of(change, before, names[policy])

    return Told({policy: course_of(trace) for policy, trace in traces.items()}, words)


def words_of(change: Change | None, before: Change | None, groups: list[str]) -> str:
    """What a policy does with a job that had what it had *before*."""
    had = before.what if before else None
    if change is None:
        return "goes on" if isinstance(had, Held) else "waits"
    if not isinstance(change.what, Held):
        return PLAIN[change.what]
    has = change.what
    there = [f"{count} {name}" for name, count in zip(groups, has.machines, strict=True) if count]
    of = f" ({', '.join(there)})" if len(groups) > 1 else ""
    on = f"{has.size} machine{'' if has.size == 1 else 's'}{of}"
    if not isinstance(had, Held):
        return f"starts on {on}"
    if had.size != has.size:
        return f"{'shrinks' if has.size < had.size else 'expands'} to {on}"
    if had.machines != has.machines:
        return f"moves to {on}"
    return f"gets {'faster' if has.delay_class < had.delay_class else 'slower'} on {on}"
