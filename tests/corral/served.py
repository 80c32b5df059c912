"""A server without a socket: `requests` asks the application itself, which computes studies where it is asked."""

from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urlsplit

import orjson
import requests
from requests.adapters import BaseAdapter

from corral.connection import Connection
from engine.inputs.scenario import Scenario
from engine.results.result import Result
from engine.study.breaking import break_policy
from engine.study.cells import StudyPlan
from engine.study.run import run_study
from workers import computing
from workers.client import BudgetError, Status
from workers.questions import answered, asking

ADDRESS = "http://corral.test"


class InProcess(BaseAdapter):
    """Carries requests to a test client of the application."""

    def __init__(self, web: Any) -> None:
        super().__init__()
        self.web = web

    def send(self, request: requests.PreparedRequest, **_: Any) -> requests.Response:  # type: ignore[override]
        parts = urlsplit(str(request.url))
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        plain = {
            name: value for name, value in request.headers.items() if name != "Accept-Encoding"
        }  # not unpacked here
        answer = self.web.open(path, method=request.method, data=request.body, headers=plain)
        found = requests.Response()
        found.status_code, found.reason, found.url = answer.status_code, answer.status, str(request.url)
        found.headers.update(dict(answer.headers))
        found._content = answer.data
        return found

    def close(self) -> None:
        pass


def connected(web: Any) -> Connection:
    """A connection to the application behind a test client."""
    found = Connection(ADDRESS)
    found._session.mount(ADDRESS, InProcess(web))
    return found


class NoBroker:
    """Stands for `workers.client.Client`: a study is computed at once, by whoever submits it."""

    def __init__(self) -> None:
        self.studies: dict[str, tuple[Scenario, Result]] = {}
        self.cancelled: set[str] = set()
        self.asked: set[Any] = set()

    def submit(self, scenario: Scenario, _visitor: str = "") -> str:
        plan, name = StudyPlan(scenario), scenario.content_hash()
        if objection := plan.budget().objection:
            raise BudgetError(objection)
        if name not in self.studies:
            self.studies[name] = (scenario, run_study(scenario))
        return name

    def status(self, name: str) -> Status | None:
        if name not in self.studies:
            return None
        done = self.studies[name][1].cells_done
        return Status("cancelled" if name in self.cancelled else "done", done, done, 0, 0, 0.1, 0.0)

    def scenario(self, name: str) -> Scenario | None:
        return self.studies[name][0] if name in self.studies else None

    def result(self, scenario: Scenario) -> Result | None:
        found = self.studies.get(scenario.content_hash())
        return found[1] if found else None

    def failures(self, _name: str) -> list[str]:
        return []

    def cancel(self, name: str, _visitor: str = "") -> None:
        self.cancelled.add(name)

    def compiling(self) -> dict[str, float]:
        return {}

    def whole(
        self,
        scenario: Scenario,
        policy: str,
        replication: int,
        form: str,
        against: tuple[str, str] | None = None,
        **_: float,
    ) -> Path | None:
        """The second time; the first time the workers are at it."""
        key = (scenario.canonical().decode(), policy, replication, form, against)
        if key not in self.asked:
            self.asked.add(key)
            return None
        path = Path(mkdtemp()) / f"whole.{form}"
        path.write_bytes(computing.whole(*key))
        return path

    def ask(self, name: str, *asked: Any, **_: float) -> dict[str, Any] | None:
        """Searches are quick, and found the second time; the first time the workers are at it."""
        if name != "broken":
            return orjson.loads(answered(name, *asking(name, *asked).sent))
        if (key := asking(name, *asked).key) not in self.asked:
            self.asked.add(key)
            return None
        return orjson.loads(orjson.dumps(break_policy(*asked, chains=1, steps=60)))
