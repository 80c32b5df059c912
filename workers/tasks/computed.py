"""An answer is computed within its bounds as long as somebody wants it; otherwise a sentence says why there is none."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.registry import parse_scenario
from workers.bounds import Bounds
from workers.broker.store import KEEP_FAILURE, LONGEST_ANSWER, Store
from workers.calculator import DiedError, EndedError, UnwantedError, first_line
from workers.celery_app import UNREACHABLE
from workers.queues import PutOffError, TooLongError, compute_here, pass_on, put_off
from workers.tasks.connected import recorded_here, store_here


def answer(
    key: str, scenario: str, bound: Callable[[Scenario], Bounds], compute: Callable[..., bytes], *arguments: Any
) -> None:
    """Compute what is asked about a *scenario*, and store it under its *key*."""

    def bounds_of() -> Bounds:
        read = parse_scenario(scenario.encode())
        recorded_here().bring(read)
        return bound(read)

    answer_within(key, scenario, bounds_of, compute, *arguments)


def answer_within(
    key: str, scenario: str, bound: Callable[[], Bounds], compute: Callable[..., bytes], *arguments: Any
) -> None:
    """The same about a scenario that needs no log, within bounds that are known without it."""
    store = store_here()
    answer = computed(store, key, bound, compute, scenario.encode(), *arguments)
    if answer is not None:
        store.put_answer(key, answer)


def computed(
    store: Store,
    key: str,
    bound: Callable[[], Bounds],
    compute: Callable[..., bytes],
    *arguments: Any,
    longest: int = LONGEST_ANSWER,
) -> bytes | None:
    """An answer, or None: then there is a sentence under *key* instead, nobody wants it any more, or it takes so long
    that it is computed elsewhere."""
    if not _is_wanted(store, key):  # it has waited for longer than whoever asked
        store.unorder(key)
        return None
    try:
        answer = compute_here(
            compute,
            *arguments,
            bounds=bound(),
            wanted=partial(_is_wanted, store, key),
            scenario=lambda: parse_scenario(arguments[0]),
        )
        if len(answer) > longest:
            raise ValueError(f"the answer takes {len(answer):,} bytes; at most {longest:,} are stored")
    except UnwantedError:
        store.unorder(key)  # whoever comes back later is served
    except PutOffError:
        put_off()
    except TooLongError:
        pass_on()
    except DiedError as error:
        store.put_answer(key, failure(f"the process that computed it died of it ({error})"), KEEP_FAILURE)
    except EndedError as error:
        store.put_answer(key, failure(f"it {error}"), KEEP_FAILURE)
    except Exception as error:  # whatever a model may raise is the answer
        store.put_answer(key, failure(first_line(error)), KEEP_FAILURE)
    else:
        return answer
    return None


def _is_wanted(store: Store, key: str) -> bool:
    with suppress(*UNREACHABLE):
        return store.is_wanted(key)
    return True


def failure(reason: str) -> bytes:
    """What is stored where there is no answer, or no cell."""
    return orjson.dumps({"error": reason})
