"""Results in Python: the numbers, figures and sentences of the page, and what is left after Ctrl-C."""

import signal
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import corral
from components.pages.studio.answer.answer import create_curves
from components.words.verdicts.verdict import verdict
from corral.policy import Policy, Start, State
from corral.study import Study
from engine.results.export import summaries
from engine.study.ahead import result_ahead
from engine.study.registry import EXAMPLES
from engine.study.run import run_study
from tests.engine.parallel_jobs.logs.generated import scenario_of, some_log

TWO_JOBS = corral.example("kumar-two-jobs")
SWEEP = corral.example("schnor-system-1").policies("SED", "FCFS").vary("rate_per_1000_s", [0.4, 0.8]).replications(3)
THREE_RATES = (
    corral.example("schnor-system-1")
    .policies("FCFS", "FF")
    .vary("rate_per_1000_s", [2, 3, 4])
    .replications(2)
    .set({"workload.jobs": 60, "measurement.warm_up": {"method": "none"}})
)
A_LOG = corral.Study(scenario_of(some_log(60), 3, ("FCFS", "FF")))


@pytest.fixture(scope="module")
def result() -> corral.Result:
    return SWEEP.set({"workload.jobs": 400, "measurement.warm_up": {"method": "none"}}).run(1, progress=False)


def test_the_fingerprint_is_that_of_the_stored_example_and_of_run() -> None:
    stored = result_ahead(EXAMPLES["kumar-two-jobs"])
    assert stored is not None
    assert TWO_JOBS.run(1, progress=False).fingerprint == stored.fingerprint()
    assert stored.fingerprint() == run_study(EXAMPLES["kumar-two-jobs"]).fingerprint()


def test_frames_hold_the_numbers_of_the_tables(result: corral.Result) -> None:
    table = summaries(result.numbers).to_pandas()
    for name in table.columns:
        assert list(map(repr, result.summary[name])) == list(map(repr, table[name]))
    assert not any(isinstance(kind, pd.CategoricalDtype) for kind in result.summary.dtypes)
    means = result.cells.groupby(["policy", "workload.arrivals.rate_per_1000_s", "metric"])["value"].mean()
    for policy in ("SED", "FCFS"):
        np.testing.assert_allclose(means[policy][:, "response_time"], result.mean("response_time")[policy])
    assert result.summary.attrs["corral.fingerprint"] == result.fingerprint


def test_the_jobs_of_a_cell_have_its_mean(result: corral.Result) -> None:
    jobs = result.jobs("FCFS", point=1, replication=2)
    cells = result.cells.query("policy == 'FCFS' and replication == 2 and metric == 'response_time'")
    assert (jobs["end"] - jobs["arrival"]).mean() == pytest.approx(cells["value"].iloc[1], rel=1e-12)


def test_figures_and_sentences_are_those_of_the_page(result: corral.Result) -> None:
    drawn = result.figure("wait_time")
    assert [one.name for one in drawn.data] == [
        one.get("name") for one in create_curves(result.numbers, "wait_time")["data"]
    ]
    assert result.verdict() == verdict(result.numbers).short
    assert result.figure("speed-up").data


def test_two_policies_are_told_apart_within_the_replications(result: corral.Result) -> None:
    found = result.compare("SED", "FCFS", "response_time")
    one = result.cells.query("metric == 'response_time'").pivot(
        columns="policy", index=["workload.arrivals.rate_per_1000_s", "replication"], values="value"
    )
    gap = 100 * (one["SED"] / one["FCFS"] - 1)
    np.testing.assert_allclose(found.table["difference"], gap.groupby(level=0).mean())
    assert set(found.table["unit"]) == {"%"}
    assert str(found).startswith("SED has the shortest mean response time")
    # At 5 % a test and an interval of 95 % say the same.
    assert list(found.table["shown"]) == list(found.table["p_value"] < 0.05)


def test_why_they_differ_adds_up(result: corral.Result) -> None:
    found = result.why("SED", "FCFS", point=1)
    (whole, *parts) = found.parts["mean"]
    assert whole == pytest.approx(sum(parts))
    assert whole == pytest.approx(result.mean("response_time").iloc[1].diff().iloc[-1])
    assert "under FCFS" in found


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda one: one.jobs("EASY"), '"EASY" is no policy of this study; it has SED, FCFS'),
        (lambda one: one.figure("joy"), '"joy" is no metric of this study'),
        (lambda one: one.jobs("SED", point=2), "point: 2 is not from 0 to 1"),
        (lambda one: one.jobs("SED", replication=0), "replication: 0 is not from 1 to 3"),
    ],
)
def test_what_is_not_there_is_refused(result: corral.Result, ask: object, words: str) -> None:
    with pytest.raises(corral.ScenarioError) as refused:
        ask(result)  # type: ignore[operator]
    assert words in str(refused.value)


