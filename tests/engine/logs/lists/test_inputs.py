"""Small tables as people bring them: each is read to the right jobs, or told by what is in it and what to do."""

import io
from pathlib import Path
from typing import Any

import numpy as np
import orjson
import pandas as pd
import pytest
from click.testing import CliRunner

import corral
from app import main
from components.share.files import read_file
from engine.inputs.rejection import ScenarioError
from engine.logs.cleaning.clean import clean
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.table import NO_LIMIT
from engine.study.of_log import study_of_log
from engine.study.registry import read_scenario

SWF = "".join(f"{n} {n} 0 10 1 -1 -1 1 20 -1 1 1 1 -1 1 -1 -1 -1\n" for n in range(1, 101))
DATES = "submit,run,size\n"
TEN = "".join(f"{n},60,1,{90 if n % 10 else 'NaN'}\n" for n in range(100))


def packed(**columns: Any) -> bytes:
    sink = io.BytesIO()
    pd.DataFrame(columns).to_parquet(sink)
    return sink.getvalue()


def seconds(text: str) -> int:
    return int(pd.Timestamp(text).timestamp())


READ: dict[str, tuple[str | bytes, dict[str, list[float]]]] = {
    "words of status": ("submit,run,size,status\n0,60,1,COMPLETED\n0,1,1,CANCELLED by 7\n", {"status": [1, 5]}),
    "names of jobs": ("job,submit,run,size\nj000001,0,60,1\nj000002,0,60,1\n", {"job": [1, 2]}),
    "numbers of Flux": ("job,submit,run,size\n14436593041408,0,60,1\n", {"job": [14_436_593_041_408]}),
    "numbers of 19 digits": ("job,submit,run,size\n9223372036854775807,0,60,1\n", {"job": [1]}),
    "users of 14 digits": ("user,submit,run,size\n14436593041408,0,60,1\n", {"user": [14_436_593_041_408]}),
    "users as decimals": ("user,submit,run,size\n7.0,0,60,1\n,0,60,1\n", {"user": [7, -1]}),
    "names after numbers": ("user,submit,run,size\n7,0,6,1\nanna,0,6,1\n7,0,6,1\n", {"user": [1, 2, 1]}),
    "a date": (DATES + "2020-04-02 10:18:57,60,1\n2020-04-02T10:18:58Z,60,1\n", {"submit": [0, 1]}),
    "an offset": (DATES + "2020-04-02T10:18:57+02:00,60,1\n2020-04-02 08:18:57,60,1\n", {"submit": [0, 0]}),
    "to the minute": (DATES + "2020-04-02 10:18,60,1\n2020/04/02 10:19 UTC,60,1\n", {"submit": [0, 60]}),
    "parts of a second": (
        DATES + "2020-04-02 10:18:57.25,60,1\n2020-04-02 10:18:57.50,60,1\n",
        {"submit": [0.25, 0.5]},
    ),
    "milliseconds": (DATES + "1585822737000,60,1\n1585822738500,60,1\n", {"submit": [0, 1.5], "run": [60, 60]}),
    "nanoseconds": (DATES + "1585822737000000000,60,1\n1585822739000000000,60,1\n", {"submit": [0, 2]}),
    "a large number of milliseconds": ("submit,run_ms,size\n0,2000000000000,1\n", {"run": [2e9]}),
    "durations": (
        "submit,run,size\n0,01:02:03,1\n0,1-00:00,1\n0,2-01:00:00.5,1\n0,1 days 00:00:01,1\n0,15 min,1\n0,PT1H,1\n",
        {"run": [3723, 86_400, 176_400.5, 86_401, 900, 3600]},
    ),
    "limits to the minute": ("submit,run,size,timelimit\n0,1,1,1-00:00\n0,1,1,04:00\n", {"estimate": [86_400, 14_400]}),
    "limits in seconds": ("submit,run,size,limit\n0,1,1,00:30:00\n0,1,1,04:00\n", {"estimate": [1800, 240]}),
    "no limit": ("submit,run,size,timelimit\n0,1,1,UNLIMITED\n0,1,1,900\n", {"estimate": [NO_LIMIT, 900]}),
    "blanks between": ("job submit run size\n1 0 60 1\n 2   5\t60 2 \n", {"job": [1, 2], "submit": [0, 5]}),
    "bars between": ("submit|run|size\n0|60|4\n", {"allocated": [4]}),
    "names with blanks": ("Submit Time,Run Time,Size\n3,60,1\n", {"submit": [3], "run": [60]}),
    "units in brackets": ("Submit Time (s),Run Time [min],Cores\n3,1,1\n", {"run": [60]}),
    "sep": ("\ufeffsep=;\r\nsubmit;run;size\r\n0;60,5;1\r\n", {"run": [60.5]}),
    "decimal commas": ("submit;run;size\n0,5;60,25;4\n", {"submit": [0.5], "run": [60.25]}),
    "quotes": ('name,"submit",run,size\n"a, ""b""",0,60,1\n"c",0,"60",1\n', {"run": [60, 60]}),
    "quotes of users": ('user,submit,run,size\n"b, c",0,60,1\n"b",0,60,1\n"b, c",1,1,1\n', {"user": [1, 2, 1]}),
    "a last comma": ("submit,run,size\n0,60,1,\n1,60,2,\n", {"allocated": [1, 2]}),
    "numbers of rows": ("submit run size\n1 0 60 4\n2 1 60 2\n", {"allocated": [4, 2]}),
    "a column of an index": (",submit,run,size\n0,5,60,4\n", {"submit": [5]}),
    "an empty line of a sheet": ("submit,run,size\n0,60,1\n\n,,,,\n   \n", {"run": [60]}),
    "comments": ("# made by a script\nsubmit,run,size\n0,60,1\n# end\n", {"run": [60]}),
    "names in a comment": ("# made by a script\n# submit run size\n0 60 1\n", {"run": [60]}),
    "Helios": (
        "job_id,user,gpu_num,cpu_num,state,submit_time,start_time,end_time,duration\n"
        "1,u1,1,4,COMPLETED,2020-04-02 10:18:57,2020-04-02 10:19:57,2020-04-02 10:20:57,60\n",
        {"submit": [0], "wait": [60], "run": [60], "allocated": [4], "status": [1], "user": [1]},
    ),
    "PM100": (
        "job_id,num_cores_alloc,num_nodes_alloc,run_time,submit_time,start_time,end_time,job_state,time_limit_min\n"
        "7,32,1,60,1589000000,1589000010,1589000070,TIMEOUT,24\n",
        {"allocated": [32], "wait": [10], "run": [60], "status": [0], "estimate": [1440]},
    ),
    "end and wait": ("submit,wait,end,size\n5,10,75,1\n", {"run": [60]}),
    "nodes alone": ("submit,run,nodes\n0,60,3\n", {"allocated": [3]}),
    "not over": ("submit,run,size,state\n0,60,1,RUNNING\n0,60,1,COMPLETED\n", {"run": [-1, 60]}),
    "two of a field": ("submit,run,elapsed,size\n0,60,99,1\n", {"run": [60]}),
    "user twice": ("submit,run,size,user,user\n0,60,1,3,4\n", {"user": [3]}),
    "junk where another column says it": (
        "submit,run,start,end,size,requested\n0,soon,5,9,x,4\n",
        {"run": [4], "allocated": [-1], "requested": [4], "wait": [5]},
    ),
    "Parquet by other names": (packed(id=[1], arrival_time=[3], duration=[60], cpus=[2]), {"submit": [3], "run": [60]}),
    "timestamps in Parquet": (
        packed(
            submit=pd.to_datetime(["2020-04-02 10:18:57.5", None, "2020-04-03 00:00:00"], format="ISO8601"),
            run=pd.to_timedelta([60, 61.5, None], unit="s"),
            size=pd.array([1, 2, None], "Int64"),
            user=pd.Categorical(["a,b", "c\nd", "a,b"]),
            estimate=[[1], [2], [3]],
            status=["COMPLETED", None, "x"],
        ),
        {"submit": [0.5, -1, 49_263], "run": [60, 61.5, -1], "allocated": [1, 2, -1], "user": [1, 2, 1]},
    ),
    "dates in Parquet": (packed(submit=[pd.Timestamp("2024-05-01").date()], run=[5], size=[1]), {"submit": [0]}),
    "comments in SWF": ("# made by a script\n" * 3 + SWF, {"job": list(range(1, 101))}),
    "users by name in SWF": (SWF.replace("-1 1 1 1 -1", "-1 1 anna bio -1"), {"user": [1] * 100, "group": [1] * 100}),
    "a job of Flux in SWF": (
        SWF.replace("5 5 0 10", "14436593041408 5 0 10", 1),
        {"job": [1, 2, 3, 4, 14436593041408]},
    ),
    "estimates NaN in SWF": (SWF.replace(" 20 ", " NaN "), {"estimate": [-1] * 100}),
    "words of status in SWF": (SWF.replace("20 -1 1 1", "20 -1 DONE 1"), {"status": [-1] * 100}),
}


