"""A broker without room: what is to be stored waits, and nothing else does."""

import pytest
from redis.exceptions import ConnectionError as Away
from redis.exceptions import ResponseError

from workers import room
from workers.room import is_full, when_there_is_room


@pytest.fixture(autouse=True)
def breathless(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "BREATH", 0.0)


@pytest.mark.parametrize("words", ["MISCONF Errors writing to the AOF file", "OOM ... used memory > 'maxmemory'"])
def test_it_is_tried_until_there_is_room(words: str) -> None:
    tries = []

    def put(cell: int, *, kind: str) -> str:
        tries.append(cell)
        if len(tries) < 4:
            raise ResponseError(words)
        return kind

    assert when_there_is_room(put, 7, kind="computed") == "computed"
    assert tries == [7] * 4


@pytest.mark.parametrize("problem", [Away("refused"), ResponseError("WRONGTYPE"), ValueError("MISCONF")])
def test_any_other_trouble_is_raised_at_once(problem: Exception) -> None:
    def put() -> None:
        raise problem

    assert not is_full(problem)
    with pytest.raises(type(problem)):
        when_there_is_room(put)


def test_it_gives_up_before_its_task_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "LONGEST_WAIT", 0.05)

    def put() -> None:
        raise ResponseError("MISCONF")

    with pytest.raises(ResponseError):
        when_there_is_room(put)
