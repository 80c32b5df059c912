"""Windows of traces: the same whatever was kept of the run, in memory or in a file."""

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
import orjson
import pytest

from engine.coscheduling.inputs.scenario import CoschedulingScenario
from engine.coscheduling.replay import kept
from engine.coscheduling.replay import trace as replay
from engine.coscheduling.replay import trace as replayed
from engine.coscheduling.replay.course import Course, Run, course_of
from engine.coscheduling.replication import Model, first_part

SCENARIO = CoschedulingScenario.read(
    {
        "family": "coscheduling",
        "cluster": {"nodes": 8, "partitions": 2},
        "policies": ["PB", "GS"],
        "workload": {
            "jobs": 12,
            "job_types": [
                {"name": "J1", "computation": 35.0, "io": 15.0, "communication": 50.0},
                {"name": "J4", "computation": 90.0, "io": 5.0, "communication": 5.0},
            ],
            "size_classes": [{"smallest": 2, "largest": 4, "execution_time": 0.4}],
        },
    }
)
POLICIES = ("PB", "PB-SY", "PB-A'", "SB", "DCS-SB", "SY", "Local", "GS", "GS-NR", "SS-EASY")
WINDOWS: dict[str, dict[str, float]] = {
    "short": {"since": 1.2, "until": 1.24, "node": 2},
    "of one node": {"since": 0.9, "until": 1.3, "first_node": 1, "nodes": 1},
    "in spans": {"since": 0.3, "until": 1.4},
    "at the end": {"since": 99.0, "until": 99.03},
    "whole": {},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where runs are kept; nothing is in memory yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "WORTH_A_FILE", 0)
    kept._known.cache_clear()
    yield tmp_path / "corral" / "runs"
    kept._known.cache_clear()


@pytest.mark.parametrize("rows", [replayed.MOST_ROWS, 3_000], ids=["as it is", "with small logs"])
@pytest.mark.parametrize("policy", POLICIES)
def test_a_window_does_not_depend_on_what_was_kept(policy: str, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayed, "MOST_ROWS", rows)
    monkeypatch.setattr(replayed, "MOST_INTERVALS", 500)
    model = first_part(SCENARIO, policy, 1)
    found: dict[str, list[bytes]] = {name: [] for name in WINDOWS}
    for every in (10**9, 2_000):
        course = course_of(model, every)
        assert (len(course.reach) > 3) == (every < 10**9)
        with monkeypatch.context() as patch:
            patch.setattr(replay, "run_of", partial(_ended, Run(model, course)))
            for name, window in WINDOWS.items():
                found[name].append(orjson.dumps(replay.trace(SCENARIO, policy, 1, window)))
    for name, (one, other) in found.items():
        assert one == other, name


def _ended(run: Run, *_: object) -> Run:
    return run


def test_states_are_few_and_begin_anywhere() -> None:
    model = first_part(SCENARIO, "PB", 0)
    course = course_of(model, 100, 16)
    assert 8 <= len(course.reach) <= 16
    gaps = np.diff(course.reach, prepend=0, append=int(Run(model, course).records.end.max()))
    assert gaps.max() < 0.3 * gaps.sum()


def test_another_process_finds_the_run_in_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = replay.trace(SCENARIO, "PB", 0, WINDOWS["short"])
    assert len(list(folder.iterdir())) == 1
    kept._known.cache_clear()
    monkeypatch.setattr(kept, "course_of", _never)
    assert replay.trace(SCENARIO, "PB", 0, WINDOWS["short"]) == first
    with pytest.raises(AssertionError):
        replay.trace(SCENARIO, "PB", 1, WINDOWS["short"])
    with pytest.raises(AssertionError):
        replay.trace(SCENARIO, "GS", 0, WINDOWS["short"])
    more = SCENARIO.at({"workload.jobs": 13})
    with pytest.raises(AssertionError):
        replay.trace(more, "PB", 0, WINDOWS["short"])


def _never(model: Model) -> Course:
    raise AssertionError("this run is not known")


def test_a_broken_file_is_made_anew(folder: Path) -> None:
    first = replay.trace(SCENARIO, "PB", 0, WINDOWS["short"])
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    middle = len(whole) // 2
    changed = whole[:middle] + bytes([whole[middle] ^ 255]) + whole[middle + 1 :]
    for broken in (b"", b"no archive", whole[:middle], changed):
        file.write_bytes(broken)
        kept._known.cache_clear()
        assert replay.trace(SCENARIO, "PB", 0, WINDOWS["short"]) == first
        assert file.read_bytes() == whole


def test_where_nothing_can_be_written_there_are_windows_all_the_same(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("not a folder")
    assert replay.trace(SCENARIO, "PB", 0, WINDOWS["short"])["detail"] == "intervals"


def test_files_that_nobody_looks_at_make_room(folder: Path) -> None:
    course = course_of(first_part(SCENARIO, "PB", 0))
    for age, name in enumerate(("one", "two")):
        kept.write(folder / name, course)
        os.utime(folder / name, (1_000 + age, 1_000 + age))
    size = (folder / "one").stat().st_size
    kept.read(folder / "one")  # somebody does
    kept.write(folder / "three", course, most=int(2.5 * size))
    assert {file.name for file in folder.iterdir()} == {"one", "three"}
