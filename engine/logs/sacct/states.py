"""How a job ended, by the first word of its state; what follows may be the number of a person."""

from engine.logs.execution import CANCELLED, COMPLETED, FAILED

STATES = {
    b"COMPLETED": COMPLETED,
    **dict.fromkeys(
        (b"FAILED", b"TIMEOUT", b"OUT_OF_MEMORY", b"NODE_FAIL", b"BOOT_FAIL", b"DEADLINE", b"PREEMPTED", b"REQUEUED"),
        FAILED,
    ),
    b"CANCELLED": CANCELLED,
}
LEFT_OUT = (b"PENDING", b"RUNNING", b"SUSPENDED", b"RESIZING", b"CONFIGURING", b"COMPLETING", b"REVOKED")
"""Not over, or not here."""

WORDS = (*STATES, *LEFT_OUT)
CODES = {word: code for code, word in enumerate(WORDS)}
STATUS = [STATES.get(word, -1) for word in WORDS]
"""The status in SWF by code; -1 for what is left out."""

TIMEOUT, PREEMPTED, DEADLINE = (CODES[word] for word in (b"TIMEOUT", b"PREEMPTED", b"DEADLINE"))
OF_JOBS_THAT_RAN = [
    CODES[word] for word in (b"TIMEOUT", b"OUT_OF_MEMORY", b"NODE_FAIL", b"BOOT_FAIL", b"PREEMPTED", b"REQUEUED")
]
"""States in which no job ends that still waits."""

ALLOWED = "a state such as COMPLETED, FAILED, CANCELLED or TIMEOUT is needed"


def read_state(word: bytes) -> int:
    """Give the code of a state; -1 for an unknown one, -2 for one that was cut."""
    first = word.split(b" ", 1)[0].upper()
    if first.endswith(b"+"):
        return -2
    return CODES.get(first, -1)
