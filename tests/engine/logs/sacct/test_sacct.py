"""Accounting output: columns, states, times and JobIDs, and what is refused without naming anybody."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.table import FIELDS, NO_LIMIT
from tests.engine.logs.sacct.test_golden import BERLIN, HEADER, LINES, PEOPLE, VARIANTS
from tests.engine.logs.test_hostile import WORDS, many, outcome

USUAL = {
    "JobID": "1", "User": "anna", "Account": "bio", "Partition": "p", "QOS": "q", "Submit": "1711845000",
    "Start": "1711845100", "End": "1711845400", "Elapsed": "00:05:00", "Timelimit": "01:00:00", "AllocCPUS": "8",
    "ReqCPUS": "4", "State": "COMPLETED",
}  # fmt: skip


def read(*changes: dict[str, str], without: tuple[str, ...] = (), zone: str = BERLIN) -> Reading:
    """A file with a line for each of the changes of the usual job."""
    columns = [name for name in {**USUAL, **changes[0]} if name not in without]
    lines = ["|".join(columns), *("|".join({**USUAL, **one}[name] for name in columns) for one in changes)]
    return read_log("\n".join(lines).encode(), zone)


def only(changes: dict[str, str], field: str, without: tuple[str, ...] = ()) -> int:
    return int(read(changes, without=without).table[field][0])


def refused(changes: dict[str, str]) -> str:
    """The sentence of one bad line among two hundred."""
    columns = {**USUAL, **changes}
    good = [
        {"JobID": str(n + 2), **{name: USUAL.get(name, "") for name in changes if name != "JobID"}} for n in range(200)
    ]
    reading = read({name: columns[name] for name in changes}, *good)
    (sentence,) = reading.sentences
    assert reading.refused == 1
    return sentence


@pytest.mark.parametrize(
    ("elapsed", "run"),
    [
        ("00:05:00", 300), ("1-00:00:01", 86401), ("123-23:59:59", 123 * 86400 + 86399), ("05:00", 300),
        ("05:00.499", 300), ("05:00.5", 301), ("1-00:00", 86_400), ("2-03:30", 185_400),
        ("00:00:00", 0), ("", 300),
    ],
)  # fmt: skip
def test_durations(elapsed: str, run: int) -> None:
    assert only({"Elapsed": elapsed}, "run") == run


@pytest.mark.parametrize(
    "elapsed", ["INVALID", "5", "1-5", "00:60:00", "1:2:3:4", "-1:00", "1-24:00", "1-00:60", "anna", "٠٠:٠٠:٠٠"]
)
def test_what_is_no_duration(elapsed: str) -> None:
    assert refused({"Elapsed": elapsed}).endswith("[DD-]HH:MM:SS or MM:SS is needed")


@pytest.mark.parametrize(
    ("limit", "estimate"),
    [
        ("UNLIMITED", NO_LIMIT),
        ("unlimited", NO_LIMIT),
        ("INVALID", -1),
        ("1e3", -1),
        ("1-00:00", 86_400),
        ("Partition_Limit", -1),
        ("PARTITION_LIMIT", -1),
        ("", -1),
        ("2-00:00:00", 172800),
        ("10:00", 600),
    ],
)
def test_limits(limit: str, estimate: int) -> None:
    assert only({"Timelimit": limit}, "estimate") == estimate


@pytest.mark.parametrize(
    ("changes", "without", "allocated", "requested"),
    [
        ({}, (), 8, 4),
        ({"NCPUS": "9"}, ("AllocCPUS",), 9, 4),
        ({"AllocNodes": "2K", "ReqNodes": "1.50K"}, ("AllocCPUS",), 2048, 1536),
        ({"NNodes": "3"}, ("AllocCPUS", "ReqCPUS"), 3, -1),
        ({"AllocCPUS": "", "ReqCPUS": ""}, (), -1, -1),
    ],
)
def test_counts(changes: dict[str, str], without: tuple[str, ...], allocated: int, requested: int) -> None:
    assert only(changes, "allocated", without) == allocated
    assert only(changes, "requested", without) == requested


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("COMPLETED", 1),
        ("completed", 1),
        ("FAILED", 0),
        ("OUT_OF_MEMORY", 0),
        ("PREEMPTED", 0),
        ("CANCELLED by 1001", 5),
    ],
)
def test_states(state: str, status: int) -> None:
    assert only({"State": state}, "status") == status


def test_what_is_not_over_is_left_out() -> None:
    reading = read({}, {"JobID": "2", "State": "RUNNING", "End": "Unknown"}, {"JobID": "3", "State": "REVOKED"})
    assert len(reading.table) == 1
    assert any("2 are not over, or not here (RUNNING, REVOKED)" in note for note in reading.notes)
    with pytest.raises(LogError, match="no job in this file that is over"):
        read({"State": "PENDING"})


def test_preemption_is_told() -> None:
    assert read({}).head.first("Preemption") == ""
    assert read({"State": "PREEMPTED"}).head.first("Preemption") == "Yes"
    assert read({"Suspended": "00:00:09"}).head.first("Preemption") == "Yes"


@pytest.mark.parametrize("word", ["4", "4_5", "4_[1-3]", "4_[1,5-9:2%3]", "4+1"])
def test_job_ids(word: str) -> None:
    assert len(read({"JobID": word}, {"JobID": word + ".batch"}, {"JobID": word + ".0"}).table) == 1


@pytest.mark.parametrize("word", ["", "x", "4_", "_4", "4_x", "4+", "-4", "+4", "4e1", "1 2", "4_-1", "9" * 13])
def test_what_is_no_job_id(word: str) -> None:
    assert "JobID is " in refused({"JobID": word})


def test_tasks_that_never_started_are_counted() -> None:
    some = [
        {"JobID": f"{n}_[{tasks}]", "State": "CANCELLED", "Start": "None", "Elapsed": "00:00:00"}
        for n, tasks in enumerate(("1-3", "1,5-9:2%3", "1,2,..."))
    ]
    assert any("3 for tasks of arrays that never started, 7 tasks" in note for note in read(*some).notes)
    ran = read(*some, {"JobID": "12_[3-9]"}).notes
    assert any("3 for tasks of arrays that never started, 7 tasks" in note for note in ran)
    assert any("1 for several tasks of an array at once that ran" in note for note in ran)


def test_runs_of_one_job() -> None:
    """Equal JobID, submit and start is one run, the later end wins; another submit time is another run."""
    later = {"End": "1711845500", "Elapsed": "00:06:40"}
    usual: dict[str, str] = {}
    for runs in ((usual, later), (later, usual), (later, later, usual)):
        assert read(*runs).table["run"].tolist() == [400]
    again = {"Submit": "1711846000", "Start": "1711846100"}
    assert read(again, {}).table["submit"].tolist() == [0, 1000]


def test_rows_stand_in_order_of_submission_number_and_task() -> None:
    ids = ["10", "9_2", "9_10", "9", "9_[11-12]", "8+1"]
    rows = [{"JobID": one, "ReqCPUS": str(n)} for n, one in enumerate(ids)]
    assert read(*rows).table["requested"].tolist() == [5, 3, 1, 2, 4, 0]
    assert read(*rows).table["job"].tolist() == [1, 2, 3, 4, 5, 6]


def test_an_hour_that_occurs_twice() -> None:
    """On 2024-10-27 the hour from 2 to 3 comes twice in Berlin; the first is from 0:00 to 1:00 in Greenwich."""
    night = {"Submit": "2024-10-27T01:00:00", "Start": "2024-10-27T02:30:00"}
    told = read({**night, "End": "2024-10-27T03:30:00", "Elapsed": "02:00:00"})
    assert told.table["wait"].tolist() == [5400]
    late = read({**night, "End": "2024-10-27T03:30:00", "Elapsed": "01:00:00"})
    assert late.table["wait"].tolist() == [9000]
    suspended = read({**night, "End": "2024-10-27T03:30:00", "Elapsed": "01:00:00", "Suspended": "01:00:00"})
    assert suspended.table["wait"].tolist() == [5400]
    unclear = read({**night, "End": "2024-10-27T03:30:00", "Elapsed": "00:00:01"})
    assert unclear.table["wait"].tolist() == [5400]
    for reading, said in ((told, False), (late, False), (suspended, False), (unclear, True)):
        assert any("occurs twice" in note for note in reading.notes) == said


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"Start": "31.03.2024 01:59"},
            'line 2: Start is "31.03.2024 01:59"; YYYY-MM-DDTHH:MM:SS, Unix seconds, Unknown',
        ),
        ({"Start": "2024-02-30T00:00:00"}, "line 2: Start is"),
        ({"Start": "2024-03-31T02:30:00"}, "this hour does not exist in Europe/Berlin"),
        ({"Submit": "Unknown"}, 'line 2: Submit is "Unknown"; the time of submission is needed'),
        ({"Submit": "Ystday 20:13"}, "Submit is"),
        ({"State": "WEIRD by 1001"}, 'line 2: State is "WEIRD"; a state such as'),
        ({"AllocCPUS": "2.5"}, 'line 2: AllocCPUS is "2.5"; a whole number is needed'),
        ({"AllocCPUS": "2K"}, "a whole number is needed"),
        ({"User": "an|na"}, "line 2: 14 fields; the header has 13"),
    ],
)
def test_sentences(changes: dict[str, str], sentence: str) -> None:
    told = refused(changes)
    assert sentence in told
    assert all(name not in told for name in PEOPLE)


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("       JobID    JobName  Partition\n------- ------ -----\n", "blanks between its fields"),
        (HEADER.replace("|", ",", 1), 'has "," between its first two fields and something else'),
        (HEADER.replace("Submit", "Planned") + "\n", "no column Submit; make it with: SLURM_TIME_FORMAT"),
        (HEADER.replace("Elapsed", "E").replace("End", "F") + "\n", "no column Elapsed or ElapsedRaw or End"),
        (HEADER + "\n", "no job"),
        ("\n".join([HEADER, *LINES]).replace("TIMEOUT", "CANCELLED+"), "states of this accounting output were cut"),
        ("\n".join(LINES), "without its first line"),
        ("\n".join([HEADER, *LINES, "anna"]), "1 of 4 lines"),
    ],
)
def test_files_that_are_refused(sent: str, why: str) -> None:
    with pytest.raises(LogError, match=why.replace("|", r"\|")) as caught:
        read_log(sent.encode(), BERLIN)
    assert all(name not in str(caught.value) for name in PEOPLE)


@pytest.mark.parametrize("zone", ["Atlantis", "../x", "Europe", "x" * 500])
def test_zones_that_are_none(zone: str) -> None:
    with pytest.raises(LogError, match="no time zone"):
        read({}, zone=zone)


job_ids = st.sampled_from(["1", "2", "2_1", "2_10", "2_[3-4]", "3+1", "11"])
seconds = st.integers(1_711_800_000, 1_711_800_400).map(str)
lines = st.fixed_dictionaries(
    {
        "JobID": job_ids, "User": st.sampled_from("abc"), "QOS": st.sampled_from("xy"), "Submit": seconds,
        "Start": st.one_of(seconds, st.just("None")), "End": st.one_of(seconds, st.just("Unknown")),
        "AllocCPUS": st.sampled_from(["1", "2"]), "State": st.sampled_from(["COMPLETED", "TIMEOUT", "CANCELLED by 7"]),
    }
)  # fmt: skip


@given(st.lists(lines, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_lines_makes_no_difference(jobs: list[dict[str, str]], draw: random.Random) -> None:
    reading = read(*jobs)
    for _ in range(3):
        other = jobs + draw.sample(jobs, draw.randint(0, len(jobs)))
        draw.shuffle(other)
        assert read(*other).table.name == reading.table.name
    assert reading.table["user"].max() <= 3
    assert list(dict.fromkeys(reading.table["user"].tolist())) == list(range(1, reading.table["user"].max() + 1))
    assert (reading.table["wait"] >= -1).all()
    assert set(FIELDS) == {"group", *FIELDS}


GOLDEN = (VARIANTS["as it is"] + "\n".join(LINES * 60)).encode()
FEW, MORE = range(500), range(500, 4_000)
STRANGE = [*WORDS, b"2024-03-31T02:30:00", b"Unknown", b"CANCELLED+", b"9" * 13, b"-1", b"1-", b"_[", b"+", b"||", b":"]


def test_changed_files() -> None:
    assert len(many(GOLDEN, STRANGE, FEW, lambda sent: read_log(sent, BERLIN))) > 100


@pytest.mark.slow
def test_many_changed_files() -> None:
    assert len(many(GOLDEN, STRANGE, MORE, lambda sent: read_log(sent, BERLIN))) > 1_000


@pytest.mark.parametrize("column", USUAL)
@pytest.mark.parametrize("word", [b"\0", b"=1+1", b"</script>", b"9" * 3000, b"\xff\xfe", b"1_000", b"nan", b"   "])
def test_strange_words_in_every_column(column: str, word: bytes) -> None:
    line = {**{name: value.encode() for name, value in USUAL.items()}, column: word}
    outcome(b"\n".join(["|".join(USUAL).encode(), *[b"|".join(line.values())] * 3]))
