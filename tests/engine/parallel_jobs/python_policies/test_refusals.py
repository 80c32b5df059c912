"""What a policy in Python must not decide, in a sentence with file and line of the `yield`, job and instant."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from engine.parallel_jobs.python_policies import clock
from engine.parallel_jobs.python_policies.refusals import PolicyError
from engine.policy import Evict, Policy, Reject, Resize, Start, WakeMe
from tests.engine.parallel_jobs.python_policies.classes import FirstFit, decided
from tests.engine.parallel_jobs.systems import FREE_MIGRATION, System, jobs, machines

SYSTEM = System(jobs([0, 0, 2, 2], [10, 1, 4, 4], [(2, 2), (1, 1), (1, 3), (3, 4)]), machines((4, 1)), FREE_MIGRATION)
"""Of the third, a malleable job, three machines are asked for; at 1 s the second has ended."""


def at_two(decide: Callable[[Any], Iterable[object]]) -> str:
    """What is said of a policy that decides this at 2 s; until then the first two run."""

    class Own(FirstFit):
        def decide(self, state):
            if state.now < 2:
                yield from super().decide(state)
            else:
                self.earlier = getattr(self, "earlier", None)
                yield from decide(state)

    with pytest.raises(PolicyError) as refused:
        decided(SYSTEM, Own())
    return str(refused.value)


ANYTHING: dict[Any, Any] = {7: 7, "a": "a", 1.5: 1.5}
"""What is of no allowed type."""

REFUSED: dict[str, tuple[Callable[[Any], Iterable[object]], str]] = {
    "running": (lambda s: [Start(s.running[0])], "Start(job 1) at 2 s: job 1 is running; only a waiting job can be"),
    "unknown": (lambda s: [Start(ANYTHING[7])], "Start(7) at 2 s: 7 is unknown; jobs are those of `state`"),
    "rejected": (
        lambda s: (d(job) for job in s.waiting[:1] for d in (Reject, Start)),
        "Start(job 3) at 2 s: job 3 was rejected",
    ),
    "rejected twice": (
        lambda s: (Reject(job) for job in s.waiting[:1] * 2),
        "Reject(job 3) at 2 s: job 3 was rejected; only a waiting job can be rejected",
    ),
    "more than idle": (lambda s: [Start(s.waiting[0])], "Start(job 3) at 2 s: it would have 3 machines, and 2"),
    "a busy machine": (lambda s: [Start(s.waiting[0], machines=[3, 1])], "3, 1]) at 2 s: machine 1 is busy"),
    "named twice": (lambda s: [Start(s.waiting[0], machines=[3, 3])], "machine 3 is named twice"),
    "no such machine": (lambda s: [Start(s.waiting[0], machines=[5])], "there is no machine 5 now"),
    "a machine by name": (
        lambda s: [Start(s.waiting[0], machines=[ANYTHING["a"]])],
        "a whole number, not 'a'",
    ),
    "machines and size": (
        lambda s: [Start(s.waiting[0], size=1, machines=[3, 4])],
        "2 machines are named, and the size is 1; they have to agree",
    ),
    "too small": (
        lambda s: [Start(s.waiting[1], size=2)],
        "Start(job 4, size=2) at 2 s: a size of 2 is outside the job's limits; from 3 to 4 is allowed",
    ),
    "half a machine": (
        lambda s: [Start(s.waiting[0], size=ANYTHING[1.5])],
        "the size has to be a whole number, not 1.5",
    ),
    "resizing a rigid job": (lambda s: [Resize(s.running[0], 1)], "it is rigid; only malleable jobs can be resized"),
    "resizing a waiting job": (lambda s: [Resize(s.waiting[0], 1)], "job 3 waits; only a running job can be resized"),
    "growing too far": (
        lambda s: (d for d in (Start(s.waiting[0], 1), Resize(s.waiting[0], 3))),
        "Resize(job 3, 3) at 2 s: it would have 2 machines more, and 1 are idle",
    ),
    "evicting a waiting job": (lambda s: [Evict(s.waiting[0])], "job 3 waits; only a running job can be evicted"),
    "waking now": (
        lambda s: [WakeMe(s.now)],
        "WakeMe(2.0) at 2 s: the instant has to be a number of seconds after now",
    ),
    "waking never": (lambda s: [WakeMe(float("nan"))], "the instant has to be a number of seconds after now"),
    "waking at infinity": (lambda s: [WakeMe(float("inf"))], "the instant has to be a number of seconds after now"),
    "no decision": (lambda s: ["start"], "'start' at 2 s: no decision; Start, Resize, Reject, Evict and WakeMe are"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused(case: str) -> None:
    decide, sentence = REFUSED[case]
    assert sentence in at_two(decide)


def test_the_line_of_the_yield_is_told_also_within_others() -> None:
    def within(state):
        yield Start(state.running[0])

    line = within.__code__.co_firstlineno + 1
    assert at_two(within).startswith(f"test_refusals.py, line {line}: Start(job 1) at 2 s: ")


def test_a_job_of_another_replication_is_unknown() -> None:
    kept: list[Any] = []

    class Keeps(FirstFit):
        def decide(self, state):
            if kept and kept[0] not in state.waiting:
                yield Start(kept[0])
            kept.extend(state.waiting)
            yield from super().decide(state)

    decided(SYSTEM, FirstFit())
    with pytest.raises(PolicyError, match="only a waiting job"):
        decided(SYSTEM, Keeps())
    with pytest.raises(PolicyError, match="job 1 is unknown"):
        decided(SYSTEM, Keeps())


def test_jobs_are_not_left_waiting_for_ever() -> None:
    class Nothing(Policy):
        def decide(self, state):
            return []

    with pytest.raises(PolicyError) as refused:
        decided(SYSTEM, Nothing())
    line = Nothing.decide.__code__.co_firstlineno
    assert str(refused.value) == (
        f"test_refusals.py, line {line}: at 2 s job 1 and 3 others are left waiting for ever: nobody runs, nobody "
        "comes, and no WakeMe is due"
    )


def test_there_is_an_end_of_decisions_and_of_waking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MOST_AT_ONCE", 1000)
    assert "more than 1,000 decisions at 2 s" in at_two(lambda s: (WakeMe(3) for _ in iter(int, 1)))
    assert "woken 1,000 times in a row" in at_two(lambda s: [WakeMe(s.now + 0.001)])


def test_an_exception_is_told_with_its_last_lines() -> None:
    def fails(state):
        yield WakeMe(3)
        state.waiting[0].esimate  # noqa: B018

    told = at_two(fails)
    assert told.startswith("python:Own failed at 2 s: ")
    line = fails.__code__.co_firstlineno + 2
    assert f"test_refusals.py, line {line}, in fails: state.waiting[0].esimate" in told
    assert told.endswith("AttributeError: 'JobView' object has no attribute 'esimate'")


@pytest.mark.parametrize(("answer", "sentence"), [(7, "it says 7; True, False or a"), (None, "it says None")], ids=str)
def test_admits_says_yes_no_or_why_not(answer: object, sentence: str) -> None:
    class Odd(FirstFit):
        def admits(self, job, state):
            return answer

    with pytest.raises(PolicyError, match=sentence):
        decided(SYSTEM, Odd())


def test_decide_yields() -> None:
    class Returns(Policy):
        def decide(self, state):
            return Start(state.waiting[0])

    with pytest.raises(PolicyError, match="decisions are yielded"):
        decided(SYSTEM, Returns())


def test_leaving_the_program_ends_the_cell_only() -> None:
    def leaves(state):
        yield WakeMe(3)
        raise SystemExit(3)

    assert "SystemExit: 3" in at_two(leaves)
