"""Policies in Python from files, beside the policies of a scenario; by the command line alone."""

import hashlib
import subprocess
import sys
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner

import app
from engine.inputs.rejection import ScenarioError
from engine.parallel_jobs.python_policies.refusals import PolicyError
from engine.python_policies.loading import source_of
from engine.study.registry import read_scenario

PROJECT = Path(__file__).parents[3]

SCENARIO = {
    "family": "parallel-jobs",
    "cluster": {"groups": [{"name": "a", "count": 8, "speed_factor": 1}]},
    "workload": {
        "arrivals": {"process": "poisson", "rate_per_1000_s": 100},
        "job_classes": [{"demand": {"distribution": "exponential", "mean": 60}, "min_size": 1, "max_size": 8}],
        "jobs": 40,
    },
    "policies": ["FCFS", "FF"],
    "study": {"replications": 3},
}

FIRST_FIT = """
from engine.policy import Policy, Start

class Fits(Policy):
    def decide(self, state):
        for job in state.waiting:
            if job.size <= state.idle:
                yield Start(job)
"""
OTHERS = {
    "Other": "class Other(Fits):\n    pass",
    "Fails": "class Fails(Fits):\n    def decide(self, state):\n        yield Start(1 / 0)",
    "Chance": "from random import random\nclass Chance(Fits):\n"
    "    def admits(self, job, state):\n        return random() < 0.5",
    "Drawn": "class Drawn(Fits):\n    def admits(self, job, state):\n        return self.random.random() < 0.5",
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "scenario.json").write_bytes(orjson.dumps(SCENARIO))
    (tmp_path / "fits.py").write_text(FIRST_FIT)
    (tmp_path / "many.py").write_text(f"{FIRST_FIT}\n" + "\n\n".join(OTHERS.values()))
    return tmp_path


def run(folder: Path, *options: str) -> tuple[int, str]:
    """How `run` ends, and all that it says."""
    options = tuple(one.replace("@", f"{folder}/") for one in options)
    done = CliRunner().invoke(app.main, ["run", f"{folder}/scenario.json", "--processes", "1", *options])
    return done.exit_code, done.output


def test_it_runs_beside_the_others_on_the_same_jobs(files: Path) -> None:
    written = ("--out", "@out", "--decisions", "@decisions.jsonl")
    code, said = run(files, "--policy", "@fits.py", *written)
    assert code == 0, said
    digest = hashlib.sha256(FIRST_FIT.encode()).hexdigest()
    assert f"python:Fits: own Python policy, not recomputed elsewhere; fits.py, SHA-256 {digest}\n" in said
    assert "in the SimPy reference about" in said
    tree = orjson.loads((files / "out" / "result.json").read_bytes())
    first_fit, own = ([row[number] for row in tree["cells"]] for number in (1, 2))
    assert own == first_fit, "bit for bit, on the same jobs"
    assert digest in tree["fingerprint"]
    told = orjson.loads((files / "out" / "python_policies.json").read_bytes())
    assert [(one["name"], one["sha256"], one["repeatable"]) for one in told] == [("python:Fits", digest, True)]
    assert orjson.loads((files / "out" / "scenario.json").read_bytes())["policies"] == SCENARIO["policies"]
    alone = run(files)[1].splitlines()[-1]
    assert alone.replace("fingerprint", "fingerprint of the other policies") in said
    lines = (files / "decisions.jsonl").read_text().splitlines()
    starts = [one for line in lines for one in orjson.loads(line)["decisions"]]
    assert len(starts) == len(set(starts)) == 40
    exported = ["export", f"{files}/scenario.json", f"{files}/jobs.csv", "--policy", f"{files}/fits.py"]
    assert CliRunner().invoke(app.main, [*exported, "--processes", "1"]).exit_code == 0
    assert (files / "jobs.csv").read_text().count("python:Fits") == 120


def test_several_are_compared_and_a_failure_ends_its_cells_only(files: Path) -> None:
    code, said = run(files, "--policy", "@many.py:Other", "--policy", "@many.py:Fails")
    assert code == 1
    assert "many.py, line" in said
    assert "ZeroDivisionError: division by zero" in said
    assert "python:Other" in said


def test_what_cannot_be_repeated_is_marked(files: Path) -> None:
    _, said = run(files, "--policy", "@many.py:Chance", "--policy", "@many.py:Drawn")
    marked = [line.split(":")[1] for line in said.splitlines() if "NOT REPEATABLE" in line]
    assert marked == ["Chance"]


def test_which_class_is_meant(files: Path) -> None:
    assert source_of(f"{files}/fits.py").class_name == "Fits"
    assert source_of(f"{files}/many.py:Other").class_name == "Other"
    (files / "none.py").write_text("x = 1\n")
    for text, sentence in {
        "many.py": "has Fits, Other, Fails, Chance, Drawn; FILE:Class says which policy is meant",
        "many.py:Missing": 'has no policy "Missing"; it has Fits',
        "none.py": "has no class that is derived from corral.policy.Policy",
        "missing.py": "is no file, and no package offers one of that name",
        "scenario.json": "is no Python file; its name has to end with .py",
    }.items():
        with pytest.raises(PolicyError, match=sentence):
            source_of(f"{files}/{text}")


def test_two_of_one_name_and_other_families_are_refused(files: Path) -> None:
    code, said = run(files, "--policy", "@fits.py", "--policy", "@many.py:Fits")
    assert (code, "two policies have one name" in said) == (1, True)
    done = CliRunner().invoke(app.main, ["run", "heymann-table-1", "--policy", f"{files}/fits.py"])
    assert 'a policy in Python decides about "parallel-jobs"' in done.output
    assert "--decisions needs --policy" in run(files, "--decisions", "@d.jsonl")[1]


@pytest.mark.parametrize("name", ["python:Fits", "fits.py", "./fits.py:Fits"])
def test_a_scenario_cannot_name_one(name: str) -> None:
    with pytest.raises(ScenarioError, match="policies"):
        read_scenario(SCENARIO | {"policies": ["FCFS", name]})


def test_neither_server_nor_workers_load_what_loads_files() -> None:
    program = (
        "import sys, components.server.shell, workers.tasks\n"
        "print([name for name in sys.modules if name.startswith('engine.python_policies')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=PROJECT, capture_output=True, text=True, timeout=100, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
    importers = [
        path.relative_to(PROJECT)
        for folder in ("engine", "workers", "components")
        for path in (PROJECT / folder).rglob("*.py")
        if "engine.python_policies" in path.read_text(encoding="utf-8")
    ]
    assert importers, "they import each other"
    assert {path.parts[:2] for path in importers} == {("engine", "python_policies")}
