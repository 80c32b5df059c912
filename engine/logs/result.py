"""What comes of reading a file of a stranger: its table, its head, and what was refused or left out."""

from dataclasses import dataclass

from engine.logs.guess import guess_of_lines
from engine.logs.head import Head
from engine.logs.limits import REFUSED, SENTENCES, LogError
from engine.logs.not_modelled import NotModelled
from engine.logs.table import Table


@dataclass(frozen=True)
class Reading:
    """What came of reading a file.

    Attributes
    ----------
    table : Table
        All readable lines, in file order; `table.name` is the log's name.
    head : Head
        Labels, as text of a stranger.
    kind : str
        "swf", "sacct" or "list".
    lines : int
        Lines of the file.
    refused : int
        Lines that could not be read, at most 1 % of those with jobs.
    sentences : tuple of str
        Why, of the first 20 of them.
    notes : tuple of str
        What else is to be said of the file, a sentence each.
    zone_is_missing : bool
        Whether the page should ask in which time zone accounting output was made.
    not_modelled : tuple of NotModelled
        What its jobs asked for, or waited for, that the model does not have.
    not_over : int
        Jobs that still waited or ran when the file was made.
    """

    table: Table
    head: Head
    kind: str
    lines: int
    refused: int = 0
    sentences: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    zone_is_missing: bool = False
    not_modelled: tuple[NotModelled, ...] = ()
    not_over: int = 0


class Refusals:
    """Lines that cannot be read: counted, the first of them told."""

    def __init__(self) -> None:
        self.count = 0
        self.sentences: list[str] = []
        self.first_line = b""

    @property
    def are_told(self) -> bool:
        """Whether one more would only be counted."""
        return len(self.sentences) >= SENTENCES

    def tell(self, sentence: str, line: bytes = b"") -> None:
        """Add the sentence of one refused line; counting is done apart."""
        if not self.sentences:
            self.first_line = line
        if not self.are_told:
            self.sentences.append(sentence)

    def check(self, jobs: int, remedy: str = "") -> None:
        """Refuse the file as a whole if it has no job, or too many lines that are none; *remedy* says what to do."""
        if jobs and self.count <= REFUSED * (jobs + self.count):
            return
        told = guess_of_lines(self.first_line) or (
            f"{self.count:,} of {jobs + self.count:,} lines cannot be read; at most 1 % are allowed"
            f"{f': {remedy}' if remedy else ''}"
            if self.count
            else "there is no job in this file: a log has a line for each job"
        )
        raise LogError(told, tuple(self.sentences))


def quoted(word: bytes) -> str:
    """A word of the file as it may stand in a sentence: short, and without what is no character."""
    text = word[:31].decode("ascii", "replace")
    text = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return f'"{text[:30]}…"' if len(word) > 30 else f'"{text}"'
