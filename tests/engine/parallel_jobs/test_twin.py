"""The twin of a study of a log: lublin99 with fitted constants, on the same cluster under the same policies."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pytest
from click.testing import CliRunner

import app
from engine.inputs.draws import Draws
from engine.inputs.rejection import ScenarioError
from engine.logs import keeping
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.analyses.twin import beside_its_twin, twin_of
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.inputs.sources.model_constants import Fitted, as_fields
from engine.parallel_jobs.inputs.workload import draw_jobs
from engine.results.matching import matches
from engine.results.pairing import pairing
from engine.study.cells import StudyPlan
from engine.study.of_log import study_of_log, twin, write_twin
from engine.study.registry import EXAMPLES, read_scenario
from engine.workload_models.gamma_law import GammaLaw
from engine.workload_models.lublin99 import ALL, sample
from tests.engine.parallel_jobs.inputs.test_modelled import modelled

CONSTANTS = as_fields(ALL)
JOBS = 6_000


@cache
def replay() -> ParallelJobsScenario:
    """Of a log that is a sample of lublin99 on 128 processors, with users who ask for three times what they need."""
    jobs = sample((ALL,), 128, Draws(11, 0), JOBS)
    user = 1 + np.arange(JOBS) * 7919 % 40
    rows = [
        f"{n + 1} {a:.0f} {n % 50} {r:.0f} {s} -1 -1 {s} {3 * r + 600:.0f} -1 1 {u} 1 -1 1 -1 -1 -1"
        for n, (a, r, s, u) in enumerate(zip(jobs.arrival, jobs.run, jobs.size, user, strict=True))
    ]
    told, encoded = study_of_log("\n".join(["; MaxProcs: 128", *rows, ""]).encode(), "A site")
    keeping.put(told["log"], encoded)
    found: Any = read_scenario(told["scenario"])
    return found


def test_published_constants_written_down_are_those_of_the_paper() -> None:
    """Bit for bit, where six digits hold them; the product of shape and factor of the gaps has more."""
    kind = Fitted.model_validate(CONSTANTS).kind
    assert kind.between.shape == pytest.approx(ALL.between.shape, rel=3e-6)
    assert kind._replace(between=ALL.between) == ALL
    usual, same = modelled(), modelled(constants=CONSTANTS)
    assert draw_jobs(usual, 0).demand.tolist() == draw_jobs(same, 0).demand.tolist()
    assert usual.content_hash() != same.content_hash()
    assert b"constants" not in usual.compact()


@pytest.mark.parametrize("scale", [0.5, 0.985, 0.995, 1.0, 1.3, 4.0])
def test_the_mean_exponential_is_an_integral_for_every_scale(scale: float) -> None:
    """By the trapezoidal rule; below 1 it was known, from there on logs of bursty arrivals need it."""
    law, x = GammaLaw(2.5, scale), np.linspace(1e-9, 13.0, 400_001)
    density = np.exp(1.5 * np.log(x / scale) - x / scale) / scale / 1.329340388179137
    assert law.mean_exponential(13.0) == pytest.approx(float(np.trapezoid(density * np.exp(x), x)), rel=1e-7)


def test_jobs_of_fitted_constants_have_the_means_that_their_cost_is_told_by() -> None:
    """A bursty site: gaps of a scale above 1, many long jobs."""
    constants = CONSTANTS | {"gap_shape": 2.1, "gap_scale": 1.9, "at_zero": 0.4, "serial": 0.6, "power_of_two": 0.3}
    scenario = modelled(256, 60_000, load=0.6, constants=constants)
    loads = [(jobs := draw_jobs(scenario, n)).demand.sum() / 256 / jobs.gap.sum() for n in range(4)]
    assert np.mean(loads) == pytest.approx(0.6, rel=0.1)
    weights = [kind.weight for kind in scenario.workload.job_classes]
    shares = np.bincount(draw_jobs(scenario, 0).job_class, minlength=len(weights)) / 60_000
    assert shares == pytest.approx(weights, abs=0.01)
    assert weights[0] == pytest.approx(0.6)
    assert StudyPlan(scenario).budget().seconds > 0


@pytest.mark.parametrize(
    ("path", "sentence", "change"),
    [
        ("workload.arrivals.constants", "1.2 of all jobs together; at most 1 is allowed", {"serial": 0.624}),
        ("workload.arrivals.constants.long_scale", "% of the long run times are above 45 h", {"long_scale": 0.04}),
        ("workload.arrivals.constants.gap_scale", "% of the gaps are above 5 days; at most 10 %", {"gap_scale": 1.3}),
        ("workload.arrivals.constants.day_scale", "within the 24 hours from 5:15 on; at least 1 %", {"day_scale": 0.1}),
        ("workload.arrivals.constants.short_shape", "at least 1", {"short_shape": 0.4}),
        ("workload.arrivals.constants.middle", "at most 6.9", {"middle": 7.5}),
    ],
)
def test_constants_that_cannot_be_are_refused_in_a_sentence(path: str, sentence: str, change: dict[str, Any]) -> None:
    with pytest.raises(ScenarioError) as refused:
        modelled(constants=CONSTANTS | change)
    (reason,) = refused.value.rejections
    assert reason.path == path
    assert sentence in reason.sentence


def test_fitted_constants_are_of_all_jobs_as_one() -> None:
    with pytest.raises(ScenarioError, match=r"two-types.* has published constants alone"):
        modelled(constants=CONSTANTS, types="two-types")


def test_the_twin_of_a_log_is_like_it() -> None:
    """Same cluster, policies and points; the load of the log, its constants, and estimates as its users give them."""
    scenario = replay()
    found: Any = twin(scenario)
    assert found.cluster == scenario.cluster
    assert found.policies == scenario.policies
    arrivals = found.workload.arrivals
    assert arrivals.load == pytest.approx(recorded(scenario)["load"], rel=1e-5)
    assert arrivals.constants.serial == pytest.approx(0.244, abs=0.02)
    assert arrivals.constants.long_shape * arrivals.constants.long_scale == pytest.approx(9.36, abs=0.05)
    assert arrivals.estimate.estimate == "tsafrir05"
    assert 20 <= arrivals.users <= 40
    assert found.workload.jobs == JOBS
    assert 0 < found.measurement.warm_up.jobs <= JOBS // 4
    assert read_scenario(orjson.loads(found.compact())) == found
    work = [draw_jobs(found, n).demand.sum() for n in range(3)]
    assert np.mean(work) == pytest.approx(draw_jobs(scenario, 0).demand.sum(), rel=0.1)


def test_what_the_page_is_told_makes_the_same_twin() -> None:
    scenario = replay()
    told = orjson.loads(orjson.dumps(recorded(scenario)["twin"]))
    assert twin_of(scenario, told) == twin(scenario)


def test_both_sides_of_a_comparison_have_the_same_points() -> None:
    """Another load of a log is no field of the model: nothing would match."""
    tree = replay().model_dump(mode="json")
    for vary, points in (
        ({"field": "workload.arrivals.load_factor", "values": [0.9, 1.0]}, 1),
        ({"field": "options.wait_bound_s", "values": [0.0, 3600.0]}, 2),
    ):
        scenario = ParallelJobsScenario.read(
            tree | {"study": tree["study"] | {"vary": vary}, "policies": ["SJF", "SAF"]}
        )
        log, other = beside_its_twin(scenario), twin(scenario)
        assert len(matches(log, other)) == len(log.points()) == points


def test_a_twin_is_written_and_read_back(tmp_path: Any) -> None:
    write_twin(EXAMPLES["log-in-blocks"], tmp_path / "twin.json")
    assert read_scenario(orjson.loads((tmp_path / "twin.json").read_bytes())) == twin(EXAMPLES["log-in-blocks"])


@pytest.mark.parametrize(
    ("name", "why"),
    [("users-estimates", "not those of a log"), ("zhang-io-and-communication", "none of parallel-jobs")],
)
def test_without_a_log_there_is_no_twin(name: str, why: str) -> None:
    scenario = EXAMPLES.get(name) or next(one for one in EXAMPLES.values() if one.family == "coscheduling")
    with pytest.raises(ValueError, match=why):
        twin(scenario)


def test_a_twin_can_be_drawn_where_round_estimates_are_too_short() -> None:
    """Half the jobs of it run for hours: estimates of tsafrir05 are too short, and a multiple takes their place."""
    found: Any = twin(EXAMPLES["log-in-blocks"])
    assert found.workload.arrivals.estimate.estimate == "multiple"
    assert all(len(draw_jobs(found, n).gap) == found.workload.jobs for n in range(found.study.replications))


def test_blocks_of_a_log_and_draws_of_its_twin_are_not_paired() -> None:
    """Said to be once: of a log in one block, the difference was that from the first replication alone."""
    log, other = beside_its_twin(EXAMPLES["log-in-blocks"]), twin(EXAMPLES["log-in-blocks"])  # type: ignore[arg-type]
    assert pairing(log, other) == (
        False,
        "the replications of one are parts of a log, and those of the other are drawn",
    )
    assert pairing(log, EXAMPLES["log-in-blocks"]).paired
    fewer = ParallelJobsScenario.read(log.model_dump(mode="json") | {"study": {"replications": 2}})
    assert not pairing(log, fewer).paired
    assert not pairing(log, replay()).paired


def test_a_log_of_a_few_jobs_says_why_it_has_none() -> None:
    rows = [f"{n + 1} {60 * n} -1 60 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1" for n in range(20)]
    told, _ = study_of_log("\n".join(["; MaxProcs: 4", *rows, ""]).encode(), "Few")
    scenario: Any = read_scenario(told["scenario"])
    assert recorded(scenario)["twin"] == {"missing": ""}
    with pytest.raises(ValueError, match="at least 100"):
        twin(scenario)


def test_the_twin_is_exported(tmp_path: Path) -> None:
    done = CliRunner().invoke(app.main, ["export", "log-in-blocks", str(tmp_path / "twin.json"), "--model"])
    assert done.exit_code == 0, done.output
    assert read_scenario(orjson.loads((tmp_path / "twin.json").read_bytes())) == twin(EXAMPLES["log-in-blocks"])
    refused = CliRunner().invoke(app.main, ["export", "users-estimates", str(tmp_path / "none.json"), "--model"])
    assert refused.exit_code == 1
    assert "not those of a log" in refused.output
