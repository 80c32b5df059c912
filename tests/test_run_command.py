"""`run` of a study of every family, with files of its result."""

from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

import app
from engine.study.registry import EXAMPLES

SMALL: dict[str, dict[str, float]] = {
    "kumar-two-jobs": {},
    "zhang-wl2": {"workload.jobs": 2},
    "heymann-figure-2a": {"application.iterations": 2},
    "peterson-figure-2": {"application.iterations": 2},
}


def test_there_is_one_of_each_family() -> None:
    assert {EXAMPLES[name].family for name in SMALL} == {one.family for one in EXAMPLES.values()}


@pytest.mark.parametrize("name", SMALL)
def test_a_study_of_every_family_is_written_with_its_methods(name: str, tmp_path: Path) -> None:
    """Families without a workload ended in a traceback: the methods asked for the log of one."""
    tree = EXAMPLES[name].at(SMALL[name]).model_dump(mode="json")
    tree["study"] = {"replications": 1}
    (tmp_path / "study.json").write_bytes(orjson.dumps(tree))
    command = ["run", str(tmp_path / "study.json"), "--processes", "1", "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(app.main, command, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert "on one core (estimated)" in done.stderr
    assert "replication" in (tmp_path / "out" / "methods.txt").read_text()
