"""A whole schedule: nobody has a processor of another one, and what is seen of it is what there is."""

import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.parallel_jobs.records import Records, empty_records
from engine.parallel_jobs.replication import replicate
from engine.parallel_jobs.rows import rows
from engine.parallel_jobs.whole.areas import LEVELS
from engine.parallel_jobs.whole.jobs import COLUMNS, ROWS, page
from engine.parallel_jobs.whole.packed import pack, unpack
from engine.parallel_jobs.whole.pieces import Pieces, of_records
from engine.parallel_jobs.whole.schedule import whole_schedule
from engine.parallel_jobs.whole.steps import extremes, steps_of
from engine.parallel_jobs.whole.window import HUES, MOST_BYTES, Whole, Window, grid, look, visible
from engine.study.registry import EXAMPLES

pytestmark = pytest.mark.fast

NAMED, COUNTED = "schnor-system-1", "users-estimates"
"""One where it matters which machine a job gets, and one where processors are counted."""


def scenario_of(example: str, jobs: int) -> ParallelJobsScenario:
    scenario = EXAMPLES[example]
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario.at(scenario.points()[-1]).at({"workload.jobs": jobs})


def whole_of(tmp_path: Path, example: str, policy: str, jobs: int = 300) -> Whole:
    path = tmp_path / "schedule"
    path.write_bytes(whole_schedule(scenario_of(example, jobs), policy, 0))
    return Whole.of_file(path)


def records_of(jobs: list[tuple[float, float, int]]) -> Records:
    records = empty_records(len(jobs), 1)
    records.start[:], records.size[:] = [job[0] for job in jobs], [job[2] for job in jobs]
    records.end[:] = [job[0] + job[1] for job in jobs]
    return records


def taken_by(pieces: Pieces, time: float) -> list[int]:
    """The processors in use at an instant, each as often as it is."""
    now = np.flatnonzero((pieces.since <= time) & (pieces.until > time))
    runs = [run for piece in now for run in range(pieces.first[piece], pieces.first[piece + 1])]
    return [number for run in runs for number in range(pieces.low[run], pieces.low[run] + pieces.length[run])]


jobs_one_after_another = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 6), st.integers(1, 5)), max_size=25)


@settings(max_examples=75, deadline=None)
@given(jobs_one_after_another)
def test_each_job_has_processors_of_its_own_and_the_lowest_free_ones(drawn: list[tuple[int, int, int]]) -> None:
    records = records_of([(float(start), float(run), size) for start, run, size in drawn])
    machines = max(1, sum(size for _, _, size in drawn))
    pieces = of_records(records, machines)
    assert len(pieces.since) == sum(run > 0 for _, run, _ in drawn)
    for time in range(28):
        taken = taken_by(pieces, time)
        assert len(taken) == len(set(taken)) == sum(s for start, run, s in drawn if start <= time < start + run)
    for piece, size in enumerate(pieces.size):
        own = slice(pieces.first[piece], pieces.first[piece + 1])
        assert pieces.length[own].sum() == size
        before = pieces._replace(first=np.minimum(pieces.first, pieces.first[piece]))
        highest = int((pieces.low[own] + pieces.length[own]).max())
        mine = [
            n
            for run in range(own.start, own.stop)
            for n in range(pieces.low[run], pieces.low[run] + pieces.length[run])
        ]
        free = set(range(highest)) - set(taken_by(before, pieces.since[piece]))
        assert free == set(mine)  # below its highest processor it has every one that was free


@pytest.mark.parametrize(("example", "policy"), [(COUNTED, "EASY"), (COUNTED, "FCFS"), (NAMED, "FCFS"), (NAMED, "SED")])
def test_pieces_add_up_to_what_was_simulated(tmp_path: Path, example: str, policy: str) -> None:
    whole = whole_of(tmp_path, example, policy)
    scenario = scenario_of(example, 300)
    records = replicate(scenario, policy, 0, draw_jobs(scenario, 0)).records
    columns = whole.columns
    worked = ((columns["until"] - columns["since"]) * columns["size"]).sum()
    if policy != "SED":  # which shares machines: busy is not the sum of what jobs have
        assert worked == pytest.approx(records.busy.sum(), rel=1e-9)
    assert columns["step_worked"][-1] == pytest.approx(records.busy.sum(), rel=1e-9)
    assert columns["step_waited"][-1] == pytest.approx((records.start - records.arrival).sum(), rel=1e-9)
    assert (np.diff(columns["since"]) >= 0).all()
    assert columns["length"].sum() == columns["size"].sum()


