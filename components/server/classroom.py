"""A class at once: many browsers' worth of HTTP open a link, change a value, run, and wait for the end.

`python3 app.py dev class 50` prints what `run_class` returns. The requests are those that the page makes, in its
protocol; only the drawing is missing.
"""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median, quantiles
from typing import Any

import orjson
import requests

from components.pages.studio.ids import Id
from components.server.started import started
from components.sketches.link import to_link
from engine.study.registry import EXAMPLES, read_scenario

EVERY = 0.25
PATIENCE = 300.0
"""Seconds after which a study counts as lost."""

TIMES = ("page", "first_curve", "completion")


class Student:
    """One browser: what it knows of the page, by id and property."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()
        self.values: dict[str, Any] = {}

    def open(self, link: str) -> None:
        """Load the page of a link with everything that a browser asks for first."""
        for path in ("", "assets/corral.css", "_dash-layout"):
            self._good(self.http.get(self.address + path, timeout=60))
        self.callbacks = self._good(self.http.get(f"{self.address}_dash-dependencies", timeout=60)).json()
        self.values = {"_pages_location.pathname": "/", "_pages_location.search": f"?s={link}"}
        found = self.call("_pages_content.children", "_pages_location.search")
        self._learn(found["_pages_content"]["children"])

    def call(self, output: str, changed: str) -> dict[str, Any]:
        """Have the callback with this output called, as if *changed* had changed; what comes back is kept."""
        [callback] = [one for one in self.callbacks if output in one["output"] and self._hears(one, changed)]
        body = {
            "output": callback["output"],
            "outputs": _outputs(callback["output"]),
            "inputs": [self._part(one) for one in callback["inputs"]],
            "state": [self._part(one) for one in callback["state"]],
            "changedPropIds": [changed],
        }
        answer = self._good(self.http.post(f"{self.address}_dash-update-component", json=body, timeout=120))
        said = answer.json() if answer.status_code == 200 else {}
        found = said.get("response", {}) | said.get("sideUpdate", {})
        for name, properties in found.items():
            self.values |= {f"{name}.{prop}": value for prop, value in properties.items()}
        return dict(found)

    def study(self) -> dict[str, Any]:
        """What the page says of its study."""
        return dict(self.values[f"{Id.STUDY}.data"])

    def look(self) -> None:
        """Ask how far the study is, as `study.js` does."""
        status = self._good(self.http.get(f"{self.address}api/v1/studies/{self.study()['id']}", timeout=120)).json()
        self.values[f"{Id.STUDY}.data"] |= {name: status[name] for name in ("state", "done", "total")}

    @staticmethod
    def _good(answer: requests.Response) -> requests.Response:
        if answer.status_code not in (200, 204):
            raise RuntimeError(f"{answer.status_code} from {answer.url}: {answer.text[:200]}")
        return answer

    @staticmethod
    def _hears(callback: dict[str, Any], changed: str) -> bool:
        return any(f"{one['id']}.{one['property']}" == changed for one in callback["inputs"])

    def _part(self, one: dict[str, Any]) -> Any:
        name = f"{one['id']}.{one['property']}"
        return {"id": one["id"], "property": one["property"], "value": self.values.get(name)}

    def _learn(self, component: Any) -> None:
        """Keep the properties of every component with an id, as the browser's store does."""
        if isinstance(component, list):
            for one in component:
                self._learn(one)
        elif isinstance(component, dict) and "props" in component:
            properties = component["props"]
            if isinstance(properties.get("id"), str):
                kept = {name: value for name, value in properties.items() if name not in ("id", "children")}
                self.values |= {f"{properties['id']}.{name}": value for name, value in kept.items()}
            self._learn(properties.get("children"))


def _outputs(text: str) -> Any:
    parts = text.strip(".").split("...") if text.startswith("..") else [text]
    found = []
    for part in parts:
        name, _, prop = part.rpartition(".")
        found.append({"id": orjson.loads(name) if name.startswith("{") else name, "property": prop.split("@")[0]})
    return found if text.startswith("..") else found[0]


def _exercise() -> Any:
    """What the teacher's link holds: the first example, with fewer jobs."""
    tree = next(iter(EXAMPLES.values())).model_dump(mode="json")
    tree["workload"]["jobs"] = 2_000
    return read_scenario(tree)


def _take_part(address: str, number: int) -> dict[str, float]:
    """One student, from opening the link to the last cell of a study of their own."""
    student, began = Student(address), time.perf_counter()
    student.open(to_link(_exercise()))
    times = {"page": time.perf_counter() - began}
    tree = _exercise().model_dump(mode="json")
    tree["cluster"]["groups"][1]["speed_factor"] = round(2.0 + number / 25, 2)
    student.values[f"{Id.SCENARIO}.data"] = tree
    student.call(f"{Id.STUDY}.data", f"{Id.SCENARIO}.data")
    student.values[f"{Id.RUN}.n_clicks"] = 1
    began = time.perf_counter()
    student.call(f"{Id.STUDY}.data", f"{Id.RUN}.n_clicks")
    while True:
        study = student.study()
        if study["done"] and "first_curve" not in times:
            student.call(f"{Id.CURVES}.figure", f"{Id.STUDY}.data")
            times["first_curve"] = time.perf_counter() - began
        if study["state"] != "running":
            break
        if time.perf_counter() - began > PATIENCE:
            raise RuntimeError(f"a study is lost: {study['state']}, {study['done']} of {study['total']} cells")
        time.sleep(EVERY)
        student.look()
    student.call(f"{Id.CURVES}.figure", f"{Id.STUDY}.data")
    times["completion"] = time.perf_counter() - began
    if study["state"] != "done" or study["done"] != study["total"]:
        said = [student.values.get(f"{name}.children") for name in (Id.REFUSAL, "shell-trouble")]
        raise RuntimeError(f"a study ended as {study['state']}, {study['done']} of {study['total']} cells: {said}")
    return times


def run_class(students: int) -> dict[str, Any]:
    """Median and 95 % quantile of the waits of a class, s; errors and lost studies by their texts."""
    with started() as address:
        _take_part(address, -1)  # until the workers are there
        with ThreadPoolExecutor(students) as room:
            futures = [room.submit(_take_part, address, number) for number in range(students)]
        done = [future.result() for future in futures if future.exception() is None]
        errors = [str(future.exception()) for future in futures if future.exception() is not None]
    rows = [{"wait": name, **_spread([times[name] for times in done])} for name in TIMES]
    return {"students": students, "complete": len(done), "errors": errors, "waits": rows}


def _spread(values: list[float]) -> dict[str, float]:
    if not values:
        return {"median": float("nan"), "p95": float("nan"), "longest": float("nan")}
    most = quantiles(values, n=20)[-1] if len(values) > 1 else values[0]
    return {"median": median(values), "p95": most, "longest": max(values)}
