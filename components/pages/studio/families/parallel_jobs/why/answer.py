"""The explanation of one event as it stands on the page, whatever the policy."""

from collections.abc import Callable
from typing import Any

import dash_mantine_components as dmc
from dash import html

from components.controls.data_table import create_table
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
)
from components.pages.studio.families.parallel_jobs.why.regraded import regraded_words
from components.pages.studio.families.parallel_jobs.why.sharing import explain_shares
from components.pages.studio.families.parallel_jobs.why.time_sharing import explain_delays
from components.pages.studio.families.parallel_jobs.why.words import Why, instant, name
from engine.parallel_jobs.policies import POLICIES
from engine.parallel_jobs.replay.tree import Occasion, Step, Trace

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
