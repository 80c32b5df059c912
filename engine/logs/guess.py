"""What a file is that is no log, by its first bytes: somebody dropped the wrong one."""

BEGINNINGS = {
    b"\x1f\x8b": "a gzip inside a gzip; unpack it once",
    b"PK\x03\x04": "a ZIP archive or a spreadsheet; drop the text file that is in it",
    b"BZh": "a bzip2 file; unpack it, or pack it with gzip",
    b"\xfd7zXZ": "an xz file; unpack it, or pack it with gzip",
    b"\x28\xb5\x2f\xfd": "a Zstandard file; unpack it, or pack it with gzip",
    b"7z\xbc\xaf": "a 7z archive; unpack it, or pack it with gzip",
    b"PAR1": "Parquet inside a gzip; drop the Parquet file itself",
    b"SQLite format": "a database of SQLite",
    b"%PDF": "PDF",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"\x7fELF": "a program",
    b"\xff\xfe": "text in UTF-16; save it as plain text (ASCII or UTF-8)",
    b"\xfe\xff": "text in UTF-16; save it as plain text (ASCII or UTF-8)",
}


def guess(beginning: bytes) -> str:
    """Give the sentence that names what cannot be a log at all; "" for what may be one."""
    for mark, what in BEGINNINGS.items():
        if beginning.startswith(mark):
            return f"this looks like {what}"
    if beginning[257:262] == b"ustar":
        return "this looks like a tar archive; drop the file that is in it"
    return _of_text(beginning[:4096].removeprefix(b"\xef\xbb\xbf").lstrip())


def _of_text(text: bytes) -> str:
    if text[:1] == b"<":
        return "this looks like HTML or XML; save the log itself, not the page that shows it"
    if text[:1] in (b"{", b"["):
        return "this looks like JSON"
    if text.startswith(b"\\documentclass"):
        return "this looks like LaTeX"
    return ""


def guess_of_lines(line: bytes) -> str:
    """Say what a first line that is no job looks like; "" for no idea."""
    if line.count(b"|") >= 3:
        return (
            "this looks like accounting output of Slurm without its first line, which names the columns (JobID|...): "
            "make it without --noheader"
        )
    for mark, what in ((b",", "commas"), (b";", "semicolons")):
        if line.count(mark) >= 5:
            return (
                f"this looks like a table with {what} between the fields; its first line has to name the columns, "
                "as submit, run and size"
            )
    return ""
