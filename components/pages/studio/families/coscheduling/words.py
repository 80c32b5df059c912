"""What the pictures of coscheduling show, in sentences."""

from collections.abc import Sequence

from components.figures.common.measured import measured
from components.figures.coscheduling.activities import ACTIVITIES, WORDS
from components.figures.coscheduling.boosts import boosting
from components.figures.coscheduling.message_lines import MOST_MESSAGES, delay_of
from components.figures.coscheduling.node_timeline import has_io
from components.figures.coscheduling.ousterhout import slot_at
from components.figures.coscheduling.type_slowdowns import job_kinds, relative_slowdowns
from components.words.wording import number, point_words, with_uncertainty
from engine.coscheduling.metric_names import STATES
from engine.coscheduling.replay.tree import Trace
from engine.results.result import Result


def window_words(trace: Trace) -> str:
    """The window: "12.3 s to 12.35 s (50 ms of 98.2 s)"."""
    window = trace["window"]
    since, until, end = window["since"], window["until"], trace["end"]
    return (
        f"{time_words(since, until)} to {time_words(until, until)} ({span_words(until - since)} of {span_words(end)})"
    )


def time_words(time: float, until: float) -> str:
    """An instant, in seconds to the microsecond."""
    places = 6 if until < 1000 else 4
    text = f"{time:,.{places}f}".rstrip("0").rstrip(".").replace(",", "\u2009")
    return f"{text} s"


def span_words(seconds: float) -> str:
    """A duration in the unit that suits it."""
    if seconds >= 1:
        return f"{number(seconds, 4)} s"
    return f"{number(1000 * seconds, 4)} ms"


def describe_timeline(trace: Trace) -> str:
    """What the node timeline shows, and of how much."""
    window, intervals = trace["window"], trace["intervals"]
    columns = zip(intervals["start"], intervals["end"], intervals["activity"], strict=True)
    shares = intervals.get("share") or [1.0] * len(intervals["start"])
    total = (window["until"] - window["since"]) * (window["end_node"] - window["first_node"])
    time = dict.fromkeys(ACTIVITIES, 0.0)
    for (start, end, activity), share in zip(columns, shares, strict=True):
        time[activity] += (end - start) * share
    told = ", ".join(f"{WORDS[name]} {100 * time[name] / total:.0f} %" for name in ACTIVITIES if time[name] > 0)
    if trace["detail"] == "spans":
        how = "Zoomed out: each cell shows what its node did most. Zoom in to see every interval. Most of them:"
    else:
        io = " The thin bars below are processes in I/O, which needs no processor." if has_io(trace) else ""
        how = f"Every interval is drawn.{io} The processors are"
    return (
        f"{trace['policy']}, nodes {window['first_node'] + 1} to {window['end_node']}, {window_words(trace)}. "
        f"Each color is a job, stripes are spinning, crosses a switch. {how} {told or 'idle'}."
        f"{_messages_words(trace)}"
    )


def _messages_words(trace: Trace) -> str:
    messages = trace["messages"]
    if not messages:
        short = trace["window"]["until"] - trace["window"]["since"] <= 0.05
        return " No message is on its way." if short else " Windows of at most 50 ms show single messages."
    count = len(messages["sent"])
    waits = [delay for n in range(count) if 0 < (delay := delay_of(messages, n)) < float("inf")]
    drawn = f", of which the {MOST_MESSAGES} that lay longest are drawn" if count > MOST_MESSAGES else ""
    longest = f"; the longest that one lay before it was received is {span_words(max(waits))}" if waits else ""
    return f" {count} messages{drawn}{longest}."


def describe_matrix(trace: Trace, step: int) -> str:
    """What the matrix of one slot holds."""
    slot = slot_at(trace, step)
    if slot < 0:
        return "No slot begins in this window; zoom out."
    matrix = trace["matrix"]
    cells = [job for row in matrix["rows"][slot] for job in row]
    copies = sum(map(sum, matrix["copies"][slot]))
    running = sorted({job for job in matrix["rows"][slot][matrix["row"][slot]] if job >= 0})
    full = sum(job >= 0 for job in cells)
    who = ", ".join(str(job + 1) for job in running)
    more = f", {copies} of them with copies" if copies else ""
    return (
        f"{trace['policy']}: slot {slot + 1} of {len(matrix['since'])} in the window begins at "
        f"{time_words(matrix['since'][slot], trace['window']['until'])}; row {matrix['row'][slot] + 1} runs (framed), "
        f"with job{'' if len(running) == 1 else 's'} {who or '–'}. "
        f"{full} of {len(cells)} cells are taken{more}. Each block is a job with its number; copies are outlines."
    )