@pytest.mark.parametrize("policy", ["EASY", "FCFS"])
def test_a_grid_has_all_the_work_of_its_window(tmp_path: Path, policy: str) -> None:
    whole = whole_of(tmp_path, COUNTED, policy, 3_000)
    head, columns = whole.head, whole.columns
    length = head["until"] - head["since"]
    for begin, end, low, high in ((0.0, 1.0, 0.0, 1.0), (0.31, 0.47, 0.0, 1.0), (0.2, 0.9, 0.25, 0.6)):
        asked = {
            "since": head["since"] + begin * length,
            "until": head["since"] + end * length,
            "columns": 90,
            "rows": 37,
        }
        window = Window.of(whole, asked | {"lowest": low * head["machines"], "highest": high * head["machines"]})
        share, hue, _ = grid(whole, window, visible(whole, window))
        cell = (window.until - window.since) / 90 * (window.highest - window.lowest) / window.rows
        expected = 0.0
        for piece in range(len(columns["since"])):
            time = min(columns["until"][piece], window.until) - max(columns["since"][piece], window.since)
            for run in range(columns["first"][piece], columns["first"][piece + 1]):
                top = min(columns["low"][run] + columns["length"][run], window.highest)
                expected += max(0.0, time) * max(0.0, top - max(columns["low"][run], window.lowest))
        assert share.sum() * cell == pytest.approx(expected, rel=1e-3)
        assert share.min() > -1e-3
        assert share.max() < 1.001
        assert hue.max() < HUES


def test_a_cell_has_the_hue_of_who_has_most_of_it() -> None:
    records = records_of([(0.0, 6.0, 2), (6.0, 4.0, 2), (0.0, 10.0, 1)])
    whole = Whole(
        {"machines": 4, "named": True, "owners": 1, "since": 0.0, "until": 10.0},
        {**of_records(records, 4)._asdict(), "block_until": np.array([10.0]), "rank": np.zeros(3, np.int32)},
    )
    window = Window(0.0, 10.0, 0.0, 4.0, 1, 2, "machines", "job")
    share, hue, _ = grid(whole, window, visible(whole, window))
    assert share[0] == pytest.approx([1.0, 0.5])
    assert hue[0].tolist() == [0, 2]


@settings(max_examples=75, deadline=None)
@given(jobs_one_after_another.filter(bool), st.lists(st.floats(0.0, 30.0), min_size=2, max_size=8, unique=True))
def test_extremes_are_those_of_every_instant(drawn: list[tuple[int, int, int]], edges: list[float]) -> None:
    records = records_of([(float(start), float(run), size) for start, run, size in drawn])
    records.arrival[:] = np.maximum(records.start - 3.0, 0.0)
    pieces = of_records(records, sum(size for _, _, size in drawn))
    steps = steps_of(records, pieces.since, pieces.until, pieces.size)
    edges = sorted(edges)
    found = extremes(steps.time, steps.used, steps.worked, np.array(edges))
    for n, (begin, end) in enumerate(pairwise(edges)):
        instants = [begin, *(time for time in steps.time if begin < time < end)]
        used = [sum(s for start, run, s in drawn if start <= time < start + run) for time in instants]
        spans = np.diff([*instants, end])
        assert (found.least[n], found.largest[n]) == (min(used), max(used))
        assert found.mean[n] == pytest.approx(
            float((np.array(used) * spans).sum() / (end - begin)), abs=1e-6 / (end - begin)
        )


def told(answer: bytes) -> tuple[dict[str, Any], bytes]:
    line, _, body = zlib.decompress(answer, 31).partition(b"\n")
    return orjson.loads(line), body


