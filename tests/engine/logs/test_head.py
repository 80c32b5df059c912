"""Labels of the head are read word for word; all else about them is a guess that is bounded."""

from hypothesis import given
from hypothesis import strategies as st

from engine.logs.head import LABELS, Head, read_head
from engine.logs.table import Table
from engine.logs.write_swf import write_swf

HEAD = """; Version: 2.2
;  Computer: IBM SP2 = 1 + 1
; Acknowledge: Lars </script><b>Malinowsky</b>
; Information: http://www.cs.huji.ac.il/labs/parallel/workload/
; MaxNodes: 100 (of them 2 for tests)
; UnixStartTime: 843465600
; TimeZone: 3600
; TimeZoneString: Europe/Stockholm
; Queue: 0 interactive
; Queue: 2
; Partition: 1 thin nodes
; Note: 302 of the jobs ran
;       longer: by far
;       than asked for
;
; forgotten
; Owner: forgotten too
; Note: this is a  cleaned version"""


def test_labels() -> None:
    head = read_head(HEAD.split("\n"))
    assert head.first("Computer") == "IBM SP2 = 1 + 1"
    assert head.first("Information").startswith("http://www")
    assert head.first("Acknowledge") == "Lars </script><b>Malinowsky</b>"
    assert head.all("Note") == ("302 of the jobs ran\nlonger: by far\nthan asked for", "this is a  cleaned version")
    assert head.names("Queue") == {0: "interactive", 2: ""}
    assert head.names("Partition") == {1: "thin nodes"}
    assert (head.processors, head.unix_start, head.seconds_east) == (100, 843465600, 3600)
    assert head.zone == "Europe/Stockholm"
    assert head.is_cleaned
    assert "forgotten" not in str(head)


def test_what_cannot_be_is_not_known() -> None:
    assert Head().processors is None
    for value in ("", "-1", "0", "many", "1e5", "9" * 50, "٣"):
        head = Head((("MaxProcs", value), ("UnixStartTime", value + "9" * 12 * (value == "0"))))
        assert head.processors is None
        assert head.unix_start is None
    for value, number in (("1,152 nodes", 1152), ("64.", 64), ("8 (old)", 8), ("1.5", None), ("1,15", None)):
        assert Head((("MaxProcs", value),)).processors == number
    assert Head((("TimeZone", "99999999"),)).seconds_east is None
    assert Head((("MaxProcs", "64"), ("MaxNodes", "8"))).processors == 64


comments = st.lists(
    st.one_of(
        st.text(max_size=20),
        st.tuples(st.sampled_from(LABELS), st.text(max_size=20)).map(lambda one: f" {one[0]}: {one[1]}"),
        st.text(" ;:aN\t", max_size=20),
    ).map(lambda text: ";" + text.encode("utf-8", "replace").decode().replace("\n", " ")),
    max_size=12,
)


@given(comments)
def test_a_head_that_is_written_is_read(lines: list[str]) -> None:
    head = read_head(lines)
    assert read_head("\n".join(head.lines()).split("\n")) == head
    written = write_swf(Table.of({"submit": [0]}), head).decode().split("\n")
    again = read_head([line for line in written if line.startswith(";")])
    assert again.labels[0 if head.first("Version") else 1 :] == head.labels