def slot_words(trace: Trace) -> list[str]:
    """What the player says of each slot."""
    matrix = trace["matrix"]
    count = len(matrix.get("since", []))
    return [
        f"Slot {n + 1} of {count}, {time_words(since, trace['window']['until'])}: row {row + 1}."
        for n, (since, row) in enumerate(zip(matrix.get("since", []), matrix.get("row", []), strict=True))
    ]


def describe_queues(trace: Trace) -> str:
    """What the feedback queues of a node show."""
    levels, window = trace["levels"], trace["window"]
    if not levels.get("job"):
        return f"No process is on node {window['node'] + 1} in this window, {window_words(trace)}."
    time: dict[str, float] = {}
    for state, since, until in zip(levels["state"], levels["since"], levels["until"], strict=True):
        time[state] = time.get(state, 0.0) + until - since
    total = sum(time.values())
    told = ", ".join(
        f"{state} {100 * spent / total:.0f} %" for state, spent in sorted(time.items(), key=lambda i: -i[1])
    )
    jobs = len(set(levels["job"]))
    glance = (
        " Each piece stands for most of an equal span of time; zoom in for all."
        if trace["levels_detail"] == "spans"
        else ""
    )
    return (
        f"{trace['policy']}, node {window['node'] + 1}, {window_words(trace)}: "
        f"{jobs} process{'' if jobs == 1 else 'es'}, "
        f"{_levels_words(levels['level'])}; of their time {told}. "
        "The head of the highest level gets the processor. A process has a lane while it is there, and its line is as "
        f"high in it as its level.{glance}"
    )


def _levels_words(levels: Sequence[int]) -> str:
    low, high = min(levels), max(levels)
    return f"all on level {low} of 0 to 59" if low == high else f"levels {low} to {high} of 0 to 59"


def describe_profile(result: Result, point: int) -> str:
    """Who computes most, and where the others lose it."""
    policies = list(result.scenario.policies)
    known = {name: measured(result, point, name, "computing_share") for name in policies}
    known = {name: found for name, found in known.items() if found.replications}
    if not known:
        return "Nothing has been computed yet. Press Run."
    most = max(known, key=lambda name: known[name].mean)
    least = min(known, key=lambda name: known[name].mean)
    spinning = max(known, key=lambda name: measured(result, point, name, "spinning_share").mean)
    return (
        f"At {_where(result, point)}, processors compute most of the time under {most} "
        f"({with_uncertainty(known[most], 100)} %) and least under {least} ({with_uncertainty(known[least], 100)} %); "
        f"they spin most under {spinning} "
        f"({with_uncertainty(measured(result, point, spinning, 'spinning_share'), 100)} %). "
        "Means over the replications, until the last job has ended; the table has the intervals."
    )


def describe_node_profile(trace: Trace) -> str:
    """How unequal the nodes of a replication are."""
    idle = [100 * share for share in trace["profile"]["idle"]]
    return (
        f"One replication of {trace['policy']}, {span_words(trace['end'])}: nodes are idle between "
        f"{min(idle):.1f} % and {max(idle):.1f} % of the time."
    )


def describe_boosts(result: Result, point: int) -> str:
    """Whom the policies with periodic boost choose."""
    parts = []
    for policy in boosting(result):
        found = {state: measured(result, point, policy, f"boosts[{state}]") for state in STATES}
        if any(one.replications for one in found.values()):
            total = sum(one.mean for one in found.values()) or 1.0
            parts.append(f"{policy} {100 * found['S3'].mean / total:.0f} %")
    if not parts:
        return "No boosts have been measured here."
    return (
        f"At {_where(result, point)}, the share of boosts that go to a process that waits for a message that is there "
        f"(S3): {', '.join(parts)}. S2 computes, and a message is there; S1 computes, and none is there. "
        "Of several candidates the nearest after the running one is found first."
    )


def describe_types(result: Result, point: int) -> str:
    """How unequally the job types are slowed down."""
    if len(job_kinds(result)) < 2:
        return "There is one job type, so that none can be treated better than another."
    parts = []
    for policy, found in relative_slowdowns(result, point).items():
        means = [one.mean for one in found if one.replications]
        if means:
            spread = with_uncertainty(measured(result, point, policy, "type_variation"))
            parts.append(f"{policy} {number(max(means), 3)} ({spread})")
    return (
        f"At {_where(result, point)}, the type that is slowed down most over the one that is slowed down least, and "
        f"the variation between the types, ± 95 %: {', '.join(parts) or '–'}. 1 and 0 would be even treatment."
    )


def _where(result: Result, point: int) -> str:
    return point_words(result.scenario, result.points[point])
