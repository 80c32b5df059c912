"""Questions about a master that hands out tasks to workers."""

from components.questions.question import Question
from components.questions.said import at, last_above, mean, point_at
from engine.results.result import Result

TIME = "application_time"
TARGET = 80.0
"""Percent of efficiency that the question asks for, as table 2 of Heymann et al. 2000 does."""


def _how_many(result: Result) -> str:
    learns, knows = (last_above(result, policy, "efficiency", TARGET) for policy in ("Random & Average", "LPTF"))
    return f"Up to {learns} if the times of tasks have to be learned, up to {knows} if they were known (LPTF)."


def _to_know(result: Result) -> str:
    point = point_at(result, 6.0)
    learns, random = (mean(result, point, policy, "time_loss") for policy in ("Random & Average", "Random"))
    return f"Once one iteration was watched {learns} of the time with {at(result, point)}, at random {random}."


def _slow_workers(result: Result) -> str:
    point = len(result.points) - 1
    waits, random = (mean(result, point, policy, TIME) for policy in ("Earliest Completion", "Random"))
    return f"They help who waits for a fast one: {waits} with {at(result, point)}, handed out at random {random}."


def _chunks(result: Result) -> str:
    point = len(result.points) - 1
    large, single = (mean(result, point, policy, "efficiency") for policy in ("Factoring", "Random"))
    return f"Where the master is slow, one by one (Random) leaves {single} efficiency, shrinking chunks {large}."


MASTER_WORKER_QUESTIONS = (
    Question(
        "how-many-workers",
        "How many workers keep 80 % efficiency?",
        "heymann-figure-2a",
        "efficiency",
        ("LPTF", "Random & Average", "Random"),
        _how_many,
    ),
    Question(
        "to-know",
        "What does it cost not to know how long tasks take?",
        "heymann-figure-4",
        "time_loss",
        ("Random", "Random & Average", "LPTF on Expectation"),
        _to_know,
    ),
    Question(
        "slow-workers",
        "Do slow workers help, or hold up everybody?",
        "unequal-speeds",
        TIME,
        ("Earliest Completion", "LPTF", "Random"),
        _slow_workers,
    ),
    Question(
        "chunks",
        "How many tasks should be handed out at once?",
        "loop-chunks",
        "efficiency",
        ("Factoring", "Fixed Chunk", "Random"),
        _chunks,
    ),
)
