"""How often the intervals of one log held the truth, as it was measured last: what the page says of them."""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from engine.statistics.share import share_interval

STORED = Path(__file__).with_name("coverage_of_logs.json")

BLOCKS = "blocks"
"""Of how intervals are made: one replay, in blocks. The others are what is resampled."""


class Covered(NamedTuple):
    """How many of the *logs* of a *site*, of so many measured *weeks* in so many *blocks*, gave an interval of the mean
    of a *metric* that holds what the site is like in the long run.

    *method* says how the intervals were made: by blocks of the log, or by logs resampled from it. *lasting* says
    whether the loads of the site last for months, and do not only change from week to week.
    """

    site: str
    lasting: bool
    weeks: int
    blocks: int
    metric: str
    logs: int
    held: int
    method: str = BLOCKS

    @property
    def share(self) -> float:
        """Of the logs."""
        return self.held / self.logs

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share, 95 %."""
        return share_interval(self.share, self.logs)


def store(found: list[Covered]) -> None:
    """Keep the figures for `stored`."""
    STORED.write_bytes(orjson.dumps([one._asdict() for one in found], option=orjson.OPT_INDENT_2) + b"\n")


@lru_cache(maxsize=1)
def stored() -> tuple[Covered, ...]:
    """What `app.py dev statistics --store` measured last."""
    tree: list[dict[str, Any]] = orjson.loads(STORED.read_bytes())
    return tuple(Covered(**one) for one in tree)


def least_and_most(blocks: int, lasting: bool, method: str = BLOCKS) -> tuple[float, float]:
    """The least and the largest share that was found of logs in so many *blocks*, of sites of one kind."""
    shares = [one.share for one in stored() if (one.blocks, one.lasting, one.method) == (blocks, lasting, method)]
    if not shares:
        raise ValueError(f"no log in {blocks} blocks was measured")
    return min(shares), max(shares)
