"""The data tables behind the pictures of coscheduling."""

from math import inf

from components.controls.data_table import DataTable
from components.figures.common.measured import measured
from components.figures.coscheduling.activities import ACTIVITIES, WORDS
from components.figures.coscheduling.boosts import boosting, positions
from components.figures.coscheduling.message_lines import delay_of, longest_first
from components.figures.coscheduling.ousterhout import slot_at
from components.figures.coscheduling.type_slowdowns import job_kinds, relative_slowdowns
from components.pages.studio.families.coscheduling.decisions.offered import table_of_decisions
from components.words.wording import MISSING, with_uncertainty
from engine.coscheduling.metric_names import STATES
from engine.coscheduling.replay.tree import Trace
from engine.results.result import Result


def _time(seconds: float | None) -> str:
    return MISSING if seconds is None else f"{1000 * seconds:,.3f}".replace(",", "\u2009")


def _number(job: int) -> str:
    return MISSING if job < 0 else str(job + 1)


def _timeline(trace: Trace) -> DataTable:
    columns, spans = trace["intervals"], trace["detail"] == "spans"
    body = [
        [
            columns["node"][n] + 1,
            _time(columns["start"][n]),
            _time(columns["end"][n]),
            WORDS[columns["activity"][n]],
            _number(columns["job"][n]),
            f"{100 * columns['share'][n]:.1f}" if spans else _number(columns["task"][n]),
        ]
        for n in range(len(columns["start"]))
    ]
    io = trace["io"]
    for n in range(len(io.get("start", []))):
        times = _time(io["start"][n]), _time(io["end"][n])
        body.append([io["node"][n] + 1, *times, "in I/O", io["job"][n] + 1, io["task"][n] + 1])
    last = "share of the span (%)" if spans else "task"
    caption = "What takes most of each span." if spans else "What every processor does."
    return DataTable(caption, ["node", "from (ms)", "to (ms)", "activity", "job", last], body)


def _messages(trace: Trace) -> DataTable:
    messages = trace["messages"]
    body = []
    for n in longest_first(trace):
        delay = delay_of(messages, n)
        body.append(
            [
                *(_time(messages[name][n]) for name in ("sent", "delivered", "received")),
                messages["job"][n] + 1,
                _end(messages["from_task"][n], messages["from_node"][n]),
                _end(messages["to_task"][n], messages["to_node"][n]),
                MISSING if delay == inf or messages["delivered"][n] is None else f"{1000 * delay:.3f}",
                messages["waited_for"][n] or "not received in this window",
            ]
        )
    head = [
        "sent (ms)",
        "delivered (ms)",
        "received (ms)",
        "job",
        "from task (node)",
        "to task (node)",
        "lay there (ms)",
        "what the node of the receiver did meanwhile",
    ]
    return DataTable("Messages, the one that lay longest first.", head, body)


def _end(task: int, node: int) -> str:
    return f"{task + 1} ({_number(node)})"


def matrix_table(trace: Trace, step: int) -> DataTable:
    """The matrix in the slot of a step."""
    slot, nodes = slot_at(trace, step), trace["nodes"]
    head = ["row", "runs", *(f"node {n + 1}" for n in range(nodes))]
    if slot < 0:
        return DataTable("No slot begins in this window.", head, [])
    matrix = trace["matrix"]
    body = [
        [
            n + 1,
            "yes" if n == matrix["row"][slot] else "no",
            *(_number(job) + (" copy" if copy else "") for job, copy in zip(jobs, copies, strict=True)),
        ]
        for n, (jobs, copies) in enumerate(zip(matrix["rows"][slot], matrix["copies"][slot], strict=True))
    ]
    return DataTable(f"Jobs in the matrix from {_time(matrix['since'][slot])} ms on.", head, body)


def _queues(trace: Trace) -> DataTable:
    levels = trace["levels"]
    rows = sorted(enumerate(levels.get("job", [])), key=lambda row: (levels["since"][row[0]], row[1]))
    body = [
        [_time(levels["since"][n]), _time(levels["until"][n]), job + 1, levels["level"][n], levels["state"][n]]
        for n, job in rows
    ]
    head = ["from (ms)", "to (ms)", "job", "level", "state"]
    return DataTable(f"Processes of node {trace['window']['node'] + 1} by level and state.", head, body)


def _node_profile(trace: Trace) -> DataTable:
    profile = trace["profile"]
    body = [
        [n + 1, *(f"{100 * profile[activity][n]:.2f}" for activity in ACTIVITIES)]
        for n in range(len(profile["computing"]))
    ]
    return DataTable(
        "Processor time of each node over the whole run.", ["node", *(f"{WORDS[a]} (%)" for a in ACTIVITIES)], body
    )


def profile_table(result: Result, point: int) -> DataTable:
    """What every policy spends the processors on."""
    body = [
        [policy, *(with_uncertainty(measured(result, point, policy, f"{a}_share"), 100) for a in ACTIVITIES)]
        for policy in result.scenario.policies
    ]
    heads = [f"{WORDS[activity]} (%)" for activity in ACTIVITIES]
    return DataTable("Processor time by policy, ± 95 %.", ["policy", *heads], body)


def boosts_table(result: Result, point: int) -> DataTable:
    """Whom the policies choose."""
    places = positions(result)
    names = [*(f"boosts[{state}]" for state in STATES), *(f"boosts_at[{n}]" for n in places)]
    body = [
        [policy, *(with_uncertainty(measured(result, point, policy, name)) for name in ("boosts", *names))]
        for policy in boosting(result)
    ]
    heads = ["all", *STATES, *("running" if n == 0 else f"{n} after it" for n in places)]
    return DataTable("Boosts per node and second, ± 95 %.", ["policy", *heads], body)


def types_table(result: Result, point: int) -> DataTable:
    """Which job types are slowed down most."""
    relative, body = relative_slowdowns(result, point), []
    for policy in result.scenario.policies:
        spread = with_uncertainty(measured(result, point, policy, "type_variation"))
        for n, name in enumerate(job_kinds(result)):
            mean = with_uncertainty(measured(result, point, policy, f"type_slowdown[{name}]"))
            body.append([policy, name, mean, with_uncertainty(relative[policy][n]), spread])
    head = ["policy", "job type", "slowdown of execution", "over that of the least", "variation between types"]
    return DataTable("Slowdown of execution by job type, ± 95 %.", head, body)


TABLES = {
    "timeline": _timeline,
    "messages": _messages,
    "queues": _queues,
    "node-profile": _node_profile,
    "node-decisions": table_of_decisions,
}
STEP_TABLES = {"matrix": matrix_table}
