"""Four lines of accounting output around a change of the clocks, worked by hand, however they are written."""

import gzip
import itertools
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from engine.logs.cleaning.clean import clean
from engine.logs.encoding import encode
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.write_swf import write_swf
from engine.reports.log import log_report
from engine.study.of_log import study_of_log

HEADER = "JobID|User|Account|Partition|QOS|Submit|Start|End|Elapsed|Timelimit|AllocCPUS|ReqCPUS|State"
LINES = """\
4711|anna|bio|long|normal|2024-03-31T01:30:00|2024-03-31T01:59:50|2024-03-31T03:00:10|00:00:20|1-00:00:00|64|60|COMPLETED
4711.batch||bio|||2024-03-31T01:59:50|2024-03-31T01:59:50|2024-03-31T03:00:10|00:00:20||64|64|COMPLETED
4712_3|bert|chem|short|high|2024-03-31T03:05:00|2024-03-31T03:05:00|2024-03-31T04:05:07|01:00:07|01:00:00|8|8|TIMEOUT
4712_[4-6%2]|bert|chem|short|high|2024-03-31T03:05:00|None|2024-03-31T03:06:00|00:00:00|Partition_Limit|8|8|CANCELLED by 1001
""".splitlines()  # noqa: E501
ROWS = [
    [1, 0, 1790, 20, 64, 60, 86400, 1, 1, 1, 1, 1, -1, -1],
    [2, 2100, 0, 3607, 8, 8, 3600, 0, 2, 2, 2, 2, -1, -1],
    [3, 2100, -1, -1, -1, 8, -1, 5, 2, 2, 2, 2, -1, -1],
]
PEOPLE = ("anna", "bert", "bio", "chem", "1001")
BERLIN = "Europe/Berlin"


def in_unix_seconds(line: str) -> str:
    """The line with its times as `SLURM_TIME_FORMAT=%s` writes them."""
    words = line.split("|")
    for place in (5, 6, 7):
        if words[place][:2] == "20":
            words[place] = f"{datetime.fromisoformat(words[place]).replace(tzinfo=ZoneInfo(BERLIN)).timestamp():.0f}"
    return "|".join(words)


def with_offset(line: str) -> str:
    words = line.split("|")
    for place, form in ((5, "{0}"), (6, "{0:.22}:{0:.2}"), (7, "{0}")):
        if words[place][:2] == "20":
            told = datetime.fromisoformat(words[place]).replace(tzinfo=ZoneInfo(BERLIN))
            words[place] = told.strftime("%Y-%m-%dT%H:%M:%S%z") if form == "{0}" else told.isoformat()
    return "|".join(words)


def moved(line: str) -> str:
    """The columns in another order, with one more that is not read."""
    words = line.split("|")
    return "|".join([words[12], "a name | of a job".replace(" | ", " "), *words[:12][::-1]])


VARIANTS = {
    "as it is": "\n".join([HEADER, *LINES, ""]),
    "CRLF": "\r\n".join([HEADER, *LINES, ""]),
    "Unix seconds": "\n".join([HEADER, *map(in_unix_seconds, LINES)]),
    "with offsets": "\n".join([HEADER, *map(with_offset, LINES)]),
    "bar at the end": "\n".join([HEADER + "|", *(line + "|" for line in LINES)]),
    "lines twice": "\n".join([HEADER, *LINES, *LINES, ""]),
    "file twice": "\n".join([HEADER, *LINES, HEADER, *LINES]),
    "capitals": "\n".join([HEADER.upper(), *LINES]),
    "other columns": "\n".join([moved(HEADER).replace("a name of a job", "JobName"), *map(moved, LINES)]),
    "mark": "\ufeff\n\n" + "\n".join([HEADER, *LINES, "", ""]),
    "raw": "\n".join(
        [HEADER.replace("Elapsed", "ElapsedRaw").replace("Timelimit", "TimelimitRaw")]
        + [
            line.replace("00:00:20", "20").replace("01:00:07", "3607").replace("00:00:00|P", "0|P")
            .replace("1-00:00:00", "1440").replace("01:00:00", "60")
            for line in LINES
        ]
    ),
}  # fmt: skip
for order in itertools.permutations(range(4)):
    VARIANTS[f"order {order}"] = "\n".join([HEADER, *(LINES[place] for place in order)])


@pytest.mark.parametrize("name", VARIANTS)
def test_the_same_rows(name: str) -> None:
    sent = VARIANTS[name].encode()
    for data in (sent, gzip.compress(sent)):
        reading = read_log(data, BERLIN)
        assert reading.table.columns.T.tolist() == ROWS
        assert reading.head.unix_start == 1711845000
        assert reading.head.zone == BERLIN
        assert reading.refused == 0
        assert reading.kind == "sacct"


def golden() -> Reading:
    return read_log(VARIANTS["as it is"].encode(), BERLIN)


def test_what_is_said() -> None:
    notes = " ".join(golden().notes)
    for part in ("1 step of jobs", "TIMEOUT 1", "3 tasks in all", "--duplicates"):
        assert part in notes
    assert golden().head.processors == 64
    assert golden().head.names("Queue") == {1: "normal", 2: "high"}
    assert golden().head.names("Partition") == {1: "long", 2: "short"}
    assert not golden().zone_is_missing


def test_jobs_of_it() -> None:
    log = clean(golden().table, golden().head)
    assert log.number.tolist() == [1, 2]
    assert log.estimate.tolist() == [86400, 3607]
    assert log.clock.hour_of_week(log.arrival).tolist() == [6 * 24 + 1, 6 * 24 + 3]
    rows = {row.rule: row.jobs for row in log.report}
    assert rows["cancelled before start"] == 1
    assert rows["run time above the estimate"] == 1


def test_people_occur_nowhere() -> None:
    reading = golden()
    written = [repr(reading), log_report(reading, "table"), log_report(reading, "json"), repr(vars(reading))]
    texts = [*written, write_swf(reading.table, reading.head).decode(), encode(reading.table).decode("latin-1")]
    for text in texts:
        for name in PEOPLE:
            assert name not in text.replace(reading.table.name, "")


def test_written_as_swf_it_reads_to_the_same_table() -> None:
    again = read_log(write_swf(golden().table, golden().head))
    assert again.table.name == golden().table.name
    assert again.head == golden().head


def test_without_a_zone_it_is_utc_and_said() -> None:
    reading = read_log(VARIANTS["as it is"].encode())
    assert reading.zone_is_missing
    assert "taken for UTC" in reading.notes[0]
    assert reading.table["submit"].tolist() == [0, 5700, 5700]
    seconds = read_log(VARIANTS["Unix seconds"].encode())
    assert seconds.table == golden().table
    assert "Days and weeks" in seconds.notes[0]


def test_a_study_of_it_has_the_zone_that_is_said_and_asks_for_it_where_none_is() -> None:
    data = VARIANTS["as it is"].encode()
    asks, knows = study_of_log(data, "jobs.txt")[0], study_of_log(data, "jobs.txt", BERLIN)[0]
    assert (asks["zone_is_missing"], knows["zone_is_missing"]) == (True, False)
    assert knows["scenario"]["workload"]["arrivals"]["zone"] == BERLIN
    assert asks["log"] != knows["log"]  # the hour that the clocks went forward is in one of them
    with pytest.raises(LogError, match="this is no time zone"):
        study_of_log(data, "jobs.txt", "Mars/Base")
    other = study_of_log(b"1 0 0 5 1 -1 -1 1 9 -1 1 1 1 -1 1 1 -1 -1", "own.swf")[0]
    assert not other["zone_is_missing"]