@pytest.mark.parametrize("name", READ)
def test_it_is_read(name: str) -> None:
    data, jobs = READ[name]
    reading = read_log(data if isinstance(data, bytes) else data.encode())
    assert reading.refused == 0
    for field, values in jobs.items():
        column = (
            reading.table.seconds(field) if field in ("submit", "wait", "run", "estimate") else reading.table[field]
        )
        expected = np.array(values)
        assert column[: len(values)].tolist() == np.where(expected == -1, -1 / 1, expected).tolist()


TOLD: dict[str, tuple[str | bytes, str]] = {
    "GPUs alone": (
        "id,submit_time,duration,num_gpu\n1,0,60,1\n",
        "num_gpu counts GPUs: rename it to size if the GPUs are",
    ),
    "GPUs with names": ("id,submit_time,duration,num_gpu\n", r"columns known here: id \(job\), submit_time \(submit\)"),
    "nothing known": ("foo,bar,baz\n1,2,3\n", "no column submit.*not known: foo, bar, baz; rename columns"),
    "nearly": ("sumbit,run,size\n1,2,3\n", "sumbit may be it: rename it to submit"),
    "start alone": ("start,end,size\n1,2,3\n", "start says when jobs started, which is not when they were submitted"),
    "limit alone": ("submit,walltime,size\n1,2,3\n", "walltime is read as what users asked for"),
    "Parquet of others": (packed(a=[1], b=[2]), "no column submit.*not known: a, b"),
    "Parquet without rows": (packed(submit=[], run=[], size=[]), "it has no rows"),
    "numbers first": (
        "0,60,1\n1,60,1\n",
        "a table with commas between the fields; its first line has to name the columns",
    ),
    "five numbers": ("1 2 3 4 5\n", "a line of SWF has 18 numbers, -1 where one is not known; of a table"),
    "events": (
        "time,jobID,event,user\n0,1,0,u1\n",
        r"a table of events.*\(columns time, jobID, event, user\).*a line for each",
    ),
    "size twice": ("submit,run,size,size\n0,60,1,1\n", "size and size say the same; one of them has to go"),
    "one bad size of one": (
        "submit,run,size\n0,60,x\n",
        "1 of 1 lines cannot be read.*correct these lines, or leave them out",
    ),
    "a bad date": (DATES + "31.03.2024,60,1\n", "1 of 1 lines"),
    "PBS": (
        "04/01/2019 00:00:01;E;12.srv;user=u1 group=g queue=q qtime=1554069000 start=1554069100 end=1554070100\n",
        "accounting of PBS or Torque.*qtime is submit",
    ),
    "SGE": (
        "q1:host:g:u1:name:77:sge:0:1310761621:1311095354:1311095414:0:0:60:1\n",
        r"accounting of SGE.*awk -F: .*\$9",
    ),
    "LSF": ('"JOB_FINISH" "9.11" 1389683139 4047 1 2\n', r"accounting of LSF \(lsb.acct\).*awk"),
    "GWF": ("# a head\n" + " ".join(["1"] * 29) + "\n", r"Grid Workload Format.*awk '!/\^#/ \{NF=16"),
    "GWF by name": ("# JobID SubmitTime WaitTime RunTime NProcs\n1 2 3\n", "Grid Workload Format"),
    "Batsim": (
        '{"nb_res": 4, "jobs": [{"id": 1, "subtime": 0, "res": 1, "profile": "x"}]}',
        "Batsim.*subtime is submit",
    ),
    "WfCommons": ('{"name": "x", "schemaVersion": "1.4", "workflow": {"tasks": []}}', "WfCommons.*make a table"),
    "ElastiSim": (
        '{"jobs": [{"type": "rigid", "submit_time": 0, "num_nodes": 4, "application_model": "a.json"}]}',
        "ElastiSim.*num_nodes is size",
    ),
    "sacct --json": (
        '{"jobs": [{"job_id": 1, "association": {}, "time": {}}]}',
        "`sacct --json` prints.*make it with: ",
    ),
    "a scenario": ('{"family": "parallel-jobs", "workload": {}}', "a scenario of Corral, not a log: open it"),
    "other JSON": ('[{"a": 1}]', "looks like JSON.*make a table of it"),
    "SimGrid": ('<?xml version="1.0"?>\n<platform version="4.1">\n', "a platform of SimGrid.*the log itself is needed"),
    "a pickle": (b"\x80\x04\x95abc", "a pickle of Python.*save it as Parquet or CSV"),
    "a picture": (b"\x89PNG", "a picture; the log itself is needed"),
}
"""Each names what is there and what to do."""


