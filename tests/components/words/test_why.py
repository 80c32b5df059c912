"""Why two policies differ, in words: true under every sign, for ties, and where nothing is decided."""

from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from app import main
from components.words.differences.part_names import MEANINGS, part_words
from components.words.differences.why import (
    NOT_FOLLOWED,
    OF_BLOCKS,
    SAME_WORK,
    episode_words,
    no_episodes_words,
    why_words,
)
from engine.coscheduling.analyses.why import OFF_THE_PROCESSOR
from engine.parallel_jobs.analyses.why import HELD, RESIZING
from engine.study.registry import EXAMPLES


def amount(mean: float, half: float | None = 1.0) -> dict[str, Any]:
    known = half is not None
    low, high = (mean - half, mean + half) if half is not None else (None, None)
    return {"mean": mean, "low": low, "high": high, "replications": 10 if known else 1}


def tree(difference: dict[str, Any], parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "policies": ["SED", "FCFS"],
        "metric": "response_time",
        "kind": "job",
        "difference": difference,
        "parts": parts,
        "counted": amount(0.0, 0.0),
        "less": amount(0.25, 0.0),
        "same": amount(0.5, 0.0),
        "more": amount(0.25, 0.0),
        "groups": {},
        "unsettled": [],
    } | more


def test_parts_whose_names_do_not_say_it_all_are_said() -> None:
    assert part_words(tree(amount(1.0), {"waiting": amount(1.0), "computing": amount(0.0)})) == ""
    told = part_words(tree(amount(1.0), {"waiting": amount(1.0), "held machines": amount(0.0)}))
    assert told == "Held machines are waits that would be over if migrating jobs did not hold what they have left."
    several = part_words(tree(amount(1.0), {"switching": amount(1.0), "time off the processor": amount(0.0)}))
    assert several.startswith("Parts of a job are means over its tasks; switching is")
    assert several.count("time off") == 1


def test_a_log_in_blocks_says_in_words_of_its_own_why_it_has_no_episodes() -> None:
    told = tree(amount(30.0), {"waiting": amount(30.0)})
    name = next(name for name, one in EXAMPLES.items() if one.blocks > 1)
    for is_followed in (True, False):
        assert no_episodes_words(EXAMPLES[name].at({}), told, is_followed) == OF_BLOCKS
    assert no_episodes_words(EXAMPLES["why-upgrading"].at({}), told, False) == NOT_FOLLOWED


def test_every_meaning_is_that_of_a_part() -> None:
    assert set(MEANINGS) >= {OFF_THE_PROCESSOR, HELD, RESIZING}


def test_the_worse_one_is_told_by_how_much_and_from_what() -> None:
    said = why_words(tree(amount(30.0), {"waiting": amount(-20.0), "computing": amount(50.0)}))
    assert said == [
        "Mean response time is 30 ± 1 s more under FCFS than under SED.",
        "From SED to FCFS, computing brings +50 ± 1 s and waiting brings −20 ± 1 s.",
        "25 % of the jobs do better under FCFS, 25 % under SED, 50 % the same.",
    ]


def test_episodes_are_counted_and_the_largest_begins_with_a_job() -> None:
    largest = [{"begin": 90.0, "end": 99.0, "job": 6, "jobs": 3, "brought": 5.0, "is_over": True}]
    several = {"episodes": {"number": 412, "most_of_it": 37, "largest": largest}}
    assert episode_words(several) == (
        "In replication 1 their states differ in 412 episodes, of which 37 make 80 % of the difference; "
        "the largest begins at 90 s with job 7. What is left of a job counts as the same up to a billionth of its work."
    )
    one = {"episodes": {"number": 1, "most_of_it": 1, "largest": [largest[0] | {"is_over": False}]}}
    assert SAME_WORK in episode_words(one)
    assert (
        episode_words(one)
        .removesuffix(f" {SAME_WORK}")
        .endswith("in one episode, which begins at 90 s with job 7 and is not over when the replication ends.")
    )
    shared = {"episodes": several["episodes"] | {"is_shared": True}}
    assert episode_words(shared).startswith(episode_words(several).removesuffix(SAME_WORK))
    assert episode_words(shared).endswith("Processes and messages are not compared.")
    assert episode_words({"episodes": None}) == episode_words({}) == ""


