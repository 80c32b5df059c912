"""What the cleaning of a log did, and whom it asks to acknowledge, in sentences."""

from components.words.cleaned import acknowledged, cleaning_words
from engine.logs.cleaning.clean import clean
from engine.logs.head import Head
from engine.logs.reading import read_log

LINES = """; Acknowledge: Ada, who recorded it
; Acknowledge: Bob\x00
; MaxProcs: 8
1 0 0 3600 4 -1 -1 4 3600 -1 1 1 1 -1 1 1 -1 -1
2 9 0 3600 2 -1 -1 2 1800 -1 5 1 1 -1 1 1 -1 -1
3 20 0 3600 16 -1 -1 16 3600 -1 1 1 1 -1 1 1 -1 -1
"""


def test_only_rules_that_did_something_are_told_with_their_share_of_the_work() -> None:
    reading = read_log(LINES.encode())
    said = cleaning_words(clean(reading.table, reading.head).report)
    assert "failed or cancelled (kept): 1 jobs, 9.1 % of the processor-hours" in said
    assert "run time above the estimate (estimate raised): 1 jobs" in said
    assert "out of order" not in said
    assert cleaning_words([]) == "Of the log every line is a job as it stands."


def test_who_is_to_be_acknowledged_is_told_word_for_word() -> None:
    assert acknowledged(read_log(LINES.encode()).head) == [
        "The log asks to acknowledge: Ada, who recorded it; Bob\ufffd."
    ]
    assert acknowledged(Head(())) == []