def test_few_pieces_have_bars_and_many_have_cells(tmp_path: Path) -> None:
    whole = whole_of(tmp_path, COUNTED, "EASY", 3_000)
    everything, body = told(look(whole, Window.of(whole, {"columns": 300, "rows": 100})))
    assert "bars" not in everything
    assert len(body) == everything["columns"] * everything["rows"]
    assert max(body) >> 3 == LEVELS
    middle = float(np.median(whole.columns["since"]))
    few, body = told(look(whole, Window.of(whole, {"since": middle, "until": middle + 3600})))
    there = (whole.columns["since"] < middle + 3600) & (whole.columns["until"] > middle)
    assert few["bars"]["job"] == whole.columns["job"][there].tolist()
    assert body == b""
    _, body = told(look(whole, Window.of(whole, {"layout": "sizes", "columns": 300})))
    assert len(body) == HUES * 300
    owners, body = told(look(whole, Window.of(whole, {"layout": "owners", "columns": 300})))
    assert owners["rows"] == whole.head["owners"]


def test_no_window_is_longer_than_it_may_be() -> None:
    noise = np.random.default_rng(3)
    start, size = np.sort(noise.uniform(0, 1e6, 60_000)), noise.integers(1, 3, 60_000)
    run = noise.uniform(1, 3_000, 60_000)
    records = records_of(list(zip(start.tolist(), run.tolist(), size.tolist(), strict=True)))
    pieces = of_records(records, 400)
    steps = steps_of(records, pieces.since, pieces.until, pieces.size)
    whole = Whole(
        {"machines": 400, "named": True, "owners": 1, "since": 0.0, "until": 1e6},
        {**pieces._asdict(), "block_until": np.maximum.reduceat(pieces.until, np.arange(0, 60_000, 1_024)),
         "rank": np.zeros(60_000, np.int32), **{f"step_{k}": v for k, v in steps._asdict().items()}},
    )  # fmt: skip
    answer = look(whole, Window.of(whole, {"columns": 9_999, "rows": 9_999}))
    assert len(answer) <= MOST_BYTES
    assert told(answer)[0]["columns"] == 1_200


@pytest.mark.parametrize("asked", [{"since": "nan"}, {"columns": "inf"}, {"lowest": "x"}, {"until": []}])
def test_what_is_no_window_is_refused(tmp_path: Path, asked: dict[str, Any]) -> None:
    whole = whole_of(tmp_path, COUNTED, "EASY", 200)
    with pytest.raises((ValueError, TypeError)):
        Window.of(whole, asked)


@given(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12), st.floats(-9, 9e9), st.floats(-9, 9e9))
def test_any_numbers_are_brought_into_the_schedule(since: float, until: float, low: float, high: float) -> None:
    head = {"machines": 100, "named": True, "owners": 3, "since": 5.0, "until": 1_000.0}
    found = Window.of(Whole(head, {}), {"since": since, "until": until, "lowest": low, "highest": high})
    assert 5.0 <= found.since < found.until <= 1_000.0 + 1e-5
    assert 0 <= found.lowest < found.highest <= 101


@pytest.mark.parametrize("by", COLUMNS)
def test_a_page_is_sorted_and_pages_are_all_jobs(tmp_path: Path, by: str) -> None:
    whole = whole_of(tmp_path, COUNTED, "EASY", 230)
    found = [page(whole, by, True, first) for first in range(0, 230, ROWS)]
    numbers = [row[0] for one in found for row in one.rows]
    assert sorted(numbers) == list(range(1, 231))
    place = list(COLUMNS).index(by)
    values = [row[place] for one in found for row in one.rows]
    if by not in ("owner", "outcome"):  # whose names are sorted by number
        assert values == sorted(values, reverse=True)
    starts = next(column.values for column in rows(scenario_of(COUNTED, 230), "EASY", 0) if column.name == "start")
    assert {row[0]: row[2] for one in found for row in one.rows} == dict(enumerate(starts, 1))


def test_what_is_packed_is_unpacked(tmp_path: Path) -> None:
    columns = {"a": np.arange(5.0), "b": np.arange(0, dtype=np.int32), "c": np.array([7], dtype=np.int8)}
    path = tmp_path / "file"
    path.write_bytes(pack({"said": "ä\n"}, columns))
    head, found = unpack(path)
    assert head == {"said": "ä\n"}
    assert {name: one.tolist() for name, one in found.items()} == {name: one.tolist() for name, one in columns.items()}
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="empty"):
        unpack(path)
