"""What a file is that is no log: somebody dropped the wrong one, or one of a format that is not read yet."""

import re

MADE_OF = "the log itself is needed: Standard Workload Format, what sacct prints, or a table (CSV, Parquet)"

BEGINNINGS = {
    b"\x1f\x8b": "a gzip inside a gzip; unpack it once",
    b"PK\x03\x04": "a ZIP archive or a spreadsheet; drop the text file that is in it, or save the sheet as CSV",
    b"BZh": "a bzip2 file; unpack it, or pack it with gzip",
    b"\xfd7zXZ": "an xz file; unpack it, or pack it with gzip",
    b"\x28\xb5\x2f\xfd": "a Zstandard file; unpack it, or pack it with gzip",
    b"7z\xbc\xaf": "a 7z archive; unpack it, or pack it with gzip",
    b"PAR1": "Parquet inside a gzip; drop the Parquet file itself",
    b"ARROW1": "an Arrow (Feather) file; save it as Parquet or CSV",
    b"ORC": "an ORC file; save it as Parquet or CSV",
    b"\x89HDF": "an HDF5 file; save its table as Parquet or CSV",
    b"\x93NUMPY": "an array of NumPy; save it as CSV with named columns",
    b"\x80\x04\x95": "a pickle of Python, which is not opened; save it as Parquet or CSV",
    b"\x80\x05\x95": "a pickle of Python, which is not opened; save it as Parquet or CSV",
    b"SQLite format": "a database of SQLite; export its table of jobs as CSV",
    b"%PDF": f"PDF; {MADE_OF}",
    b"\x89PNG": f"a picture; {MADE_OF}",
    b"\xff\xd8\xff": f"a picture; {MADE_OF}",
    b"\x7fELF": f"a program; {MADE_OF}",
    b"\xff\xfe": "text in UTF-16; save it as plain text (ASCII or UTF-8)",
    b"\xfe\xff": "text in UTF-16; save it as plain text (ASCII or UTF-8)",
}

LOOKED_AT = 65_536
"""Bytes of a text that may say what it is."""

_TABLE = "make a table of it with a line for each job and columns submit, run (or start and end) and size"

OF_JSON = (
    (("family", "workload"), "a scenario of Corral, not a log: open it as a scenario, or `run` it"),
    (("nb_res", "jobs"), f"a workload of Batsim; {_TABLE}: subtime is submit, res is size, the profile has the run"),
    (("subtime", "jobs"), f"a workload of Batsim; {_TABLE}: subtime is submit, res is size, the profile has the run"),
    (("workflow", "tasks"), f"a workflow of WfCommons: its tasks depend on each other, which no log says; {_TABLE}"),
    (("workflow", "schemaVersion"), f"a workflow of WfCommons: its tasks depend on each other; {_TABLE}"),
    (("jobs", "submit_time", "application_model"), f"a workload of ElastiSim; {_TABLE}: num_nodes is size"),
    (("jobs", "submit_time", "num_nodes"), f"a workload of ElastiSim; {_TABLE}: num_nodes is size"),
    (("jobs", "submit_time", "type"), f"a workload of ElastiSim; {_TABLE}: num_nodes is size"),
    (("jobs", "job_id", "association"), "what `sacct --json` prints; SLURM"),
    (("jobs", "time", "state", "tres"), "what `sacct --json` prints; SLURM"),
    (("jobs", "job_id", "user_name"), "what `squeue --json` prints; SLURM"),
)
"""Keys that all stand in a JSON text, and what it is then."""

_PBS = re.compile(rb"\d\d/\d\d/\d{4} \d\d:\d\d:\d\d;[A-Za-z];[^;]*;")
_SGE = re.compile(rb"(?:[^:\n]*:){5}\d+:[^:\n]*:-?\d+:\d{1,13}:\d{1,13}:\d{1,13}:")
_LSF = re.compile(rb'"(?:JOB|EVENT|MIG|LOAD|HOST|QUEUE|UNFULFILL|ADRSV|MBD)_?[A-Z_]*" "\d+(?:\.\d+)*" \d')
_GWF = re.compile(rb"(?i)#.*(?:grid workload|\bGWF\b|JobID\W+SubmitTime\W+WaitTime)")
GRID_FIELDS = 29


