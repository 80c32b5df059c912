"""What the reference and the kernel share, against numbers worked by hand and laws."""

from hypothesis import given
from hypothesis import strategies as some

from engine.master_worker.rules import completion, factoring_chunk, fixed_chunk, guided_chunk

LEFT, WORKERS = some.integers(1, 10_000), some.integers(1, 500)


def test_the_chunks_of_ten_tasks_for_four_workers() -> None:
    """Guided: a quarter of what is left each time, rounded up. Factoring: four chunks of an eighth, then anew."""
    assert _handed_out(10, lambda left: guided_chunk(left, 4)) == [3, 2, 2, 1, 1, 1]
    assert _handed_out(10, lambda left: fixed_chunk(left, 4)) == [4, 4, 2]
    assert [factoring_chunk(left, 4) for left in (10, 2)] == [2, 1]


def _handed_out(tasks, chunk):
    found = []
    while tasks:
        found.append(chunk(tasks))
        tasks -= found[-1]
    return found


@given(LEFT, WORKERS)
def test_chunks_are_the_least_that_leave_no_more_than_the_definition(left: int, workers: int) -> None:
    """The n-th part and half of it, rounded up: one less would be below that part."""
    for chunk, parts in ((guided_chunk(left, workers), workers), (factoring_chunk(left, workers), 2 * workers)):
        assert (chunk - 1) * parts < left <= chunk * parts


def test_a_task_begins_when_the_worker_is_free_and_the_message_is_there() -> None:
    assert completion(now=100, free_at=40, message=3, per_task=2, duration=50) == 155
    assert completion(now=100, free_at=140, message=3, per_task=2, duration=50) == 195