@pytest.mark.parametrize("name", TOLD)
def test_it_is_told(name: str) -> None:
    data, why = TOLD[name]
    with pytest.raises(LogError, match=why) as told:
        read_log(data if isinstance(data, bytes) else data.encode())
    assert len(told.value.why) < 500
    assert told.value.why.isprintable()


UNKNOWN = ["NaN", "nan", "NA", "", "None", "null", "-", "?", "-12", "soon", "1e999", '"-"', "#REF!", "-inf", "[1]"]


@pytest.mark.parametrize("word", UNKNOWN)
@pytest.mark.parametrize("field", ["wait", "estimate", "status", "think", "requested", "start", "gpus"])
def test_what_a_job_can_be_without_refuses_no_line(field: str, word: str) -> None:
    """All of a column may be so: jobs are those without the column, and one sentence counts them."""
    rows = "".join(f"{n},{60 + n},2,{word}\n" for n in range(50))
    reading = read_log(f"submit,run,size,{field}\n{rows}".encode())
    assert reading.refused == 0
    assert reading.table == read_log(("submit,run,size\n" + rows.replace(f",{word}\n", "\n")).encode()).table
    assert sum(note.startswith(f"{field} is not known of 50 jobs") for note in reading.notes) == 1


@pytest.mark.parametrize("count", [2, 40])
def test_run_times_that_cannot_be_are_not_known(count: int) -> None:
    """Two of 158 lines are more than 1 %; a failure is a file that is refused, or a job replayed without one."""
    text = "submit,run,size\n" + "".join(f"{n},{-12 if n < count else 5},1\n" for n in range(158))
    reading = read_log(text.encode())
    assert f'run is not known of {count} jobs, such as "-12" in line 2.' in reading.notes
    assert len(clean(reading.table, reading.head)) == 158 - count