def test_a_notebook_shows_title_verdict_picture_and_link(result: corral.Result) -> None:
    shown = result._repr_html_()
    for part in (result.study.scenario.title, result.verdict(), "<svg", result.fingerprint, "open in Corral"):
        assert part in shown
    hostile = SWEEP.set({"title": "<script>alert(1)</script>"})
    assert "<script>" not in hostile._repr_html_()
    assert corral.open_link(result.link("https://corral.example.org")) == result.study
    assert f"&f={result.fingerprint}-" in result.link()


def test_the_files_are_those_of_run(result: corral.Result, tmp_path: Path) -> None:
    names = {path.name for path in result.save(tmp_path)}
    assert {"scenario.json", "methods.txt", "cells.parquet", "summary.csv"} <= names
    assert corral.load(tmp_path / "scenario.json") == result.study


@pytest.mark.parametrize("processes", [1, 2])
def test_ctrl_c_keeps_what_is_there(processes: int) -> None:
    scenario = SWEEP.set({"workload.jobs": 200, "measurement.warm_up": {"method": "none"}}).scenario
    whole = run_study(scenario)

    def interrupt(done: int, _cells: int) -> None:
        if done >= 4:
            signal.raise_signal(signal.SIGINT)

    found = run_study(scenario, processes, interrupt, keeps=True)
    assert found.cells_done >= 4
    assert np.array_equal(found.table[found.done[:, :, : found.table.shape[2]]], whole.table[found.done])
    if processes == 1:
        assert found.cells_done == 4
        assert not found.complete
    with pytest.raises(KeyboardInterrupt):
        run_study(scenario, processes, interrupt)


def test_a_policy_of_ones_own_is_run_beside_the_others(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from corral.policy import Policy, Start\n\n\n"
        "class LastFirst(Policy):\n"
        "    def decide(self, state):\n"
        "        return [Start(job) for job in reversed(state.waiting)][:1] if state.waiting else []\n"
    )
    found = TWO_JOBS.run(1, progress=False, own=[file])
    assert found.numbers.scenario.policies[-1].endswith("LastFirst")
    assert found.study == TWO_JOBS
    assert found.failures == () or "LastFirst" in found.failures[0]


class Fits(Policy):
    """Whoever comes first and fits starts."""

    def decide(self, state: State) -> Iterator[Start]:
        """As the name says."""
        for job in state.waiting:
            if job.size <= state.idle:
                yield Start(job)


@pytest.mark.parametrize("study", [THREE_RATES, A_LOG], ids=["drawn jobs", "a log"])
@pytest.mark.parametrize("own", [Fits, [Fits], "file", "file in a list"], ids=str)
def test_results_of_a_policy_of_ones_own_are_as_all_others(study: Study, own: Any, tmp_path: Path) -> None:
    """Nothing that a result tells knows only what is built in."""
    if isinstance(own, str):
        file = tmp_path / "fits.py"
        file.write_text("from corral.policy import Policy, Start\n\n\n" + getsource(Fits).replace("State", '"State"'))
        file.write_text(file.read_text().replace("Iterator[Start]", '"object"'))
        own = [file] if "list" in own else str(file)
    found = study.run(1, progress=False, own=own)
    name = "python:Fits"
    assert found.failures == ()
    for shown in (found.figure("wait_time"), found.figure("speed-up"), found.figure("wait_time", "dark")):
        assert any(name in str(line.name) for line in shown.data), shown
    assert "own Python policy" in found.methods
    assert "fits" in found.methods.lower()
    built_in = study.run(1, progress=False)
    for first, second in (("FF", name), (name, "FCFS")):
        why = found.why(first, second)
        assert why.tree["policies"] == (first, second) or list(why.tree["policies"]) == [first, second]
        one = found.differences(second, first, metric="wait_time")
        assert len(one) == len(found.jobs(second))
        assert found.compare(first, second)
    assert found.why("FF", name) == "They do not differ."  # it is First Fit, written by hand
    assert found.mean("wait_time")["FF"].tolist() == found.mean("wait_time")[name].tolist()
    assert found.why("FCFS", "FF") == built_in.why("FCFS", "FF")
    written = {path.name for path in found.save(tmp_path / "saved")}
    assert {"scenario.json", "python_policies.json"} <= written | {"scenario.json"}
    assert corral.load(tmp_path / "saved" / "scenario.json") == study
    assert name in found.verdict() or found.verdict()
    assert "open in Corral" in found._repr_html_()
    with pytest.raises(corral.ScenarioError, match="pages do not open policies in Python"):
        found.link()
    assert found.study.link()


@pytest.mark.parametrize(
    ("own", "words"),
    [(Fits(), "give its class"), ([7], 'this is "int"'), (int, "class derived from"), ("no.py", "there is no policy")],
)
def test_what_is_no_policy_is_refused_in_a_sentence(own: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        TWO_JOBS.run(1, progress=False, own=own)
