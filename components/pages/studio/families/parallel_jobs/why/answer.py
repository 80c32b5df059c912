"""The explanation of one event as it stands on the page, whatever the policy."""

from collections.abc import Callable
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.data_table import DataTable, create_table
from components.figures.parallel_jobs.allocation import allocation_of
from components.pages.studio.families.parallel_jobs.why.candidates import cards_of
from components.pages.studio.families.parallel_jobs.why.cards import create_cards
from components.pages.studio.families.parallel_jobs.why.profits import explain_profits
from components.pages.studio.families.parallel_jobs.why.queues import (
    SAID,
    explain_conservative,
    explain_easy,
    explain_first_fit,
    explain_in_order,
    explain_operated,
    explain_own,
    who_waits,
)
from components.pages.studio.families.parallel_jobs.why.words import (
    Why,
    instant,
    machines,
    name,
    needed,
    number_of,
    of_outcome,
)
from components.words.wording import number
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.tree import Occasion, Step, Trace
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


FEW = 6
"""Jobs that are named."""


def regraded_words(trace: Trace, step: Occasion) -> list[str]:
    """A sentence for each job, or on all those that could be upgraded and are not."""
    found = []
    for one in step.get("regraded", []):
        old, new = (number(trace["classes"][one[side]]) for side in ("before", "after"))
        is_faster = one["after"] < one["before"]
        verb = "is upgraded" if is_faster else "gets slower"
        why = "less else is on its machines than before" if is_faster else "more else is on its machines than before"
        found.append(f"{name(one['job'])} {verb} where it is, from delay {old} to delay {new}: {why}.")
    left = step.get("not_upgraded", [])
    if left:
        names = ", ".join(str(job + 1) for job in left[:FEW])
        more = f" and {len(left) - FEW} more" if len(left) > FEW else ""
        jobs = f"Job{'s' if len(left) > 1 else ''} {names}{more}"
        found.append(f"{jobs} could go on faster on the same machines; this policy upgrades nobody.")
    return found


Explains = Callable[[Trace, Occasion], Why]

EXPLAINS: dict[str, Explains] = {
    "FF": explain_first_fit,
    "EASY": explain_easy,
    "Conservative": explain_conservative,
}
"""Which module speaks for which policy; for all others, the one that speaks for their idea."""

EXPLAINS_IDEA: dict[str, Explains] = {
    "Time sharing": explain_delays,
    "One size": explain_in_order,
    "Resizing": explain_shares,
    "Profit": explain_profits,
    "Ordered queues": explain_easy,
    "Own": explain_own,
}


def explains_of(policy: str) -> Explains:
    """What speaks for *policy*."""
    return EXPLAINS.get(policy) or EXPLAINS_IDEA[POLICIES[policy].idea]


def explains_step(policy: str, step: Occasion) -> Explains:
    """The same for one step: how the site is run may be why."""
    outcomes = {decision["outcome"] for decision in step["decisions"]}
    planned = any(d["outcome"] == "reserved" and "spare" not in d for d in step["decisions"])
    if outcomes & set(SAID) or (planned and explains_of(policy) is explain_easy):
        return explain_operated
    return explains_of(policy)


def step_of(trace: Trace, number_of_step: int) -> Step:
    """The step with this number, or the last one there is."""
    return trace["steps"][max(0, min(number_of_step, len(trace["steps"]) - 1))]


def explain(trace: Trace, number_of_step: int) -> list[Any]:
    """The decisions of one event, in words and with their candidates."""
    step = step_of(trace, number_of_step)
    why = why_of(trace, step)
    policy = POLICIES[trace["policy"]]
    return [
        html.H2(head_of(step), className="data-head"),
        html.P(f"{policy.title}: {policy.description}", className="picture-text"),
        *(html.P(dmc.Text(sentence, fw=600 if n == 0 else 400)) for n, sentence in enumerate(why.sentences)),
        *create_cards(why.cards),
        *(create_table(table) for table in why.tables),
    ]


def head_of(step: Occasion) -> str:
    """When it was, and what happened."""
    subject = f" (job {step['job'] + 1})" if step["kind"] != "machine" else ""
    return f"At {instant(step['time'])}: {step['trigger']}{subject}"


def why_of(trace: Trace, step: Occasion) -> Why:
    """Sentences and tables for one event, never empty."""
    if _is_untold(trace, step):
        return Why([TOO_MANY], [], cards_of(trace, step))
    explains = explains_step(trace["policy"], step)
    why = explains(trace, step)
    sentences = list(why.sentences)
    if explains is not explain_shares and (resized := _resized(trace, step)):  # which are said by the shares
        sentences.append(resized)
    sentences += regraded_words(trace, step)
    if not sentences:
        idle = " and none could gain by moving" if explains is explain_delays else ""
        sentences.append(f"Nothing had to be decided: no job was waiting{idle}.")
    return Why(sentences, why.tables, cards_of(trace, step))


def _is_untold(trace: Trace, step: Occasion) -> bool:
    since = trace.get("untold_from")
    return since is not None and (since >= len(trace["steps"]) or step["time"] >= trace["steps"][since]["time"])


TOO_MANY = (
    "What was decided here is not told: so many jobs wait that to look at each of them, at each event, would take "
    "minutes. The first events of a replay are told, as far as that goes: let it begin with this job, or choose a "
    "lower load."
)


def _resized(trace: Trace, step: Occasion) -> str:
    sizes = trace["sizes"]
    at = [n for n, time in enumerate(sizes.get("time", [])) if time == step["time"]]
    # The whole allocation takes long to look at: a race asks this of hundreds of events.
    if not any(sizes["size"][n] and sizes["job"][n] in sizes["job"][:n] for n in at):
        return ""
    found = allocation_of(trace)
    now = max((n for n, time in enumerate(found.instants) if time <= step["time"]), default=0)
    if now == 0 or found.instants[now] != step["time"]:
        return ""
    before, after = found.sizes[now - 1], found.sizes[now]
    changes = [
        f"{name(job).lower()} {'shrinks' if after[job] < before[job] else 'expands'} "
        f"from {before[job]} to {after[job]} machines"
        for job in sorted(before.keys() & after.keys())
        if before[job] != after[job]
    ]
    return f"Resized at this instant: {', '.join(changes)}." if changes else ""
