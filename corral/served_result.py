"""A result whose jobs and accounts are asked of the server that computed it: nothing is simulated or compiled here."""

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from corral.reason import Reason, reason_of
from corral.result import Result
from corral.study import Study
from engine.results import result as engine_result
from engine.study.registry import parse_scenario

if TYPE_CHECKING:
    import pandas as pd

Ask = Callable[[str, dict[str, Any]], Any]
"""(what of the study, the query) -> the answer of the server, waited for while its workers compute it."""


class ServedResult(Result):
    """The same numbers, frames and figures as of a `Result`."""

    def __init__(self, numbers: engine_result.Result, failures: Sequence[str], ask: Ask) -> None:
        super().__init__(numbers, failures)
        self._ask = ask

    def jobs(self, policy: str | None = None, point: int = 0, replication: int = 1) -> "pd.DataFrame":
        """A row for each job, or iteration, of one cell, which a worker of the server computes again."""
        import pandas as pd

        policies = list(self.numbers.scenario.policies)
        asked = {"policy": self._policy(policy or policies[0]), "point": self._point(point)}
        self._check("replication", replication, 1, self.numbers.done.shape[2])
        answer = self._ask("jobs", asked | {"replication": replication, "format": "parquet"})
        found = pd.read_parquet(BytesIO(answer.content))
        for place, (path, value) in enumerate(self.numbers.points[point].items(), 1):  # behind the policy, as here
            found.insert(place, path, value)
        return found

    def differences(
        self, policy: str, against: str, point: int = 0, replication: int = 1, metric: str | None = None
    ) -> "pd.DataFrame":
        """A row for each job, or iteration, of one replication, which a worker of the server computes again."""
        import pandas as pd

        self._check("replication", replication, 1, self.numbers.done.shape[2])
        asked = {"policy": self._policy(policy), "against": self._policy(against), "point": self._point(point)}
        asked |= {"metric": self._metric(metric), "replication": replication, "format": "parquet"}
        return pd.read_parquet(BytesIO(self._ask("jobs", asked).content))

    def why(self, first: str, second: str, point: int = 0, metric: str | None = None) -> Reason:
        """Why *second* differs from *first*, job by job, as the server accounts for it."""
        asked: dict[str, Any] = {"first": self._policy(first), "second": self._policy(second)}
        asked["point"] = self._point(point)
        if metric:
            asked["metric"] = self._metric(metric)
        tree = self._ask("why", asked).json()
        return reason_of({name: part for name, part in tree.items() if name not in ("point", "sentences")})

    def modelled(self) -> Study:
        """Of a study of a log, the same with jobs of the model lublin99, fitted to the log that the server has."""
        return Study(parse_scenario(self._ask("model", {}).content))
