"""Questions about processes that share nodes and wait for each other's messages."""

from components.figures.small.bars import draw_bars
from components.questions.question import Question
from components.questions.said import change, mean
from engine.results.result import Result

TIME = "response_time"


def _gang_and_io(result: Result) -> str:
    gang, block = (mean(result, 0, policy, "idle_share") for policy in ("GS", "SB"))
    return f"While a gang waits for its disks, nobody else may run: nodes are idle {gang} of the time, with SB {block}."


def _spin_or_block(result: Result) -> str:
    boost, block, spin = (mean(result, 0, policy, TIME) for policy in ("PB", "SB", "SY"))
    return f"Block (SB, {block}) or be boosted (PB, {boost}): only to spin and yield (SY) takes {spin}."


def _saturation(result: Result) -> str:
    block, gang, local = (mean(result, 0, policy, "saturation_throughput") for policy in ("SB", "GS", "Local"))
    return f"SB carries {block}, gang scheduling (GS) {gang}, and nodes left to themselves (Local) {local}."


def _skewness(result: Result) -> str:
    gang, block = (change(result, policy, TIME) for policy in ("GS", "SB"))
    return f"The more unequal they are, the longer a gang takes: {gang} here, and {block} for those that block (SB)."


COSCHEDULING_QUESTIONS = (
    Question(
        "gang-and-io",
        "Why does gang scheduling waste I/O time?",
        "zhang-wl2",
        "idle_share",
        ("GS", "SB", "PB-SB", "DCS-SB", "SY", "PB"),
        _gang_and_io,
        draw_bars,
        (("tab", "profile"), ("policy", "GS")),
    ),
    Question(
        "spin-or-block",
        "Spin, block or yield while a message is on its way?",
        "zhang-wl5",
        TIME,
        ("PB", "SB", "PB-SB", "DCS-SB", "GS", "SY"),
        _spin_or_block,
        draw_bars,
    ),
    Question(
        "saturation",
        "How much can each way of coscheduling carry?",
        "zhang-saturation",
        "saturation_throughput",
        ("SB", "PB-SB", "PB", "GS", "SY", "Local"),
        _saturation,
        draw_bars,
    ),
    Question(
        "skewness", "What if the processes of a job are unequal?", "zhang-skewness", TIME, ("GS", "PB", "SB"), _skewness
    ),
)
