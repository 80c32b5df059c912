"""Sizes that differ from job to job: drawn between the size of the job class and a larger one."""

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from engine.inputs.cluster import MAXIMUM_MACHINES
from engine.inputs.draws import Draws
from engine.inputs.quantity import Strict, choice, quantity


def _up_to() -> int:
    value: int = quantity(
        "Up to", "machines", 1, MAXIMUM_MACHINES, "The largest size that is drawn; the least is the one above."
    )
    return value


class Same(Strict):
    """Every job of the class has this size."""

    spread: Literal["same"] = choice("Spread", "Every job has this size.", "same", words="all the same")

    def sample(self, draws: Draws, stream: str, least: int, jobs: int) -> np.ndarray:
        """Sizes; int32 (J,), machines."""
        return np.full(jobs, least, dtype=np.int32)


class Evenly(Strict):
    """Every whole number from the size to the bound is equally likely (Kumar 2001, section 4.1.1)."""

    spread: Literal["evenly"] = choice("Spread", "Every size from this one on is equally likely.")
    up_to: int = _up_to()

    def sample(self, draws: Draws, stream: str, least: int, jobs: int) -> np.ndarray:
        """Sizes; int32 (J,), machines."""
        most = max(least, self.up_to)
        uniform = draws.stream(stream).random(jobs)
        sizes: np.ndarray = np.minimum(least + np.floor(uniform * (most - least + 1)), most)
        return sizes.astype(np.int32)


class PowersOfTwo(Strict):
    """The size times 1, 2, 4 and so on, equally likely: most jobs in logs ask for such sizes (Feitelson 1997)."""

    spread: Literal["powers-of-two"] = choice(
        "Spread", "This size times 1, 2, 4 and so on, equally likely.", words="times 1, 2, 4, …"
    )
    up_to: int = _up_to()

    def sample(self, draws: Draws, stream: str, least: int, jobs: int) -> np.ndarray:
        """Sizes; int32 (J,), machines."""
        doublings = max(1, self.up_to // least).bit_length() - 1
        uniform = draws.stream(stream).random(jobs)
        doubled: np.ndarray = np.minimum(np.floor(uniform * (doublings + 1)), doublings).astype(np.int64)
        return (least << doubled).astype(np.int32)


SizeSpread = Annotated[Same | Evenly | PowersOfTwo, Field(discriminator="spread")]


def largest(size: int, spread: "Same | Evenly | PowersOfTwo") -> int:
    """The largest size that can be drawn."""
    return max(size, getattr(spread, "up_to", size))


def size_at(size: int, spread: "Same | Evenly | PowersOfTwo", share: float) -> float:
    """The size that a *share* (0 to 1) of those that are drawn do not exceed: a whole number, as those are."""
    up_to = largest(size, spread)
    if isinstance(spread, PowersOfTwo):
        return float(size << int(share * (up_to // size).bit_length()))
    return float(min(up_to, size + int(share * (up_to - size + 1))))
