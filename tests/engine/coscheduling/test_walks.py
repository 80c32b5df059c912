"""What is read off a log with arrays is what one finds who walks through it row by row."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.coscheduling.inputs.wiring import sender_of
from engine.coscheduling.inputs.workload import SECOND
from engine.coscheduling.kernel import simulation as kernel
from engine.coscheduling.records import EVERYTHING, Happening, Log, Seen, Window
from engine.coscheduling.replay.detail import in_io, within
from engine.coscheduling.replay.feedback import BOOSTED_LEVEL, STATE, levels
from engine.coscheduling.replay.messages import INSTANTS, messages
from engine.coscheduling.replay.trace import slots
from tests.engine.coscheduling.systems import GROUPS, Case, cases


def _case_and_window(case: Case, data: st.DataObject) -> tuple[Seen, Window]:
    """A window, and what is seen from a little before it on."""
    whole = kernel.run(*case, EVERYTHING)
    over, nodes = int(whole.end.max()), case.system.nodes
    begin, since, until = sorted(data.draw(st.tuples(*[st.integers(0, over + 1)] * 3)))
    first = data.draw(st.integers(0, nodes - 1))
    window = Window(since, until + 1, first, data.draw(st.integers(first + 1, nodes)))
    seen = Seen(whole.interval, whole.log)
    return within(seen, window._replace(since=begin, first_node=0, end_node=nodes)), window


def _rows(log: Log) -> list[dict[str, int]]:
    return [dict(zip(Log._fields, row, strict=True)) for row in zip(*(column.tolist() for column in log), strict=True)]


def _columns(names: str, rows: list[tuple[Any, ...]]) -> dict[str, list[Any]]:
    return {name: [row[n] for row in rows] for n, name in enumerate(names.split())}


@given(case=cases(), data=st.data())
def test_io(case: Case, data: st.DataObject) -> None:
    seen, window = _case_and_window(case, data)
    begun: dict[tuple[int, int, int], dict[str, int]] = {}
    pieces: list[tuple[int, int, dict[str, int]]] = []
    for row in _rows(seen.log):
        process = row["node"], row["job"], row["task"]
        if row["happening"] == Happening.BLOCKED_IO:
            begun[process] = row
        elif row["happening"] == Happening.IO_ENDED:
            start = begun.pop(process)["time"] if process in begun else window.since
            pieces.append((start, row["time"], row))
    pieces += [(row["time"], window.until, row) for row in begun.values()]
    expected = []
    for start, end, row in pieces:
        start, end = max(start, window.since), min(end, window.until)
        if start < end and window.first_node <= row["node"] < window.end_node:
            expected.append((start / SECOND, end / SECOND, row["node"], row["value"], row["job"], row["task"]))
    assert in_io(seen.log, window) == _columns("start end node slot job task", expected)


@given(case=cases(names=[name for group, names in GROUPS.items() if group != "gang" for name in names]), data=st.data())
def test_levels(case: Case, data: st.DataObject) -> None:
    seen, window = _case_and_window(case, data)
    present: dict[int, tuple[int, int, str]] = {}
    expected = []

    def close(job: int, until: int) -> None:
        begun, level, state = present[job]
        if until > max(begun, window.since):
            expected.append((max(begun, window.since) / SECOND, until / SECOND, job, level, state))

    for row in _rows(seen.log):
        happening, job = Happening(row["happening"]), row["job"]
        if row["node"] != window.first_node or happening not in STATE:
            continue
        state = STATE[happening] or (present[job][2] if job in present else "ready")
        if job in present:
            close(job, row["time"])
        if state == "ended":
            present.pop(job, None)
        else:
            level = BOOSTED_LEVEL if happening == Happening.BOOSTED else row["other"]
            present[job] = row["time"], level, state
    for job in present:
        close(job, window.until)
    assert levels(seen.log, window, window.first_node) == _columns("since until job level state", expected)


@given(case=cases(), data=st.data())
def test_messages(case: Case, data: st.DataObject) -> None:
    seen, window = _case_and_window(case, data)
    times: dict[tuple[int, int, int, int], dict[int, int]] = {}
    for row in _rows(within(seen, window).log):
        if row["happening"] in INSTANTS:
            name = row["job"], row["task"], row["value"], row["other"]
            times.setdefault(name, {})[row["happening"]] = row["time"]
    found = messages(seen, window, case.system.pattern, case.jobs.size)
    if not times:
        assert found == {}
        return
    columns = found["sent"], found["delivered"], found["received"]
    for column, instant in zip(columns, INSTANTS, strict=True):
        expected = [known.get(int(instant)) for known in times.values()]
        assert column == [None if one is None else one / SECOND for one in expected]
    assert found["job"] == [job for job, *_ in times]
    assert found["to_task"] == [task for _, task, *_ in times]
    assert found["from_task"] == [
        sender_of(case.system.pattern, int(case.jobs.size[job]), task, channel) for job, task, channel, _ in times
    ]
    for known, node, words in zip(times.values(), found["to_node"], found["waited_for"], strict=True):
        delivered, received = known.get(int(Happening.DELIVERED)), known.get(int(Happening.RECEIVED))
        if delivered is None or received is None or node < 0:
            assert words == ""
        elif delivered == received:
            assert words == "taken at once"
        else:
            told = sum(float(part.rsplit(" ", 2)[1]) for part in words.split(", "))
            i = seen.interval
            inside = np.minimum(i.end, received) - np.maximum(i.start, delivered)
            assert abs(told - np.maximum(inside, 0)[i.node == node].sum() / 1e6) <= 0.0005 * 5 + 1e-9


@given(case=cases(names=GROUPS["gang"]), data=st.data())
def test_slots(case: Case, data: st.DataObject) -> None:
    seen = _case_and_window(case, data)[0]
    found = slots(seen.log, case.system.nodes, case.system.slots)
    cells = np.full((case.system.slots, case.system.nodes), -1)
    rows: dict[int, tuple[int, Any]] = {}
    for row in _rows(seen.log):
        if row["happening"] == Happening.SLOT:
            cells = np.full_like(cells, -1)
            rows[row["time"]] = row["value"], cells
        elif row["happening"] == Happening.PLACED:
            cells[row["value"], row["node"]] = row["job"]
    assert found["since"] == [time / SECOND for time in rows]
    assert found["row"] == [row for row, _ in rows.values()]
    assert found["rows"] == [cells.tolist() for _, cells in rows.values()]
