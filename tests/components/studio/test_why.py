"""Why: the sentences for single decisions, each made by hand, and for every event of real traces."""

from typing import Any

import pytest

from components.pages.studio.families.parallel_jobs.why.answer import explain, explains_of, why_of
from components.pages.studio.families.parallel_jobs.why.every_decision import table_of_decisions
from components.pages.studio.families.parallel_jobs.why.words import Why
from engine.parallel_jobs.papers.examples import EXAMPLES
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.trace import trace as trace_of


def ask(policy: str, *decisions: dict[str, Any], job: int = 0, time: float = 100.0, plan: Any = ()) -> Why:
    """Why *policy* did this at 100 s."""
    step: Any = {
        "time": time,
        "job": job,
        "kind": "arrival",
        "trigger": "arrival",
        "decisions": list(decisions),
        "plan": list(plan),
    }
    sizes = {"time": [0.0, time, time], "job": [7, 7, job], "size": [8, 6, 2]}
    trace: Any = {
        "policy": policy,
        "steps": [{"time": 0.0}, step],
        "sizes": sizes,
        "machine_group": [0] * 8,
        "classes": [1.0, 2.0],
    }
    return why_of(trace, step)


def test_every_policy_can_say_why() -> None:
    assert all(callable(explains_of(name)) for name in POLICIES)


def test_first_come_first_served() -> None:
    why = ask(
        "FCFS",
        {"job": 0, "outcome": "starts", "idle": 8, "needed": 7},
        {"job": 1, "outcome": "waits", "idle": 1, "needed": 4},
    )
    assert why.sentences[0] == "Job 1 starts: it needs 7 machines, 8 are idle."
    assert why.sentences[1] == "Job 2 waits at the head of the queue: it needs 4 machines, 1 is idle; nobody passes it."


def test_first_fit_tells_few_that_wait_and_counts_many() -> None:
    waits = [{"job": n, "outcome": "waits", "idle": 3, "needed": 5 + n} for n in range(5)]
    assert "Job 2 waits: it needs at least 6 machines, 3 are idle." in ask("FF", *waits[:3]).sentences
    why = ask("FF", *waits)
    told = "5 jobs wait: none fits when its turn comes. In the end 3 are idle; the smallest of them needs 5 machines."
    assert told in why.sentences
    assert len(why.tables[0].body) == 5


def test_easy_says_for_each_candidate_why_it_may_pass_or_not() -> None:
    facts = {"idle": 3, "until": 150.0, "spare": 2}
    why = ask(
        "EASY",
        {"job": 0, "outcome": "waits", "idle": 3, "needed": 8},
        {"job": 0, "outcome": "reserved", "start": 150.0, "size": 8, "spare": 2},
        {"job": 1, "outcome": "backfills", "needed": 3, "run_time": 50.0, **facts},
        {"job": 2, "outcome": "backfills", "needed": 2, "run_time": 90.0, **facts},
        {"job": 3, "outcome": "waits", "needed": 3, "run_time": 90.0, **facts},
        {"job": 4, "outcome": "waits", "needed": 5, "run_time": None, **facts},
    )
    text = "\n".join(why.sentences)
    assert "Job 1 has 8 machines reserved from 150 s on" in text
    assert "2 machines will be spare then" in text
    assert "Job 2 passes: it fits and ends at 150 s, before the reservation at 150 s." in text
    assert "Job 3 passes: it fits and uses only 2 of the 2 machines that the reservation leaves spare." in text
    assert "Job 4 may not pass: it is too long and too wide, it ends at 190 s" in text
    assert "Job 5 may not pass: it does not fit, it needs 5 machines and 3 are idle." in text
    assert [row[0] for row in why.tables[0].body] == [2, 3, 4, 5]


def test_reservations_that_nobody_can_give_are_said_to_be_so() -> None:
    facts = {"idle": 3, "until": None, "spare": 0}
    why = ask(
        "EASY",
        {"job": 0, "outcome": "reserved", "start": None, "size": 8, "spare": 0},
        {"job": 1, "outcome": "backfills", "needed": 3, "run_time": 50.0, **facts},
    )
    assert "by no estimate will there be so many" in why.sentences[0]
    assert "no reservation that it could delay" in why.sentences[1]
    why = ask("Conservative", {"job": 1, "outcome": "reserved", "start": None, "end": None, "size": 8, "idle": 4})
    assert why.sentences[0] == "One job waits: there are too few machines to reserve any."


def test_conservative_tells_the_next_reservation() -> None:
    why = ask(
        "Conservative",
        {"job": 0, "outcome": "starts", "idle": 8, "needed": 4, "start": 100.0},
        {"job": 1, "outcome": "reserved", "start": 400.0, "end": 500.0, "size": 8, "idle": 4},
        {"job": 2, "outcome": "reserved", "start": 130.0, "end": 200.0, "size": 1, "idle": 4},
    )
    assert "Job 1 starts: its reservation is due, it needs 4 machines and 8 are idle." in why.sentences
    assert any("next is job 3 with 1 machine at 130 s, in 30 s" in sentence for sentence in why.sentences)
    assert [row[0] for row in why.tables[0].body] == [2, 3]


