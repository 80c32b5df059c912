"""Messages that nobody of ours would send: the worker refuses them, lives on, and runs none of them."""

import base64
import pickle
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.workers.site import Site, study, until
from workers.rescue import LISTS

pytestmark = pytest.mark.worker


class Evil:
    """What unpickling would run."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.path,)


def message(body: bytes, kind: str, task: str = "corral.advance", encoding: str = "binary") -> bytes:
    """As kombu puts it into the list."""
    return orjson.dumps(
        {
            "body": base64.b64encode(body).decode(),
            "content-encoding": encoding,
            "content-type": kind,
            "headers": {"task": task, "id": "1", "lang": "py", "argsrepr": "", "kwargsrepr": ""},
            "properties": {
                "correlation_id": "1",
                "delivery_mode": 2,
                "delivery_info": {"exchange": "", "routing_key": LISTS[0][0].removeprefix("corral:broker:")},
                "priority": 0,
                "body_encoding": "base64",
                "delivery_tag": "1",
            },
        }
    )


def test_hostile_messages(site: Site, tmp_path: Path) -> None:
    trap = tmp_path / "unpickled"
    empty = orjson.dumps([[], {}, {}])
    asked: list[list[Any]] = [
        ["trace", "k", "{}", "SED", 0, {}],
        ["simulate", "k", "{}", "SED", 0],
        ["__class__", "k"],
        [["trace"], {}, None],
        ["whole", "../../../unpickled", "{}", "SED", 0, "packed", None, "x"],
    ]
    hostile = [
        message(pickle.dumps(([Evil(trap)], {}, {})), "application/x-python-serialize"),
        message(pickle.dumps(Evil(trap)), "application/x-python-serialize", task="no.such.task"),
        message(b"\xff\xfe", "application/json", encoding="utf-8"),
        message(b"[[[[", "application/json", encoding="utf-8"),
        message(empty, "application/json", task="os.system", encoding="utf-8"),
        message(empty, "application/json", encoding="utf-8"),
        message(orjson.dumps([["x" * 1000, "y", "z", None], {}, {}]), "application/json", encoding="utf-8"),
        message(orjson.dumps([["0" * 32, 1, 0, 0], {}, {}]), "application/json", encoding="utf-8"),
        message(orjson.dumps([["../../x", -1, 10**9, -5], {}, {}]), "application/json", encoding="utf-8"),
        *(message(orjson.dumps([one, {}, {}]), "application/json", "corral.answer", "utf-8") for one in asked),
    ]
    for one in hostile:
        for queue in LISTS[0]:
            site.redis.lpush(queue, one)
    until(lambda: not any(site.redis.llen(queue) for queue in LISTS[0]), 60)
    scenario = study(601)
    site.client.submit(scenario)
    assert site.finished(scenario.content_hash(), 60).state == "done"
    assert not trap.exists()
    assert site.client.workers() == 1