LISTED = "submit,start,end,size\n0,0,100,4\n1,1,101,4\n2,2,102,4\n"
IN_SWF = "".join(f"{n} {n} 0 100 4 -1 -1 4 -1 -1 1 1 1 -1 1 -1 -1 -1\n" for n in range(3))
IN_SACCT = "JobID|Submit|Start|End|Elapsed|AllocCPUS|State\n" + "".join(
    f"{n}|{10**9 + n}|{10**9 + n}|{10**9 + n + 100}|00:01:40|4|COMPLETED\n" for n in range(1, 4)
)
BY_DATES = "submit,start,end,size\n" + "".join(
    f"2020-04-02 10:00:0{n},2020-04-02 10:00:0{n},2020-04-02 10:02:00,4\n" for n in range(3)
)


@pytest.mark.parametrize("text", [LISTED, IN_SWF, IN_SACCT, BY_DATES], ids=["table", "SWF", "sacct", "dates"])
def test_a_cluster_has_as_many_processors_as_were_in_use_at_once(text: str) -> None:
    reading = read_log(text.encode())
    assert clean(reading.table, reading.head).processors == 12
    without = read_log(text.replace(",start", ",other").replace(",end", ",run").encode()) if text is LISTED else reading
    assert clean(without.table, without.head).processors == (4 if text is LISTED else 12)


