"""The one task that answers questions: within their bounds, as long as somebody wants the answer.

Otherwise a sentence under the key says why there is none.
"""

from contextlib import suppress
from functools import partial
from typing import Any

import orjson

from engine.inputs.scenario import Scenario
from engine.study.registry import parse_scenario
from workers.broker.store import KEEP_FAILURE, Store
from workers.calculator import DiedError, EndedError, UnwantedError, first_line
from workers.celery_app import UNREACHABLE, app
from workers.questions import QUESTIONS, answered
from workers.queues import PutOffError, TooLongError, compute_here, pass_on, put_off
from workers.tasks.connected import recorded_here, store_here
from workers.tasks.files import AS_SENT, CARRIED


# Acknowledged early: an answer that ends its process is not to end the next one. Whoever looks at it asks again.
@app.task(name="corral.answer", acks_late=False)
def answer(name: str, key: str, *sent: Any) -> None:
    """Compute the answer to the question called *name*, and store it under its *key*."""
    question, carried, store = QUESTIONS[name], CARRIED.get(name, AS_SENT), store_here()
    if not _is_wanted(store, key):  # it has waited for longer than whoever asked
        store.unorder(key)
        return
    try:
        found = compute_here(
            answered,
            name,
            *carried.given(*sent),
            bounds=question.bound(_read, *sent),
            wanted=partial(_is_wanted, store, key),
            scenario=lambda: parse_scenario(sent[0].encode()),
        )
        if len(found) > carried.longest:
            raise ValueError(f"the answer takes {len(found):,} bytes; at most {carried.longest:,} are stored")
    except UnwantedError:
        store.unorder(key)  # whoever comes back later is served
    except PutOffError:
        put_off()
    except TooLongError:
        pass_on()
    except DiedError as error:
        store.put_answer(key, failure(f"the process that computed it died of it ({error})"), KEEP_FAILURE)
    except EndedError as error:
        if question.at_bound is None:
            store.put_answer(key, failure(f"it {error}"), KEEP_FAILURE)
        else:
            store.put_answer(key, orjson.dumps(question.at_bound))
    except Exception as error:  # whatever a model may raise is the answer
        store.put_answer(key, failure(first_line(error)), KEEP_FAILURE)
    else:
        try:
            carried.keep(key, found, *sent)
        except OSError as error:
            store.put_answer(key, failure(f"it cannot be kept: {error.strerror}"), KEEP_FAILURE)


def _read(text: str) -> Scenario:
    read = parse_scenario(text.encode())
    recorded_here().bring(read)
    return read


def _is_wanted(store: Store, key: str) -> bool:
    with suppress(*UNREACHABLE):
        return store.is_wanted(key)
    return True


def failure(reason: str) -> bytes:
    """What is stored where there is no answer, or no cell."""
    return orjson.dumps({"error": reason})
