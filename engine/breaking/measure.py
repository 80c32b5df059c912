"""How much worse one policy is than another on an instance: as a number, and which of two numbers are near."""

from enum import StrEnum


class Measure(StrEnum):
    """What the number is that a search makes as large as it can.

    `RATIO`: of a metric of which less is better, that under the policy over that under the other one; 1 where both do
    the same. `LOST`: of profit, which can be nothing, the part of all that is on offer which the policy earns less than
    the other one; 0 where both do the same, and never above 1.
    """

    RATIO = "ratio"
    LOST = "lost"

    @property
    def nothing(self) -> float:
        """The number of a policy that does as well."""
        return 1.0 if self == Measure.RATIO else 0.0

    @property
    def worse(self) -> float:
        """Above this number a policy is worse, and not only by rounding."""
        return self.nothing + 1e-9

    @property
    def notable(self) -> float:
        """What has to be left on the fewest jobs: worse by 5 %."""
        return self.nothing + 0.05

    def less(self, value: float, by: float) -> float:
        """*value* less a share *by* of it; of a part of a whole, less so much of the whole."""
        return value * (1 - by) if self == Measure.RATIO else value - by

    def of(self, policy: float, against: float, on_offer: float = 0.0) -> float:
        """The number for two values of a metric; of profit, of so much *on_offer*, $."""
        return policy / against if self == Measure.RATIO else (against - policy) / on_offer


def measure_of(metric: str) -> Measure:
    """How much worse a policy is in *metric*."""
    return Measure.LOST if metric == "profit" else Measure.RATIO
