"""What `dev` measures, each with the least work that there can be: that the command gets through.

Of speeds see `engine/reports/test_bench.py`; of commands that are started, of workers and pages, the tests of those.
"""

import orjson
import pytest
from click.testing import CliRunner

from app import main


@pytest.mark.parametrize(
    "options",
    [
        "bench --case own-64-operations",
        "searches --seeds 1",
        pytest.param("statistics --studies 10", marks=pytest.mark.slow),
        "costs --family master-worker --cells 10 --seconds 20",
        "costs --oracle --family master-worker --cells 10",
    ],
)
def test_what_the_bench_measures_is_told(options: str) -> None:
    done = CliRunner().invoke(main, ["dev", *options.split(), "--format", "json"], catch_exceptions=False)
    assert done.exit_code == 0
    assert orjson.loads(done.output)
