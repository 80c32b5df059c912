"""What was left out of a log, assumed, or is not modelled: the same sentences wherever results of it stand."""

from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner

import app
from components.words.verdicts.verdict import verdict
from corral.study import Study
from engine.logs.keeping import table_of
from engine.logs.reading import read_log
from engine.parallel_jobs.analyses.recorded import recorded
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.to_swf import to_swf
from engine.study.of_log import study_of_log, with_log
from engine.study.registry import read_scenario

SACCT = "JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State|AllocTRES"
BEGIN = 1_483_333_200


def slurm(*rows: tuple[int, int, str, int, str, str]) -> bytes:
    """Rows of (submit, run, limit, size, state, resources)."""
    lines = [
        f"{n}|u|{BEGIN + submit}|{BEGIN + submit}|{BEGIN + submit + run}|{run // 3600:02}:{run // 60 % 60:02}:"
        f"{run % 60:02}|{limit}|{size}|{size}|{state}|{resources}"
        for n, (submit, run, limit, size, state, resources) in enumerate(rows, 1)
    ]
    return "\n".join([SACCT, *lines]).encode()


GPU = "billing=4,cpu=4,gres/gpu=4,node=1"
SWF = "{} {} -1 {} {} -1 -1 {} {} -1 1 1 1 -1 1 -1 -1 -1"
FILES = {
    "gpus.txt": (
        slurm(*((60 * n, 3600, "02:00:00", 4, "COMPLETED", GPU if n < 2 else "cpu=4") for n in range(4))),
        ["2 of 4 jobs (50 % of the processor-hours) asked for GPUs; Corral does not model GPUs, so their waits here"],
    ),
    "cancelled.txt": (
        slurm((0, 3600, "02:00:00", 4, "COMPLETED", ""), (9, 0, "02:00:00", 4, "CANCELLED by 7", "")),
        ["Of 2 recorded jobs, 1 is not replayed: 1 never started."],
    ),
    "endless.txt": (
        slurm((0, 3600, "UNLIMITED", 4, "COMPLETED", ""), (9, 60, "00:02:00", 4, "COMPLETED", "")),
        ["1 job has no limit of time: backfilling plans a year for each, as Slurm does."],
    ),
    "not_known.txt": (
        slurm((0, 3600, "Partition_Limit", 4, "COMPLETED", ""), (9, 60, "00:02:00", 4, "COMPLETED", "")),
        ["1 job has no estimate: the exact run time stands for it, which backfilling could not know."],
    ),
    "not_over.txt": (
        slurm((0, 3600, "", 4, "COMPLETED", ""), (9, 60, "", 4, "RUNNING", "")),
        ["1 job was not over when the file was made.", "Every estimate is the exact run time"],
    ),
    "large.swf": (
        "\n".join(
            [
                "; MaxProcs: 4",
                *(SWF.format(n, n, r, s, s, r + 9) for n, (s, r) in enumerate([(4, 100), (8, 50), (2, 50)])),
            ]
        ).encode(),
        ["Of 3 recorded jobs, 1 is not replayed: 1 needs more processors than there are (44 % of the processor-hours"],
    ),
    "refused.swf": (
        "\n".join([*(SWF.format(n, n, 9, 1, 1, 20) for n in range(150)), "1 2 3"]).encode(),
        ["1 line of the file could not be read."],
    ),
    "plain.swf": ("\n".join(SWF.format(n, n, 9, 1, 1, 20) for n in range(9)).encode(), []),
}


def scenario_of(name: str) -> ParallelJobsScenario:
    tree = study_of_log(FILES[name][0], name, "UTC")[0]["scenario"]
    scenario = read_scenario(tree | {"policies": ["EASY"]})
    assert isinstance(scenario, ParallelJobsScenario)
    return scenario


@pytest.mark.parametrize("name", FILES)
def test_every_output_says_the_same(name: str, tmp_path: Path) -> None:
    data, wanted = FILES[name]
    result = Study(scenario_of(name)).run(processes=1, progress=False)
    said = result.caveats
    assert len(said) >= len(wanted)
    assert all(any(sentence in one for one in said) for sentence in wanted)
    assert wanted or not said

    assert study_of_log(data, name, "UTC")[0]["caveats"] == said  # REST and the page, when the file is opened
    assert recorded(scenario_of(name))["caveats"] == said  # the tab on the log
    file, scenario = tmp_path / name, tmp_path / "scenario.json"
    file.write_bytes(data)
    scenario.write_bytes(scenario_of(name).canonical())
    for command in (["log", str(file), "--zone", "UTC"], ["run", str(scenario), "--processes", "1"]):
        table = CliRunner().invoke(app.main, command)
        tree = orjson.loads(CliRunner().invoke(app.main, [*command, "--format", "json"]).stdout)
        assert tree["caveats"] == said
        assert all(sentence in table.stdout for sentence in said)
    csv = CliRunner().invoke(app.main, ["run", str(scenario), "--processes", "1", "--format", "csv"])
    assert all(sentence in csv.stderr and sentence not in csv.stdout for sentence in said)

    head = " ".join(read_log(to_swf(scenario_of(name), "EASY", 0)).head.first("Note").split())
    shown = verdict(result.numbers)
    for sentence in said:
        for text in (result.methods, repr(result), result._repr_html_(), head, " ".join([shown.short, *shown.more])):
            assert sentence.replace("-", "") in text.replace("\u202f", " ").replace("-", "")
    assert result.summary.attrs.get("corral.caveats", "") == " ".join(said)


