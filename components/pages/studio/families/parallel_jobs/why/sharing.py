"""Why, under Uniform First Fit: who starts, and how the machines are shared."""

from components.controls.data_table import DataTable
from components.pages.studio.families.parallel_jobs.why.queues import who_waits
from components.pages.studio.families.parallel_jobs.why.words import Why, machines, name, needed, number_of, of_outcome
from engine.parallel_jobs.replay.tree import Occasion, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision


def explain_shares(trace: Trace, step: Occasion) -> Why:
    """Whoever fits by the least sizes; then all get their least and the rest is dealt out."""
    sentences = [
        f"{name(d['job'])} starts: the least sizes of the running jobs leave room for {machines(d['room'])}, "
        f"and it needs at least {needed(d)}."
        for d in of_outcome(step, "starts")
    ]
    room = "left beside the least sizes of the running jobs"
    sentences += who_waits(of_outcome(step, "waits"), "room", room)
    shares = of_outcome(step, "shares")
    changed = [d for d in shares if d["before"] != d["after"]]
    if changed:
        told = ", ".join(f"{name(d['job']).lower()} {_change(d)}" for d in changed)
        sentences.append(
            f"The machines are shared out: {told}. Each job gets its least size; the rest is dealt out one by one, in "
            "the order in which the jobs started, to those below their largest size."
        )
    elif shares:
        sentences.append("Nobody's share changes.")
    body = [[number_of(d["job"]), d["before"], d["after"], d["least"], d["most"]] for d in shares]
    head = ["job", "machines before", "machines after", "least", "most"]
    return Why(sentences, [DataTable("Shares of the machines.", head, body)] if body else [])


def _change(share: Decision) -> str:
    if share["before"] == 0:
        return f"starts on {share['after']}"
    return f"{'shrinks' if share['after'] < share['before'] else 'expands'} from {share['before']} to {share['after']}"
