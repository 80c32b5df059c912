"""What a policy would do with a job that does not exist: sentences and tables."""

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.answer import explains_of
from components.pages.studio.families.parallel_jobs.why.candidates import cards_of
from components.pages.studio.families.parallel_jobs.why.words import YOURS, Why
from components.words.wording import number
from engine.parallel_jobs.analyses.new_job import Answer
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision

REASONS = {
    Reason.TOO_FEW_PROCESSORS: "too few machines can be freed to meet its deadline",
    Reason.NO_PROFIT: "it would cost the others more than it brings",
    Reason.NOT_AT_LOOKAHEAD: "it can start neither now nor when the job with the earliest deadline has ended",
    Reason.DROPPED: "it was taken first and had to be dropped",
    Reason.BY_RULE: "the rule of this policy does not admit it",
    Reason.BY_QUEUE: "its queue does not allow for its estimate or its size",
}


def answer(trace: Trace, time: float, found: Answer) -> Why:
    """What *found* (see `engine.parallel_jobs.analyses.ask`) says of a job that comes at *time* (s)."""
    step: Occasion = {
        "time": time,
        "job": YOURS,
        "kind": "arrival",
        "trigger": "arrival",
        "plan": [],
        "decisions": [numbered(decision, found["job"]) for decision in found["decisions"]],
    }
    why = explains_of(trace["policy"])(trace, step)
    cards = cards_of(trace, step)
    sentences = [_verdict(time, found), *_from_whom(found), _to_the_others(found)]
    if why.sentences:
        sentences.append(f"Why: {' '.join(why.sentences)}")
    tables = [_table_of_others(found)] if found["others"] else []
    return Why(sentences, [*tables, *why.tables], cards)


def numbered(decision: Decision, number: int) -> Decision:
    """The same with the numbers that jobs have without the new one, which is yours; with it, it has this *number*."""

    def before(job: int) -> int:
        return YOURS if job == number else job - (job > number)

    changed: Decision = {**decision, "job": before(decision["job"])}
    if "ahead" in changed:
        changed["ahead"] = before(changed["ahead"])
    if "taken" in changed:
        changed["taken"] = [{**taken, "job": before(taken["job"])} for taken in changed["taken"]]
    return changed


def _verdict(time: float, found: Answer) -> str:
    if found["reason"] != Reason.NONE or found["start"] is None or found["end"] is None:
        return f"It is rejected: {REASONS[Reason(found['reason'])]}."
    where = " and ".join(f"{count} of “{name}”" for name, count in found["machines"].items())
    wait = found["start"] - time
    when = "at once" if found["at_once"] else f"after {number(wait, 4)} s"
    response = number(found["end"] - time, 4)
    return (
        f"It is accepted: it starts {when} on {where}, ends {response} s after it came, and brings "
        f"{number(found['earned'], 5)} $."
    )


def _from_whom(found: Answer) -> list[str]:
    if not found["resized"]:
        return []
    changes = (f"job {one['job'] + 1} from {one['before']} to {one['after']}" for one in found["resized"])
    return [f"When it starts, other jobs are resized: {', '.join(changes)} machines."]


def _to_the_others(found: Answer) -> str:
    if not found["affected"]:
        return "No other job ends at another time."
    change, profit = found["response_time_change"], found["profit_change"]
    later = f"{number(abs(change), 4)} s {'later' if change >= 0 else 'earlier'} in sum"
    jobs = "1 other job ends" if found["affected"] == 1 else f"{number(found['affected'], 6)} other jobs end"
    money = (
        f", with {number(abs(profit), 5)} $ {'more' if profit > 0 else 'less'} profit" if abs(profit) >= 0.005 else ""
    )
    return f"{jobs} at another time, {later}{money}."


def _table_of_others(found: Answer) -> DataTable:
    body = [
        [
            one["job"] + 1,
            _end(one["taken_before"], one["end_before"]),
            _end(one["taken_after"], one["end_after"]),
            number(one["end_after"] - one["end_before"], 4) if one["taken_before"] and one["taken_after"] else "–",
            number(one["profit_before"], 5),
            number(one["profit_after"], 5),
        ]
        for one in found["others"]
    ]
    head = [
        "job",
        "end without it (s)",
        "end with it (s)",
        "later by (s)",
        "profit without it ($)",
        "profit with it ($)",
    ]
    left = found["affected"] - len(body)
    more = f" The {len(body)} most affected of {found['affected']}." if left else ""
    return DataTable(f"What changes for other jobs.{more}", head, body)


def _end(is_taken: bool, end: float) -> str:
    return number(end, 7) if is_taken else "rejected"
