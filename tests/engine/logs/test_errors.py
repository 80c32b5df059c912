"""What a log is refused for comes from another process as it was said there, and a command says it in a sentence."""

import pickle
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

from app import main
from engine.logs.keeping import MissingLogError
from engine.logs.limits import LogError
from engine.study.registry import EXAMPLES


@pytest.mark.parametrize("error", [LogError("no job is left", ("line 3: half",)), MissingLogError("ab" * 32)])
def test_it_is_the_same_in_another_process(error: LogError) -> None:
    there = pickle.loads(pickle.dumps(error))
    assert type(there) is type(error)
    assert (str(there), there.why, there.lines) == (str(error), error.why, error.lines)


def test_a_log_for_which_no_estimates_can_be_drawn_is_said_by_run(tmp_path: Path) -> None:
    tree: dict[str, Any] = orjson.loads(EXAMPLES["log-in-blocks"].canonical())
    tree["workload"]["arrivals"]["estimates"] = {"estimate": "tsafrir05", "largest_estimate": 86_400.0}
    file = tmp_path / "scenario.json"
    file.write_bytes(orjson.dumps(tree))
    done = CliRunner().invoke(main, ["run", str(file), "--processes", "1"])
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)  # and no traceback
    assert done.output.splitlines()[-1] == (
        "Error: estimates of tsafrir05 cannot be drawn for this log: "
        "39 of 420 jobs run for longer than the largest estimate; at most 5 % may"
    )
