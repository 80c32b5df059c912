"""Why, under Shortest Expected Delay and its variants: the delay classes and their expected delays."""

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.words import Why, machines, name
from components.words.wording import number
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision


def explain_delays(trace: Trace, step: Occasion) -> Why:
    """A sentence and the candidates for each job that starts, migrates or waits."""
    found = [_explain_one(trace, decision) for decision in step["decisions"]]
    return Why([sentence for sentence, _ in found], [table for _, table in found])


def _explain_one(trace: Trace, decision: Decision) -> tuple[str, DataTable]:
    job = name(decision["job"])
    chosen = next((c for c in decision["candidates"] if c["chosen"]), None)
    delay = number(trace["classes"][chosen["delay_class"]]) if chosen else ""
    if decision["outcome"] == "starts" and chosen:
        text = (
            f"{job} starts on {machines(chosen['size'])} at delay {delay}: the shortest expected delay, "
            f"{delay} / {chosen['size']} = {number(chosen['expected_delay'], 3)}."
        )
    elif decision["outcome"] == "migrates" and chosen:
        old = number(trace["classes"][decision["from_class"]])
        text = f"{job} migrates from delay {old} to delay {delay}, the fastest class with {machines(chosen['size'])}."
    else:
        text = f"{job} waits: no delay class has the {machines(decision['smallest'])} that it needs at least."
    return text, _candidates(trace, decision)


def _candidates(trace: Trace, decision: Decision) -> DataTable:
    body = [
        [
            number(trace["classes"][c["delay_class"]]),
            c["available"],
            c["size"] if c["expected_delay"] is not None else "–",
            number(c["expected_delay"], 4),
            "◀ chosen" if c["chosen"] else "" if c["expected_delay"] is not None else "too few machines",
        ]
        for c in decision["candidates"]
    ]
    head = ["delay of class", "available machines", "machines it would get", "expected delay", "choice"]
    return DataTable(f"Candidates for {name(decision['job']).lower()}.", head, body)
