"""What stands between the fields of accounting output, as one byte: several characters, and quotes around fields."""

import csv
from contextlib import suppress

from engine.logs.sacct.header import CUT, Header

QUOTE = b'"'


def with_one_byte(block: bytes, header: Header) -> bytes:
    """Give a block of whole lines with one byte between fields, as `Header.cut` has it."""
    if header.cut == header.delimiter:
        return block
    block = block.replace(CUT, b" ")
    if len(header.delimiter) > 1 or QUOTE not in block:
        return block.replace(header.delimiter, CUT)
    return b"\n".join(_unquoted(line, header.delimiter) for line in block.split(b"\n"))


def _unquoted(line: bytes, delimiter: bytes) -> bytes:
    """Give a line of a spreadsheet without its quotes, in which a delimiter is part of the field."""
    if QUOTE in line:
        with suppress(csv.Error, ValueError):
            (fields,) = csv.reader([line.decode("latin-1")], delimiter=delimiter.decode())
            return CUT.join(field.encode("latin-1") for field in fields)
    return line.replace(delimiter, CUT)
