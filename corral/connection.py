"""The same studies on a server's workers, over REST: the same result, with the same fingerprint."""

import time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import requests

from corral.broken import Broken, BrokenMatrix, broken_of, check_is_a_study
from corral.progress import bar
from corral.served_result import ServedResult
from corral.study import Study
from engine.inputs.rejection import Reason, ScenarioError
from engine.results import result as engine_result
from engine.study.budget import Budget, limits
from engine.study.registry import parse_scenario

if TYPE_CHECKING:
    import pandas as pd

FIRST, LONGEST = 0.1, 2.0
"""Seconds between two questions how far a study is, growing from the one to the other."""

ANSWERS = 60.0
"""Seconds that one answer may take."""

JSON = MappingProxyType({"Content-Type": "application/json"})


class ServerError(RuntimeError):
    """What a server said instead of an answer: its sentences, and the `status`."""

    def __init__(self, status: int, sentences: list[str]) -> None:
        super().__init__("\n".join(sentences))
        self.status = status


class Connection:
    """A server of Corral; made by `connect`."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._session = requests.Session()

    def run(self, study: Study, progress: bool = True) -> ServedResult:
        """Have its workers compute a study, and wait for it; Ctrl-C cancels it there and keeps what it has found.

        `ScenarioError` says why the server refuses it, `ServerError` whatever else it says.
        """
        check_is_a_study(study.scenario)
        started = self._ask("POST", "/studies", study.scenario.canonical())
        name = started["id"]
        with bar(progress, started["total"]) as show:
            try:
                found = self._wait(name, show)
            except KeyboardInterrupt:
                self._ask("DELETE", f"/studies/{name}")
                found = {}
        return self._result(study, name, found)

    def result(self, study: Study) -> ServedResult:
        """What the server knows of a study that somebody has had run there, complete or not."""
        name = study.scenario.content_hash()
        return self._result(study, name, self._ask("GET", f"/studies/{name}"))

    def break_policy(self, study: Study, policy: str, against: str, metric: str = "response_time") -> Broken:
        """As `Study.break_policy`, by its workers; `ScenarioError` says what cannot be asked."""
        query = {"policy": policy, "against": against, "metric": metric}
        return broken_of(self._computed("/break", query, study.scenario.canonical()).json())

    def break_all(self, study: Study, metric: str = "response_time") -> BrokenMatrix:
        """As `Study.break_all`, by its workers."""
        return BrokenMatrix(self._computed("/break-all", {"metric": metric}, study.scenario.canonical()).json())

    def cost(self, study: Study) -> str:
        """What the study takes there, estimated or measured on a first cell, or why it is refused, in a sentence."""
        found = self._ask("POST", "/budget", study.scenario.canonical())
        found.pop("objection")
        return Budget(**found).words

    def example(self, name: str) -> Study:
        """An example of the server."""
        return Study(parse_scenario(self._answer("GET", f"/examples/{name}").content))

    def examples(self) -> "pd.DataFrame":
        """Names, families and titles of the examples that the server has."""
        import pandas as pd

        return pd.DataFrame(self._ask("GET", "/examples"), columns=["name", "family", "title"])

    def _wait(self, study: str, show: Any) -> dict[str, Any]:
        pause = FIRST
        while True:
            found = self._ask("GET", f"/studies/{study}")
            show(found["done"], found["total"])
            if found["state"] != "running":
                return found
            time.sleep(pause)
            pause = min(LONGEST, 1.3 * pause)

    def _result(self, study: Study, name: str, status: dict[str, Any]) -> ServedResult:
        text = self._answer("GET", f"/studies/{name}/result?of=all").content
        found = engine_result.Result.from_bytes(text, study.scenario, limits)
        if found is None:
            sentence = "the server has another version of the engine, whose results are not told here"
            raise ServerError(409, [sentence])
        failures = [str(one) for one in status.get("failures", ())]
        return ServedResult(found, failures, lambda what, query: self._computed(f"/studies/{name}/{what}", query))

    def _computed(self, path: str, query: dict[str, Any], body: bytes | None = None) -> requests.Response:
        """An answer that workers may have to compute first: asked for until it is there, for a minute."""
        until, pause = time.monotonic() + ANSWERS, FIRST
        while True:
            try:
                return self._answer("POST" if body else "GET", f"{path}?{urlencode(query)}", body)
            except ServerError as error:
                if error.status != 503 or time.monotonic() > until:
                    raise
            time.sleep(pause)
            pause = min(LONGEST, 1.3 * pause)

    def _ask(self, method: str, path: str, body: bytes | None = None) -> Any:
        return self._answer(method, path, body).json()

    def _answer(self, method: str, path: str, body: bytes | None = None) -> requests.Response:
        address = f"{self.address}/api/v1{path}"
        answer = self._session.request(method, address, data=body, headers=JSON if body else None, timeout=ANSWERS)
        if answer.ok:
            return answer
        sentences = _sentences(answer)
        if answer.status_code in (400, 422):
            raise ScenarioError([Reason("", one) for one in sentences])
        raise ServerError(answer.status_code, sentences)

    def __repr__(self) -> str:
        return f"Connection to {self.address}"


def _sentences(answer: requests.Response) -> list[str]:
    try:
        return [str(one) for one in answer.json()["errors"]]
    except (ValueError, KeyError, TypeError):  # of something between here and the server
        return [f"{answer.url} says {answer.status_code} {answer.reason}"]


def connect(address: str) -> Connection:
    """The server at *address*, such as "http://127.0.0.1:8050"; nothing is asked before it is used."""
    return Connection(address)