def zoned(zone: str) -> Reading:
    """Two jobs about the hour that occurs twice in Berlin: the second starts in it for the second time."""
    text = "submit,start,end,size\n2024-10-27 01:30:00,2024-10-27 01:30:00,2024-10-27 02:00:00,1\n"
    return read_log(f"{text}2024-10-27 02:50:00,2024-10-27 02:10:00,2024-10-27 03:10:00,1\n".encode(), zone)


def test_dates_are_those_of_the_zone() -> None:
    reading = zoned("Europe/Berlin")
    assert reading.head.unix_start == seconds("2024-10-27 01:30:00+02:00")
    assert reading.head.zone == "Europe/Berlin"
    assert not reading.zone_is_missing
    assert (reading.table["wait"].tolist(), reading.table["run"].tolist()) == ([0, 1200], [1800, 3600])
    assert zoned("").zone_is_missing
    assert zoned("").head.unix_start == seconds("2024-10-27 01:30:00Z")
    with pytest.raises(LogError, match="this is no time zone"):
        zoned("Nowhere")


def test_an_hour_that_does_not_exist_is_no_date() -> None:
    lines = "".join(f"2024-03-30 0{n % 9}:00:00,5,1\n" for n in range(200))
    reading = read_log(f"{DATES}2024-03-31 02:30:00,5,1\n{lines}".encode(), "Europe/Berlin")
    assert reading.sentences[0].startswith(
        'line 2: submit is "2024-03-31 02:30:00"; a number from 0 to 10^12 or a date'
    )


@pytest.mark.parametrize("name", ["Helios", "users by name in SWF", "timestamps in Parquet", "decimal commas"])
def test_command_python_and_page_read_the_same_log(name: str, tmp_path: Path) -> None:
    """The page and REST have a worker call `study_of_log`."""
    data = READ[name][0]
    file = tmp_path / "jobs"
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    told, _ = study_of_log(file.read_bytes(), file.name, "Europe/Berlin")
    done = CliRunner().invoke(main, ["log", str(file), "--zone", "Europe/Berlin", "--format", "json"])
    found = orjson.loads(done.stdout)
    assert found["proposal"]["processors"] == told["scenario"]["cluster"]["groups"][0]["count"]
    assert [found[key] for key in ("kind", "refused", "notes")] == [told[key] for key in ("kind", "refused", "notes")]
    assert corral.replay(file, "Europe/Berlin").scenario == read_scenario(told["scenario"])


def test_a_data_frame_is_the_file_that_it_writes(tmp_path: Path) -> None:
    frame = pd.DataFrame({"submit": pd.to_datetime(["2024-05-01", "2024-05-02"]), "duration": [60, 5], "cores": [1, 2]})
    frame.to_csv(tmp_path / "data frame", index=False)
    study, other = corral.replay(frame, "Europe/Berlin"), corral.replay(tmp_path / "data frame", "Europe/Berlin")
    assert study.scenario == other.scenario
    again = corral.example("kumar-two-jobs").replay(frame).scenario
    assert again.model_dump()["workload"] == corral.replay(frame).scenario.model_dump()["workload"]
    with pytest.raises(LogError, match="no column size; columns known here"):
        corral.replay(frame.drop(columns="cores"))
    with pytest.raises(TypeError, match=r"a log is a file, or a data frame with columns.*this is list"):
        corral.replay([1, 2])


def test_json_that_is_dropped_on_the_page_and_is_no_scenario_is_named() -> None:
    text = TOLD["Batsim"][0]
    with pytest.raises(ScenarioError, match=r"a workload of Batsim.*subtime is submit"):
        read_file(text)


def test_gpus_beside_processors_are_counted() -> None:
    (found,) = read_log(b"submit,run,size,gpus\n0,100,3,1\n0,100,1,0\n").not_modelled
    assert (found.kind, found.jobs, found.of, found.work) == ("gpus", 1, 2, 0.75)
