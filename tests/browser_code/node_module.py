"""Modules of the browser code that need no browser: node runs them for a test, which compares with Python."""

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import node

ODD = {"Infinity": float("inf"), "-Infinity": float("-inf"), "NaN": float("nan")}


class NodeModule:
    """Some modules in a node of their own: what they export is in `corral`, each's also in `corral.nameOfTheModule`."""

    def __init__(self, *names: str) -> None:
        """Start it."""
        node.install()
        self._process = subprocess.Popen(
            [str(node.BIN / "node"), "tests/browser_code/serve.mjs", *names],
            cwd=node.PROJECT,
            env=node.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def evaluate(self, code: str, given: Any = None) -> Any:
        """The value of an expression, or what a function makes of *given*, as `Page.evaluate` has it."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"code": code, "given": _written(given)}) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline(), object_hook=_read)
        assert "thrown" not in answer, answer["thrown"]
        return answer["found"]

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def _written(value: Any) -> Any:
    if isinstance(value, float) and value in (ODD["Infinity"], ODD["-Infinity"]):
        return {"number": "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, dict):
        return {name: _written(one) for name, one in value.items()}
    return [_written(one) for one in value] if isinstance(value, list | tuple) else value


def _read(found: dict[str, Any]) -> Any:
    return ODD.get(str(found["number"]), found) if set(found) == {"number"} else found


def module_of(*names: str) -> Callable[..., Iterator[NodeModule]]:
    """A fixture for the tests of the modules *names*, paths below the client's."""

    @pytest.fixture(scope="module")
    def module() -> Iterator[NodeModule]:
        found = NodeModule(*names)
        yield found
        found.close()

    return module
