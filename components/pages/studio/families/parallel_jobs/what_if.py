"""The candidates of one event that can be forced, in words."""

from components.pages.studio.families.parallel_jobs.why.answer import head_of, step_of, why_of
from components.pages.studio.families.parallel_jobs.why.words import machines, name
from components.pages.studio.what_if.candidates import Candidate, Offered
from components.words.wording import number
from engine.parallel_jobs.analyses.what_if import SHARE, START, WAIT, choices, of_class
from engine.parallel_jobs.records import Reason
from engine.parallel_jobs.replay.tree import Step, Trace
from engine.parallel_jobs.space_sharing.reference.decision import Decision


def offered(trace: Trace, step: Step) -> list[Candidate]:
    """Those of each decision of *step*, in their order; of a job that is decided about twice, of the last decision."""
    found: dict[int, list[Candidate]] = {}
    for decision in step["decisions"]:
        arrives = step["kind"] == "arrival" and step["job"] == decision["job"]
        if there := choices(decision, arrives):
            found[decision["job"]] = [
                Candidate(decision["job"], one.name, _words(trace, decision, one.name), one.is_chosen) for one in there
            ]
    return [one for of_job in found.values() for one in of_job]


def offered_at(trace: Trace, number_of_step: int) -> Offered:
    """The same of a step by its number."""
    step = step_of(trace, number_of_step)
    return Offered(step["time"], offered(trace, step), head_of(step), tuple(why_of(trace, step).sentences))


NOT_FORCED = {
    "waits accepted": (
        "Whether it is taken for later is no decision about this job alone: it follows from all that wait for the "
        "lookahead, who would have to be others, too. So it cannot be forced."
    ),
}
"""{outcome: why there is nothing to be forced}."""


BY_ITS_QUEUE = (
    "What a queue allows is a rule of the site, and no decision of the policy: that it is refused cannot be forced "
    "otherwise. Its limits can be changed under “Queues with limits” of the sketch, and both studies compared."
)


def notes(trace: Trace, step: Step) -> list[str]:
    """Why some decisions of *step* cannot be forced."""
    reasons = trace["submitted"]["reason"]
    arrives = step["kind"] == "arrival" and 0 <= step["job"] < len(reasons)
    if arrives and reasons[step["job"]] == Reason.BY_QUEUE:
        return [BY_ITS_QUEUE]
    return [NOT_FORCED[one] for one in dict.fromkeys(d["outcome"] for d in step["decisions"]) if one in NOT_FORCED]


def _words(trace: Trace, decision: Decision, choice: str) -> str:
    job = name(decision["job"])
    is_asked = "brings" in decision  # for profit, who does not start is turned away, or waits accepted
    moves = "from_class" in decision
    if choice == WAIT:
        return f"{job} {'stays where it is' if moves else 'is not taken now' if is_asked else 'does not start now'}"
    if choice == START:
        return f"{job} {'is taken and starts' if is_asked else 'starts now'}"
    if choice.startswith(SHARE):
        return f"{job} has {machines(int(choice.split()[1]))} from now on"
    one = next(c for c in decision["candidates"] if of_class(c["delay_class"]) == choice)
    delay = number(trace["classes"][one["delay_class"]])
    return f"{job} {'moves to' if moves else 'starts on'} {machines(one['size'])} with delay {delay}"