def test_gpus_stand_beside_the_verdict() -> None:
    result = Study(scenario_of("gpus.txt")).run(processes=1, progress=False)
    assert "does not model GPUs" in result.verdict()


def test_jobs_that_do_not_fit_count_as_dropped() -> None:
    result = Study(scenario_of("large.swf")).run(processes=1, progress=False)
    means = result.summary.set_index("metric")["mean"]
    assert means["dropped_jobs"] == pytest.approx(1 / 3)
    assert means["accepted_jobs"] == pytest.approx(2 / 3)
    cut = scenario_of("large.swf").model_dump(mode="json")
    cut["workload"]["arrivals"]["cleaning"]["too_large"] = "cut"
    means = Study(read_scenario(cut)).run(processes=1, progress=False).summary.set_index("metric")["mean"]
    assert means["dropped_jobs"] == 0


def test_of_a_log_of_weeks_those_count_that_arrive_in_a_block() -> None:
    """One job in four of the first measured half is too large, and none of the second."""
    day, lines = 86_400, []
    for n in range(16 * 7):
        large = n % 4 == 0 and 7 <= n < 7 + 4 * 7
        lines.append(SWF.format(n + 1, n * day, 600, 9 if large else 1, 9 if large else 1, 700))
    head = ["; MaxProcs: 4", "; UnixStartTime: 1483315200", "; TimeZoneString: UTC"]  # a Monday
    tree = study_of_log("\n".join([*head, *lines]).encode(), "weeks.swf")[0]["scenario"]
    scenario = read_scenario(tree | {"policies": ["FCFS"]})
    result = Study(scenario).run(processes=1, progress=False)
    dropped = result.cells.query("metric == 'dropped_jobs'")["value"].to_numpy()
    assert len(dropped) == scenario.study.replications > 1
    assert dropped.mean() == pytest.approx(7 / (14 * 7), abs=0.01)
    assert dropped[0] > dropped[-1]


def test_names_of_contents_know_nothing_of_what_is_not_there() -> None:
    """Scenarios of before, which say nothing of their file, keep their names."""
    scenario = scenario_of("plain.swf")
    named = scenario.named_by({"title"})["workload"]["arrivals"]
    assert not named.keys() & {"refused", "not_over", "not_modelled"}
    assert "not_modelled" in scenario_of("gpus.txt").named_by({"title"})["workload"]["arrivals"]


def test_fields_of_the_file_are_not_varied() -> None:
    fields: Any = scenario_of("gpus.txt").sweepable()
    assert not any(name in path for path in fields for name in ("refused", "not_over", "not_modelled"))


def test_a_job_without_a_limit_is_planned_for_a_year() -> None:
    """Under EASY the job behind a full machine is promised its end; one that may pass it passes, since it is far."""
    endless, limited = (
        slurm(
            (0, 3600, limit, 3, "COMPLETED", ""),
            (1, 3600, "01:00:00", 4, "COMPLETED", ""),
            (2, 7200, "02:00:00", 1, "COMPLETED", ""),
        )
        for limit in ("UNLIMITED", "01:00:00")
    )
    starts = []
    for data in (endless, limited):
        tree = study_of_log(data, "a", "UTC")[0]["scenario"] | {"policies": ["EASY"]}
        tree["cluster"]["groups"][0]["count"] = 4
        jobs = Study(read_scenario(tree)).run(processes=1, progress=False).jobs("EASY")
        starts.append((jobs["start"] - jobs["arrival"]).round().tolist())
    assert starts == [[0, 7201, 0], [0, 3599, 7198]]


def test_a_link_of_before_finds_its_log_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To the reader that made it, UNLIMITED was not known: the digest is the one that it gave."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    data = slurm((0, 3600, "UNLIMITED", 4, "COMPLETED", ""), (9, 60, "00:02:00", 4, "CANCELLED", ""))
    before = read_log(data, "UTC").table.of_old_links()
    assert before is not None
    assert before["estimate"].tolist() == [-1, 120]
    tree = scenario_of("endless.txt").model_dump(mode="json")
    tree["workload"]["arrivals"] |= {"digest": before.name, "carried": ""}
    scenario = read_scenario(tree)
    assert with_log(scenario, data, "a.txt", zone="UTC").log == before.name
    assert table_of(before.name) == before
