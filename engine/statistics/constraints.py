"""Which alternatives of a selection hold its constraints: told for each as soon as it can be, or left open."""

from collections.abc import Sequence

import numpy as np

from engine.statistics.student import t_quantile


class Constraints:
    """What is known so far, look by look.

    Parameters
    ----------
    excess : float64 (A, C, R), by how much a replication is beyond each constraint, negative if it is on the right
        side; None where there are none, which all alternatives hold
    error : chance that any alternative is judged wrongly at any look, shared as in `engine.statistics.deciding`
    stages : after how many replications one looks
    """

    def __init__(self, excess: np.ndarray | None, error: float, stages: Sequence[int]) -> None:
        self.excess = excess
        self._error, self._all = error, sum(stages)
        self._held: set[int] = set()

    def judge(self, alternatives: Sequence[int], stage: int) -> list[int]:
        """Those that are shown to miss a constraint after so many replications; who is shown to hold all is kept."""
        if self.excess is None:
            return []
        missing = []
        each = self._error * stage / (self._all * self.excess.shape[0] * self.excess.shape[1])
        quantile = t_quantile(stage - 1, 1 - each) / np.sqrt(stage)
        for a in alternatives:
            seen = self.excess[a, :, :stage]
            means, half = seen.mean(axis=1), quantile * seen.std(axis=1, ddof=1)
            if (means - half > 0).any():
                missing.append(a)
                self._held.discard(a)
            elif (means + half <= 0).all():
                self._held.add(a)
        return missing

    def is_held_by(self, alternative: int) -> bool:
        """Whether it is shown to hold all constraints."""
        return self.excess is None or alternative in self._held

    def holding(self, alternatives: Sequence[int]) -> tuple[int, ...]:
        """Those of *alternatives* that are shown to; nobody where nothing is asked."""
        return tuple(a for a in alternatives if a in self._held)

    def beside(self, samples: np.ndarray) -> np.ndarray:
        """*samples*, and what the constraints are about, float64 (A, M + C, R): a replication has to have all."""
        return samples if self.excess is None else np.concatenate([samples, self.excess], axis=1)
