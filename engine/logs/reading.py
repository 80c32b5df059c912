"""Read the file of a stranger, whichever of the three kinds of log it is.

`read_log` takes the bytes of a log in Standard Workload Format, plain or gzip, of Slurm's accounting output, or of a
list of jobs with named columns (CSV or Parquet).
"""

from dataclasses import replace
from itertools import chain

from engine.logs.comments import Comments
from engine.logs.limits import LINE
from engine.logs.lists.header import looks_like_table, separator
from engine.logs.lists.parquet import MARK, text_of_parquet
from engine.logs.lists.reader import read_list
from engine.logs.result import Reading
from engine.logs.sacct.header import looks_like_accounting
from engine.logs.sacct.reader import read_sacct
from engine.logs.swf import read_swf
from engine.logs.unpacking import blocks


def read_log(data: bytes, zone: str = "") -> Reading:
    """Read a log; *zone* is the IANA time zone of accounting output and of tables, whose times say none themselves.

    Raises
    ------
    LogError
        If it is too large, damaged, something else, or has no job or too many lines that cannot be read.
    """
    if data.startswith(MARK):
        return read_list(text_of_parquet(data), zone)
    comments = Comments(blocks(data))
    text = iter(comments)
    beginning = next(text, b"")
    whole = chain([beginning] if beginning else [], text)
    first = beginning.lstrip()[:LINE].split(b"\n", 1)[0]
    if looks_like_accounting(first):
        reading = read_sacct(whole, zone)
    elif not first.startswith(b";") and (separator(first) or looks_like_table(first)):
        reading = read_list(whole, zone)
    else:
        reading = read_swf(whole)
    return replace(reading, notes=(*reading.notes, *comments.notes()))