def guess(beginning: bytes) -> str:
    """Give the sentence that names what cannot be a log at all; "" for what may be one."""
    for mark, what in BEGINNINGS.items():
        if beginning.startswith(mark):
            return f"this looks like {what}"
    if beginning[257:262] == b"ustar":
        return "this looks like a tar archive; drop the file that is in it"
    return _of_text(beginning[:LOOKED_AT].removeprefix(b"\xef\xbb\xbf").lstrip())


def _of_text(text: bytes) -> str:
    if text[:1] == b"<":
        if re.search(rb"<platform\b|<!DOCTYPE platform", text):
            return f"this is a platform of SimGrid, which describes machines and has no jobs; {MADE_OF}"
        return "this looks like HTML or XML; save the log itself, not the page that shows it"
    if text[:1] in (b"{", b"["):
        return guess_of_json(text) or f"this looks like JSON, which is not read as a log; {_TABLE}"
    if text.startswith(b"\\documentclass"):
        return f"this looks like LaTeX; {MADE_OF}"
    line = text.split(b"\n", 1)[0]
    if _PBS.match(text):
        return (
            f"this is accounting of PBS or Torque, not read yet; {_TABLE}: in lines of type E qtime is submit, "
            "start and end are as named, nodes times ppn (or ncpus) is size"
        )
    if _LSF.match(text):
        return (
            "this is accounting of LSF (lsb.acct), which is not read yet; make a table of it: "
            """awk 'BEGIN {print "submit,start,end,size"} /^"JOB_FINISH"/ {print $8","$11","$3","$7}' """
            "lsb.acct > jobs.csv"
        )
    if any(_SGE.match(one) for one in text.split(b"\n")[:20]):
        return (
            "this is accounting of SGE (Grid Engine), which is not read yet; make a table of it: "
            """awk -F: 'BEGIN {print "submit,start,end,size"} NF>34 {print $9","$10","$11","$35}' """
            "accounting > jobs.csv"
        )
    jobs = [one for one in text.split(b"\n")[:1000] if one.strip() and one.lstrip()[:1] not in b"#;"][:3]
    if _GWF.match(line) or (jobs and all(len(one.split()) == GRID_FIELDS for one in jobs) and b";" not in text[:1]):
        return (
            "this is Grid Workload Format, which is not read yet; its first 16 fields are those of SWF: "
            "awk '!/^#/ {NF=16; print $0, -1, -1}' FILE > jobs.swf"
        )
    return ""


def guess_of_json(text: bytes) -> str:
    """Say what a text in JSON is, by the keys in it; "" for no idea."""
    from engine.logs.sacct.header import MADE_BY

    keys = {key.decode("ascii", "replace") for key in re.findall(rb'"(\w{1,40})"\s*:', text[:LOOKED_AT])}
    for needed, what in OF_JSON:
        if keys.issuperset(needed):
            return f"this is {what.replace('SLURM', f'that is not read: {MADE_BY}')}"
    return ""


def guess_of_lines(line: bytes) -> str:
    """Say what a first line that is no job looks like; "" for no idea."""
    from engine.logs.sacct.header import MADE_BY

    if line.count(b"|") >= 3:
        return (
            "this looks like accounting output of Slurm without its first line, which names the columns (JobID|...): "
            f"make it without --noheader. If it is something else, name its columns in a first line; {MADE_BY}"
        )
    for mark, what in ((b",", "commas"), (b";", "semicolons"), (b"\t", "tabs")):
        if line.count(mark) >= 2:
            return (
                f"this looks like a table with {what} between the fields; its first line has to name the columns, "
                "as submit, run and size"
            )
    return ""
