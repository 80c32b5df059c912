"""What stands between the fields of accounting output, as one byte: several characters, and quotes around fields."""

import csv

from engine.logs.sacct.header import CUT, Header

QUOTE = b'"'


def with_one_byte(block: bytes, header: Header) -> bytes:
    """Give a block of whole lines with one byte between fields, as `Header.cut` has it."""
    if len(header.delimiter) > 1:
        return block.replace(CUT, b" ").replace(header.delimiter, CUT)
    if header.delimiter == b"|" or QUOTE not in block:
        return block
    return b"\n".join(_unquoted(line, header) if QUOTE in line else line for line in block.split(b"\n"))


def _unquoted(line: bytes, header: Header) -> bytes:
    """Give a line of a spreadsheet's CSV without its quotes; what stood between fields within them is a blank."""
    cut = header.cut.decode("latin-1")
    try:
        (fields,) = csv.reader([line.decode("latin-1").rstrip("\r")], delimiter=cut)
    except (csv.Error, ValueError):
        return line
    if len(fields) != header.fields:
        return line
    return cut.join(field.replace(cut, ";" if cut == "," else ",") for field in fields).encode("latin-1")
