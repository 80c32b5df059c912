"""The same study over REST: the same result to the last bit, and what a server refuses."""

from typing import Any

import numpy as np
import pandas as pd
import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st

import corral
from components.server.rest import addresses, of_study, requested, studies
from components.visits import answers
from corral.connection import Connection
from tests.corral.served import NoBroker, connected

SMALL = (
    corral.example("schnor-system-1")
    .set({"workload.jobs": 100, "measurement.warm_up": {"method": "none"}})
    .vary("rate_per_1000_s", [0.5, 1.0])
    .replications(3)
)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Connection:
    return served(monkeypatch)


def served(patch: pytest.MonkeyPatch) -> Connection:
    behind = NoBroker()
    patch.setattr(studies, "client", lambda: behind)
    patch.setattr(requested, "client", lambda: behind)
    patch.setattr(answers, "client", lambda: behind)
    application = Flask("test")
    addresses.register(application)
    of_study.register(application)
    return connected(application.test_client())


def test_one_fingerprint_here_and_there(server: Connection) -> None:
    for study in (
        SMALL,
        SMALL.policies("FCFS", "SED"),
        SMALL.set({"study.vary": None}),
        SMALL.precision("response_time", 5.0),
        SMALL.goal("rate_per_1000_s", 0.2, 1.0, 0.2, ("response_time", "at-most", 2000.0)),
        SMALL.choose("response_time"),
        corral.example("kumar-two-jobs"),
    ):
        here, there = study.run(1, progress=False), server.run(study, progress=False)
        assert here.fingerprint == there.fingerprint
        assert np.array_equal(here.numbers.table, there.numbers.table, equal_nan=True)
        assert there.study == here.study
        assert server.result(study).fingerprint == here.fingerprint


@settings(max_examples=6)
@given(seed=st.integers(0, 2**31), replications=st.integers(1, 3), jobs=st.integers(1, 60))
def test_whatever_is_asked_comes_back_as_it_is(seed: int, replications: int, jobs: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        there = served(patch)
        study = SMALL.set({"workload.jobs": jobs}).seed(seed).replications(replications)
        assert there.run(study, progress=False).fingerprint == study.run(1, progress=False).fingerprint


def test_what_the_server_refuses_is_told_as_here(server: Connection) -> None:
    dear = SMALL.set({"workload.jobs": 1_000_000}).replications(1000)
    with pytest.raises(corral.ScenarioError) as here:
        dear.run()
    with pytest.raises(corral.ScenarioError) as there:
        server.run(dear)
    assert str(there.value) in str(here.value)
    assert server.cost(dear) == dear.cost == str(there.value)
    assert server.cost(SMALL) == SMALL.cost


def test_what_is_not_there_is_an_error_of_the_server(server: Connection) -> None:
    with pytest.raises(corral.ServerError, match="nobody has run a study of this name") as unknown:
        server.result(SMALL)
    assert unknown.value.status == 404
    with pytest.raises(corral.ServerError):
        server.example("nothing")


def test_another_engine_is_not_taken_for_this_one(server: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.results.result.Result.from_bytes", lambda *_: None)
    with pytest.raises(corral.ServerError, match="another version of the engine"):
        server.run(SMALL, progress=False)


def test_examples_are_those_here(server: Connection) -> None:
    assert server.examples().equals(corral.examples())
    assert server.example("schnor-system-1") == corral.example("schnor-system-1")


def test_ctrl_c_cancels_there_and_keeps_what_is_there(server: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(server, "_wait", interrupt)
    found = server.run(SMALL, progress=False)
    assert found.fingerprint == SMALL.run(1, progress=False).fingerprint
    assert studies.client().cancelled == {SMALL.scenario.content_hash()}  # type: ignore[attr-defined]


def test_jobs_and_accounts_are_those_of_the_server(server: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rows and sentences as here; nothing is simulated here for them."""
    here, there = SMALL.run(1, progress=False), server.run(SMALL, progress=False)
    jobs = here.jobs("SED", point=1, replication=2)
    why = here.why("SED", "FCFS", point=1)
    asked = there.jobs("SED", point=1, replication=2)
    pd.testing.assert_frame_equal(asked, jobs, check_dtype=False)
    assert there.why("SED", "FCFS", point=1) == why
    pd.testing.assert_frame_equal(there.why("SED", "FCFS", point=1).parts, why.parts)
    differ = here.differences("SED", "FCFS", point=1, replication=2)
    pd.testing.assert_frame_equal(there.differences("SED", "FCFS", point=1, replication=2), differ, check_dtype=False)
    with pytest.raises(corral.ScenarioError, match="replication"):
        there.jobs("SED", replication=99)
    monkeypatch.setattr("corral.connection.ANSWERS", 0.0)
    with pytest.raises(corral.ServerError, match="the workers are computing it"):
        there.jobs("SED", point=0)


def test_the_model_of_a_log_is_fitted_there_as_here(server: Connection) -> None:
    study = corral.example("log-in-blocks")
    there = server.run(study, progress=False)
    assert there.modelled() == study.modelled()
    with pytest.raises(corral.ScenarioError, match="not those of a log"):
        server.run(SMALL, progress=False).modelled()


def test_a_policy_is_broken_there_as_here(server: Connection) -> None:
    """Failure: another example than here, or a refusal that is no sentence."""
    study = corral.example("backfilling-helps")
    there = server.break_policy(study, "FCFS", "EASY")
    here = study.break_policy("FCFS", "EASY", chains=1, steps=60)
    assert (str(there), there.ratio, there.scenario) == (str(here), here.ratio, here.scenario)
    with pytest.raises(corral.ScenarioError, match="allowed is one of"):
        server.break_policy(study, "FCFS", "Magic")


def test_a_proxy_that_answers_in_its_own_words(server: Connection) -> None:
    elsewhere = Flask("proxy")
    with pytest.raises(corral.ServerError, match="says 404") as told:
        connected(elsewhere.test_client()).run(SMALL)
    assert told.value.status == 404
