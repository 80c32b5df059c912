"""What is simulated again of a window: as much as its pictures need, and no log that is too long."""

from typing import NamedTuple

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.policies import SCHEMES
from engine.coscheduling.records import Log, Records, Window
from engine.coscheduling.replay.detail import at_a_glance, within
from engine.coscheduling.replay.feedback import LEAD
from engine.coscheduling.replay.tree import Intervals
from engine.coscheduling.replication import Replication, replicate, replicate_in_spans
from engine.coscheduling.system import MILLISECOND

MOST_INTERVALS = 6_000
"""Drawn one by one; more are summed up in spans, so that a page stays fluid however much happens."""

SPANS = 400
"""Spans of the picture of the whole, of few nodes; of more, less, so that there are at most `MOST_INTERVALS`."""

MOST_ROWS = 1_500_000
"""Of a log; a window that has more is only summed up."""

ROWS_PER_MESSAGE, ROWS_PER_TICK = 12, 1


class Logged(NamedTuple):
    """What is known of a window.

    Attributes
    ----------
    everywhere : of all nodes, from a little before the window on; of a window that is only summed up, what there is
    inside : of that, what touches the window
    queue : the log in which the levels of the processes of a node are; None where there are none, or too much is logged
    whole : the intervals at a glance; None where they can be told apart
    """

    everywhere: Records
    inside: Records
    queue: Log | None
    whole: Intervals | None


def log_of(
    scenario: CoschedulingScenario, policy: str, replication: int, done: Replication, window: Window, node: int
) -> Logged:
    """The window of a run that is *done*, with what leads to the levels of *node*."""
    records, system = done.parts[0].records, done.system
    end = int(records.end.max())
    spans = min(SPANS, MOST_INTERVALS // (window.end_node - window.first_node))
    gang = bool(SCHEMES[policy].gang)
    # A log of all nodes: slots are told of the first one, and messages come from anywhere.
    begin = max(0, window.since - (system.gang_quantum + system.gang_switch if gang else LEAD))
    everywhere = Window(begin, window.until, 0, system.nodes)
    if _rows(records, everywhere, end) > MOST_ROWS:
        logged, spent = replicate_in_spans(scenario, policy, replication, window, spans)
        of_node = Window(begin, window.until, node, node + 1)
        small = not gang and _rows(records, of_node, end) <= MOST_ROWS
        queue = replicate(scenario, policy, replication, of_node).parts[0].records.log if small else None
        return Logged(logged, logged, queue, at_a_glance(spent, window))
    logged = replicate(scenario, policy, replication, everywhere).parts[0].records
    inside = within(logged, window)
    whole = None
    if len(inside.interval.start) > MOST_INTERVALS:
        whole = at_a_glance(replicate_in_spans(scenario, policy, replication, window, spans)[1], window)
    return Logged(logged, inside, None if gang else logged.log, whole)


def _rows(records: Records, window: Window, end: int) -> float:
    """About how many rows a log of the window has, if the run is much the same all the time."""
    share = (window.until - window.since) / end * (window.end_node - window.first_node) / len(records.profile)
    ticks = len(records.profile) * end / MILLISECOND
    return share * (ROWS_PER_MESSAGE * records.messages_delivered + ROWS_PER_TICK * ticks)
