"""Files that somebody made to break the reader: each gives a reading or a sentence, soon."""

import gzip
import random
import time
from collections.abc import Callable
from resource import RUSAGE_SELF, getrusage

import orjson
import pytest

from engine.logs.cleaning.clean import clean
from engine.logs.encoding import decode, encode
from engine.logs.limits import LogError
from engine.logs.reading import read_log
from engine.logs.result import Reading
from engine.logs.summary import summarize
from tests.engine.logs.logs_by_hand import job, text_of

LINES = text_of([(0, 10, 3, 10), (1, 5, 4, 5), (2, 7, 1, 7), (3, 9, 1, 9)] * 38)
HEAD = ["; Version: 2.2", "; Computer: =1+1", "; Note: </script><script>alert(1)</script>", "; MaxProcs: 4"]
SWF = "\n".join([*HEAD, *LINES, ""]).encode()

WORDS = [b"\0", b"nan", b"1" * 5000, b"-", b"9" * 18, b"1e400", b"\xff\xfe", b"=1+1", b"\r", b"\n", b"\t", b";", b" "]
WORDS += [b"0x1", b"1_0", b"</script>", b".", b"|", b"-1", b"\x1f\x8b", b"\xef\xbb\xbf", b"\x0b", "٣".encode(), b"+-"]


def changed(sent: bytes, draw: random.Random, words: list[bytes]) -> bytes:
    """Change a few places of a file: words put in, bytes lost, parts doubled; perhaps packed, perhaps damaged."""
    data = bytearray(sent)
    for _ in range(draw.randint(1, 6)):
        place = draw.randrange(len(data) + 1)
        length = draw.choice((0, 0, 1, 1, 2, 40))
        what = draw.choice((draw.choice(words), draw.randbytes(draw.randint(0, 3)), bytes(data[place : place + 80])))
        data[place : place + length] = what
    if draw.random() < 0.2:
        data = bytearray(gzip.compress(bytes(data), 1))
        for _ in range(draw.choice((0, 0, 1, 2))):
            data[draw.randrange(len(data))] = draw.randrange(256)
        data = data[: draw.choice((len(data), draw.randrange(len(data))))]
    return bytes(data)


def outcome(sent: bytes, read: Callable[[bytes], Reading] = read_log) -> str:
    """The name of the log and its sentences, or the sentence of the error; whatever else happens fails."""
    try:
        reading = read(sent)
    except LogError as error:
        told = [error.why, *error.lines]
    else:
        assert len(reading.table) >= 1
        assert decode(encode(reading.table)) == reading.table
        if reading.table.name[0] in "01":  # one in eight
            _go_on(reading)
        assert reading.table.columns.min() >= -reading.table.unit
        told = [*reading.sentences, *reading.notes, reading.table.name]
    for sentence in told:
        assert 0 < len(sentence) < 500
        assert sentence.isprintable()
    return " ".join(told)


def _go_on(reading: Reading) -> None:
    """What a stranger's file came to is cleaned and summed up, or refused in a sentence."""
    try:
        assert orjson.dumps(summarize(clean(reading.table, reading.head)).tree())
    except LogError as error:
        assert "no job is left" in error.why  # noqa: PT017


def many(sent: bytes, words: list[bytes], seeds: range, read: Callable[[bytes], Reading] = read_log) -> set[str]:
    """What comes of that file changed so often; the same seed changes the same file in the same way."""
    return {outcome(changed(sent, random.Random(seed), words), read) for seed in seeds}


FEW, MORE = range(600), range(600, 10_000)
"""Seeds: those that are tried each time, and the others, which a whole run tries as well."""


def test_changed_files() -> None:
    # Fails if the changes were so small, or so large, that all came to the same.
    assert len(many(SWF, WORDS, FEW)) > 300


@pytest.mark.slow
def test_many_changed_files() -> None:
    assert len(many(SWF, WORDS, MORE)) > 5_000


STRANGE_JOB = b"4_[1,2]|1|Unknown|1-1:00:00|00:00|4K|FAILED by 7\n"
ACCOUNTING = b"JobID|Submit|Start|Timelimit|Elapsed|NNodes|State\n"
FAR = job(1, 10**12, 10**12, 10**12, 10**12, user=10**12).encode()

FILES: dict[str, Callable[[], bytes]] = {
    "bomb": lambda: gzip.compress(bytes(10**9 // 4), 9),
    "bomb of bombs": lambda: gzip.compress(gzip.compress(bytes(10**8)), 9),
    "members": lambda: gzip.compress(b"") * 900_000,
    "number": lambda: b"1 2 3 " + b"9" * 19_000_000,
    "number in gzip": lambda: gzip.compress(b"1 2 3 " + b"9" * 150_000_000 + b"\n"),
    "comments": lambda: b"\n".join([b"; Note: n"] * 1_000_000 + [SWF]),
    "blank lines": lambda: gzip.compress(b"\n" * 190_000_000),
    "blanks": lambda: gzip.compress(b" " * 190_000_000),
    "NULs": lambda: bytes(19_000_000),
    "short lines": lambda: b"1\n" * 1_900_000,
    "blank lines before accounting": lambda: b"\n" * 900_000 + b"JobID|User\n",
    "accounting in every odd form": lambda: gzip.compress(ACCOUNTING + STRANGE_JOB * 300_000),
    "the largest numbers": lambda: b"; UnixStartTime: 252999999999\n" + LINES[0].encode() + b"\n" + FAR,
    "a million jobs": lambda: gzip.compress("\n".join(LINES * 6_600).encode() + b"\n", 1),
    "exponents": lambda: gzip.compress(b" ".join([b"1e0"] * 18 + [b"\n"]) * 300_000),
}
"""At the limits and beyond; made when they are read, for every process imports this."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_files_at_the_limits(name: str, measured: Callable[[str], None]) -> None:
    sent = FILES[name]()
    most = getrusage(RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    told = outcome(sent)
    took = time.process_time() - began
    measured(f"a log of {name}: {took:.1f} s, {told[:80]}")
    assert took < 30
    assert getrusage(RUSAGE_SELF).ru_maxrss - most < 1_000_000  # in KB


def test_what_stands_in_a_head_is_text() -> None:
    head = read_log(SWF).head
    assert head.first("Computer") == "=1+1"
    assert head.first("Note") == "</script><script>alert(1)</script>"
    assert head.processors == 4


def test_a_word_of_any_length_gives_a_short_sentence() -> None:
    sent = "\n".join([*LINES * 100, job(1, 0, "\x1b[2J</script>" * 200, 1, 1)]).encode()
    (sentence,) = read_log(sent).sentences
    assert sentence.isprintable()
    assert len(sentence) < 150