def test_where_episodes_are_not_told_the_reason_is() -> None:
    jobs = EXAMPLES["schnor-system-1"]
    without, told = {"kind": "job", "episodes": None}, {"kind": "job", "episodes": {"number": 0, "largest": []}}
    assert no_episodes_words(jobs, without).startswith("No episodes are told: here the state is more")
    assert no_episodes_words(jobs, without, is_followed=False) == NOT_FOLLOWED
    assert no_episodes_words(jobs, told) == no_episodes_words(jobs, told, is_followed=False) == ""
    assert no_episodes_words(jobs, {"kind": "iteration"}) == ""


def test_what_is_not_followed_is_said() -> None:
    none: dict[str, Any] = {"kind": "job", "episodes": None, "entries": 900}
    assert "where machines fail" in no_episodes_words(EXAMPLES["evacuation"], none)
    largest = [{"begin": 10.0, "job": 3, "is_over": False}]
    first = {"number": 7, "most_of_it": 2, "largest": largest, "followed": 10_000}
    said = episode_words({"episodes": first})
    assert said.startswith("In replication 1 and its first 10,000 jobs their states differ in 7 episodes")
    assert "80 % of what they bring" in said


def test_swapped_policies_say_the_same_fact() -> None:
    parts = {"waiting": amount(20.0), "computing": amount(-50.0)}
    said = why_words(tree(amount(-30.0), parts, policies=["FCFS", "SED"]))
    assert said[0] == "Mean response time is 30 ± 1 s more under FCFS than under SED."


def test_what_is_not_told_from_nothing_is_said_to_be_undecided() -> None:
    said = why_words(tree(amount(0.5), {"waiting": amount(0.5)}))
    assert said[0].startswith("Undecided: ")
    assert "10 replications do not tell from 0" in said[0]
    parts = {"waiting": amount(0.5), "computing": amount(29.5)}
    assert "not told from 0: waiting (+0.5 ± 1 s)" in why_words(tree(amount(30.0), parts))[1]


def test_nothing_is_said_of_two_that_do_not_differ() -> None:
    assert why_words(tree(amount(0.0, 0.0), {"waiting": amount(0.0, 0.0)}, same=amount(1.0, 0.0))) == []


def test_a_queue_that_grows_and_a_single_replication_have_no_interval() -> None:
    bare = {"waiting": amount(30.0, None)}
    assert why_words(tree(amount(30.0, None), bare))[0].endswith("than under SED in one replication.")
    grows = why_words(tree(amount(30.0, None), bare, unsettled=["FCFS"]))
    assert "without interval: the queue does not settle under FCFS" in grows[0]


def test_a_group_is_named_that_brings_far_more_than_its_number() -> None:
    def group(name: str, entries: float, brought: float) -> dict[str, Any]:
        return {"name": name, "entries": entries, "mean": amount(brought), "brought": amount(brought)}

    groups = {"size": [group("1", 90.0, 6.0), group("2", 10.0, 24.0)], "class": [group("all", 100.0, 30.0)]}
    said = why_words(tree(amount(30.0), {"waiting": amount(30.0)}, groups=groups))
    assert said[-1] == "By size, “2” brings most beyond its number: 10 % of the jobs, 80 % of the difference."
    even = {"size": [group("1", 50.0, 14.0), group("2", 50.0, 16.0)]}
    assert len(why_words(tree(amount(30.0), {"waiting": amount(30.0)}, groups=even))) == 2


def test_the_command_tells_why_at_each_point() -> None:
    def run(*options: str) -> Any:
        return CliRunner().invoke(main, ["why", "schnor-system-1", "--replications", "2", *options])

    found = orjson.loads(run("SED", "SED-NU", "--format", "json").stdout)
    assert len(found) == len(EXAMPLES["schnor-system-1"].points())
    for one in found:
        parts = sum(part["mean"] for part in one["parts"].values())
        assert parts + one["counted"]["mean"] == pytest.approx(one["difference"]["mean"])
        assert one["sentences"]
        assert one["left_out"] == NOT_FOLLOWED  # SED moves jobs, so states are more than who runs since when
    assert run("SED", "SED-NU").output.rstrip().endswith(NOT_FOLLOWED)
    assert "is the same policy twice" in run("SED", "SED").output
    assert '"Magic" is no policy of the scenario' in run("SED", "Magic").output


def test_what_differs_by_rounding_alone_from_replication_to_replication_has_no_width() -> None:
    """Where each job computes for as much less, the last bits of sums made "-8 ± 0.00000000000000095 min" of it."""
    words = " ".join(
        why_words(tree(amount(-2010.0, 84.0), {"waiting": amount(-1530.0, 84.0), "computing": amount(-480.0, 6e-14)}))
    )
    assert "computing brings −480 s." in words
    assert "± 84 s" in words