def test_uniform_first_fit_tells_who_shrinks() -> None:
    why = ask(
        "UFF",
        {"job": 1, "outcome": "starts", "room": 5, "needed": 4},
        {"job": 0, "outcome": "shares", "before": 8, "after": 4, "least": 3, "most": 8},
        {"job": 1, "outcome": "shares", "before": 0, "after": 4, "least": 4, "most": 8},
    )
    assert "room for 5 machines, and it needs at least 4." in why.sentences[0]
    assert "job 1 shrinks from 8 to 4, job 2 starts on 4" in why.sentences[1]
    assert why.tables[0].body == [[1, 8, 4, 3, 8], [2, 0, 4, 4, 8]]


def attempt(**facts: Any) -> dict[str, Any]:
    """A job that needs 2 machines and gets them from another."""
    common = {"job": 0, "outcome": "starts", "needed": 2, "idle": 0, "room": 4, "reserved": 0, "got": 2}
    return {**common, "brings": 10.0, "taken": [{"job": 7, "processors": 2, "loss": 4.0}], **facts}


def test_simple_weighs_gain_against_loss() -> None:
    why = ask("Simple", attempt())
    text = " ".join(why.sentences)
    assert "needs 2 machines to meet its deadline; 0 are idle, and it takes 2 from job 8 (which loses 4.00 $)" in text
    assert "10.00 $ − 4.00 $ = 6.00 $: job 1 starts" in text
    assert "Resized at this instant: job 8 shrinks from 8 to 6 machines." in text
    assert why.tables[1].body == [[1, 8, 2, "4.00 $"]]
    loss = attempt(outcome="no profit", brings=1.0)
    text = " ".join(ask("Simple", loss).sentences)
    assert "1.00 $ − 4.00 $ = \u22123.00 $: job 1 does not start" in text
    assert "Job 1 is rejected: under Simple Profit no job waits." in text


def test_simple_says_when_no_number_of_machines_is_enough() -> None:
    impossible = attempt(outcome="too few processors", needed=None, got=0, brings=0.0, taken=[])
    assert "Job 1 cannot meet its deadline on any number of machines." in ask("Simple", impossible).sentences
    few = impossible | {"needed": 5, "reserved": 1}
    assert any("room for 4 machines, and 1 is reserved" in sentence for sentence in ask("Lazy", few).sentences)


def test_lazy_tells_the_lookahead_and_what_becomes_of_those_that_waited() -> None:
    few = attempt(outcome="too few processors", got=0, brings=0.0, taken=[])
    later = {"job": 0, "outcome": "waits accepted", "lookahead": 300.0, "ahead": 4}
    why = ask("Lazy", few, later)
    assert any("the lookahead is job 5, whose deadline, 300 s" in sentence for sentence in why.sentences)
    assert not any("rejected" in sentence for sentence in why.sentences)
    assert "Job 1 is rejected: it could not start at the lookahead either." in ask("Lazy", few).sentences
    waits = ask("Lazy", few, job=3, plan=[{"job": 0}])
    assert "Job 1, accepted before, goes on waiting." in waits.sentences
    assert any("is dropped" in sentence for sentence in ask("Lazy", few, job=3).sentences)


def test_nothing_decided_is_said() -> None:
    assert ask("FCFS").sentences[-1].startswith("Resized at this instant")
    assert ask("UFF").sentences == ["Nothing had to be decided: no job was waiting."]


@pytest.mark.parametrize(
    ("name", "policy"),
    [
        ("kumar-table-4-6", "Lazy"),
        ("kumar-table-4-6", "Lazy-R"),
        ("kumar-table-4-5", "Simple"),
        ("kumar-table-4-2", "FF"),
        ("kumar-table-4-2", "UFF"),
        ("side-by-side", "EASY"),
        ("side-by-side", "Conservative"),
        ("side-by-side", "FCFS"),
    ],
)
def test_every_event_of_a_busy_trace_is_explained(name: str, policy: str) -> None:
    scenario = EXAMPLES[name]
    trace = trace_of(scenario.at(scenario.points()[-1] | {"workload.jobs": 600}), policy, 0, {"first_job": 300})
    for n, step in enumerate(trace["steps"]):
        why = why_of(trace, step)
        assert why.sentences
        assert all("None" not in sentence for sentence in why.sentences)
        assert explain(trace, n)
    facts = table_of_decisions(trace)
    assert len(facts.body) == sum(len(step["decisions"]) for step in trace["steps"])


@pytest.mark.parametrize("policy", ["SED", "SED-NU", "SED-NM"])
def test_a_job_that_gets_faster_where_it_is_is_told_of(policy: str) -> None:
    scenario = EXAMPLES["schnor-system-1"].at({"workload.arrivals.rate_per_1000_s": 1.6, "workload.jobs": 400})
    trace = trace_of(scenario, policy, 0)
    told = [(step, " ".join(why_of(trace, step).sentences)) for step in trace["steps"]]
    upgraded = [(step, said) for step, said in told if step["kind"] == "upgrade"]
    assert bool(upgraded) == (policy != "SED-NU")
    for step, said in upgraded:
        assert "Nothing had to be decided" not in said
        assert all(f"Job {one['job'] + 1} is upgraded where it is, from delay" in said for one in step["regraded"])
    left = [said for step, said in told if step.get("not_upgraded")]
    assert bool(left) == (policy == "SED-NU")
    assert all("this policy upgrades nobody" in said for said in left)
