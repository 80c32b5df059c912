"""The decisions of an iteration for the page: each a step of the player, with candidates that can be forced."""

from typing import Any

from components.controls.data_table import DataTable
from components.pages.studio.what_if.candidates import Candidate, Offered
from components.words.wording import MISSING, number
from engine.master_worker.policies import SCHEMES, Dispatch, Order
from engine.master_worker.replay import tree

TAB = "task-decisions"
"""The tab on which they stand."""

UNTOLD = (
    "Not told: so many tasks are handed out until then that to do it once more would take minutes.",
    "Choose an earlier iteration, or fewer tasks.",
)

WHY = {
    Order.ACTUAL: "It has the most work of those left.",
    Order.EXPECTED: "It is expected to be the largest of those left.",
    Order.RANDOM: "It is the next of a random order.",
    Order.AVERAGE: "It has taken longest on average so far, of those left.",
}

CHUNKS = (Dispatch.FIXED_CHUNK, Dispatch.GUIDED, Dispatch.FACTORING)


def offered_at(trace: tree.Trace, step: int) -> Offered:
    """What was decided at a step, and what else could have been."""
    told = trace.get("hand_outs")
    if not told or not told["taken"]:
        return Offered(0.0, [], "Decisions", UNTOLD if told and told["is_untold"] else ())
    one = told["taken"][max(0, min(step, len(told["taken"]) - 1))]
    return Offered(told["begin"] + one["time"], _candidates(one), _head(one), _sentences(trace, one), _table(one))


def _head(one: tree.HandOut) -> str:
    kind = "whose task it will be" if one["is_bound"] else f"what worker {one['worker'] + 1} gets"
    return f"At {number(one['time'], 5)} s: {kind}"


def _sentences(trace: tree.Trace, one: tree.HandOut) -> tuple[str, ...]:
    tasks, worker, scheme = one["tasks"], one["worker"] + 1, SCHEMES[trace["policy"]]
    chosen = next(candidate for candidate in one["candidates"] if candidate["chosen"])
    if one["is_bound"]:
        done = number(chosen["done"], 5)
        return (
            f"Task {tasks[0] + 1} is bound to worker {worker}, which would have it done first, at {done} s.",
            "All tasks are bound as the iteration begins, the largest first.",
        )
    what = f"task {tasks[0] + 1}" if len(tasks) == 1 else f"{len(tasks)} tasks, the first of them task {tasks[0] + 1}"
    is_random = scheme.order == Order.AVERAGE and chosen["average"] is None
    why = WHY[Order.RANDOM if is_random else scheme.order]
    left = f"{one['left']} task{' is' if one['left'] == 1 else 's are'} left."
    chunk = " How many follow it is the size of the chunk." if scheme.dispatch in CHUNKS and len(tasks) > 1 else ""
    return (f"Worker {worker} asks, and gets {what}.", f"{why}{chunk} {left}")


def _candidates(one: tree.HandOut) -> list[Candidate]:
    if len(one["candidates"]) == 1:
        return []
    return [
        Candidate(candidate["task"], candidate["choice"], _words(one, candidate), candidate["chosen"])
        for candidate in one["candidates"]
    ]


def _words(one: tree.HandOut, candidate: tree.Candidate) -> str:
    verb = "is bound to" if one["is_bound"] else "goes to"
    return f"Task {candidate['task'] + 1} {verb} worker {candidate['worker'] + 1}"


def _table(one: tree.HandOut) -> DataTable:
    body = [_row(candidate) for candidate in one["candidates"]]
    return DataTable("Candidates: other tasks for the worker, and other workers for the task.", HEAD, body)


HEAD = [
    "task",
    "worker",
    "work (s)",
    "expected (s)",
    "average so far (s)",
    "speed of the worker",
    "would be done at (s)",
    "chosen",
]


def _row(one: tree.Candidate) -> list[Any]:
    times = [MISSING if one[name] is None else number(one[name], 5) for name in ("work", "expected", "average")]
    done = MISSING if one["done"] is None else number(one["done"], 5)
    return [
        one["task"] + 1,
        one["worker"] + 1,
        *times,
        number(one["speed"], 3),
        done,
        "chosen" if one["chosen"] else "",
    ]


def for_player(trace: tree.Trace) -> dict[str, Any]:
    """The steps of the player on this tab."""
    told = trace.get("hand_outs")
    taken = told["taken"] if told else []
    left = f" (and {told['more']:,} later ones)" if told and told["more"] else ""
    words = [f"Decision {n + 1} of {len(taken)}{left}. {_head(one)}." for n, one in enumerate(taken)]
    return {"steps": [{"time": one["time"]} for one in taken], "words": words, "none": "Nothing is told."}


def table_of_decisions(trace: tree.Trace) -> DataTable:
    """All decisions of the iteration with their candidates."""
    told = trace.get("hand_outs")
    body = [
        [number(one["time"], 7), *_row(candidate)]
        for one in (told["taken"] if told else [])
        for candidate in one["candidates"]
    ]
    return DataTable("Decisions of the iteration with their candidates.", ["time (s)", *HEAD], body)
