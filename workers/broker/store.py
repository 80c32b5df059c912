"""Everything that Corral keeps in Redis besides the broker's messages: keys, expiry, and what may be done with them."""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple, cast

import orjson
from redis import Redis
from redis.backoff import ExponentialBackoff
from redis.exceptions import ConnectionError as BrokerGone
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as BrokerSlow
from redis.retry import Retry

from engine import ENGINE_VERSION
from engine.study.cells import Round
from workers.broker import transitions
from workers.broker.shelves import SPEND, STUDIES, Shelves

KEEP = STUDIES.lasts
"""Seconds for which scenarios, studies, cells and answers are kept after they were written; see `shelves`, too."""

KEEP_VISITOR = 24 * 3600
"""Seconds for which it is known which studies a visitor has started, after the last one."""

KEEP_FAILURE = 60
"""Seconds for which a failed answer is not tried again."""

KEEP_TOLD = 10
"""Seconds for which those who wait for an answer can hear that it is there: they look before they listen."""

LONGEST_CELL = 64_000
LONGEST_ANSWER = 16_000_000
"""Bytes; nothing longer is stored."""

SILENCE = 8.0
"""Seconds without a sign of life after which a worker counts as dead: four of them are missing then."""

TOO_LARGE = "its results take more than there is room for here; fewer values, replications or job classes take less"
"""Why a study is ended whose cells do not fit beside the others that are running."""

RUNNING = "corral:running"
COUNTS = "corral:counts"
WORKERS = "corral:workers"
COMPILING = "corral:compiling"
PART = "/"
"""Between the name of a worker and that of a part of it, which gives signs of life of its own."""


class AddressError(ValueError):
    """An address that names no Redis server; the text is a sentence."""


def checked(redis_url: str) -> str:
    """The same *redis_url*, if it can be one; whether a server is there is not looked at. It may hold a password, and
    is not said."""
    try:
        Redis.from_url(redis_url).close()
    except ValueError:
        raise AddressError("REDIS_URL names no Redis server: it has to be like redis://HOST:6379/0") from None
    return redis_url


class Record(NamedTuple):
    """What is known about a study as a whole; times are the broker's, in seconds, and 0 before they have come.

    `first` is when the first cell was there that was computed for it.
    """

    state: str
    epoch: int
    cells: int
    done: int
    before: int
    failed: int
    reused: int
    submitted: float
    first: float
    beat: float
    finished: float
    reason: str
    round: str
    now: float


class Go(IntEnum):
    """How a lane goes on after it has stored a cell."""

    STOP = 0
    ON = 1
    ROUND_DONE = 2


class Taken(NamedTuple):
    """What a lane finds: how often the first missing cell has been begun, this time included, and for every cell 1 if
    the study has it, its text if it is known from another study, and None if it is missing."""

    tries: int
    cells: list[bytes | int | None]


class Worker(NamedTuple):
    """What a worker said of itself last: tasks that it has, the version of its engine, and the tasks in words."""

    tasks: int
    engine: str
    in_hand: str


class Store:
    """One connection to Redis; safe to share between threads, not between processes.

    A *patient* one goes on trying for about five seconds while the broker restarts.
    """

    def __init__(self, redis_url: str, patient: bool = True) -> None:
        self.redis: Redis = Redis.from_url(
            redis_url,
            retry=Retry(ExponentialBackoff(cap=1.0, base=0.05), 8 if patient else 0),
            retry_on_error=[BrokerGone, BrokerSlow],
            socket_timeout=10,
            socket_connect_timeout=5,
            socket_keepalive=True,
        )
        names = ("BEGIN", "RESTART", "TAKE", "PUT", "NEXT_ROUND", "END", "BEAT", "PACE", "ONCE")
        self._run = {name: self.redis.register_script(getattr(transitions, name)) for name in names}
        self._spend = self.redis.register_script(SPEND)
        self.shelves = Shelves(self.redis)

    # A study: its scenario, its record, its cells, and how often the computation of a cell has been begun.

    def begin(self, study: str, cells: int, scenario: bytes, first_round: Round, payers: str = "") -> int:
        """Start a study of so many cells at first, and return its epoch; 0 if it is running or done already, and -1 if
        the running ones leave no room. Its bytes are counted for its *payers*, "WHO:MOST WHO:MOST"."""
        keys = [_record(study), _cells(study), _tries(study), _scenario(study), RUNNING]
        rest: list[Any] = [KEEP, _dump(first_round), self.shelves.most(STUDIES), payers]
        return int(self._run["BEGIN"](keys, [study, cells, scenario, *rest]))

    def next_round(self, study: str, epoch: int, cells: int, wanted: Round | None) -> int:
        """Begin another round, so that there are so many cells in all, and return its epoch; with None the study is
        done. 0 if nothing is to be sent."""
        text = "" if wanted is None else _dump(wanted)
        return int(self._run["NEXT_ROUND"]([_record(study), RUNNING], [study, epoch, cells, text]))

    def round(self, study: str) -> Round:
        """The round in which a study is."""
        text = cast("bytes", self.redis.hget(_record(study), "round"))
        return Round(*map(tuple, orjson.loads(text)))

    def restart(self, study: str, epoch: int) -> int:
        """Turn away everybody who works for this *epoch*, and return the new one; 0 if that has been done already."""
        return int(self._run["RESTART"]([_record(study)], [epoch]))

    def is_current(self, study: str, epoch: int) -> bool:
        """Whether a study is running in this epoch."""
        state, current = cast("list[bytes | None]", self.redis.hmget(_record(study), ("state", "epoch")))
        return state == b"running" and current == str(epoch).encode()

    def take(self, study: str, epoch: int, wanted: Sequence[tuple[int, str]]) -> Taken | None:
        """What is there of the *wanted* cells (index, content hash); None if the study runs in this epoch no more."""
        keys = [_record(study), _cells(study), _tries(study), *(_cell(key) for _, key in wanted)]
        answer = self._run["TAKE"](keys, [epoch, *(index for index, _ in wanted)])
        return None if answer is None else Taken(int(answer[0]), answer[1:])

    def forget_tries(self, study: str, index: int) -> None:
        """Nobody has died of this cell: another process is to begin it."""
        self.redis.hdel(_tries(study), str(index))

    def put(self, study: str, epoch: int, kind: str, cells: Iterable[tuple[int, str, bytes]]) -> Go:
        """Store *cells* (index, content hash, text) that were "computed", "failed" or "reused"; how to go on."""
        cells = list(cells)
        keys = [_record(study), _cells(study), COUNTS, *(_cell(key) for _, key, _ in cells)]
        pairs = (part for index, _, text in cells for part in (index, text))
        rest: list[Any] = [KEEP, kind, self.shelves.most(STUDIES), TOO_LARGE]
        return Go(int(self._run["PUT"](keys, [study, epoch, *rest, *pairs])))

    def end(self, study: str, state: str, reason: str = "") -> bool:
        """End a running study as "cancelled" or "failed"; whether it was running."""
        return bool(self._run["END"]([_record(study), RUNNING], [study, state, reason]))

    def record(self, study: str) -> Record | None:
        """The record of a study, or None if there is none; one round trip."""
        pipeline = self.redis.pipeline(transaction=False)
        pipeline.hgetall(_record(study))
        pipeline.time()
        found, (seconds, microseconds) = pipeline.execute()
        if not found:
            return None
        texts = {name.decode(): text.decode() for name, text in found.items()}
        texts = {"finished": "0", "first": "0", "reason": "", "now": f"{seconds}.{microseconds:06}"} | texts
        kinds = Record.__annotations__
        return Record(*(kinds[name](texts[name]) for name in Record._fields))

    def scenario(self, study: str) -> bytes | None:
        """The canonical JSON of a study's scenario; a study that is looked at is kept longer."""
        return self.shelves.use(STUDIES, study, _scenario(study))

    def cells(self, study: str) -> dict[int, dict[str, Any]]:
        """The cells that a study has, {index: metrics or {"error": reason}}."""
        return {int(index): orjson.loads(text) for index, text in self._all(_cells(study)).items()}

    def present(self, study: str) -> set[int]:
        """The indices of the cells that a study has."""
        return {int(index) for index in cast("list[bytes]", self.redis.hkeys(_cells(study)))}

    def extent(self, study: str) -> tuple[int, int]:
        """The epoch of a study (0 if it is not known), and how many cells it has; one round trip."""
        pipeline = self.redis.pipeline(transaction=False)
        pipeline.hget(_record(study), "epoch")
        pipeline.hlen(_cells(study))
        epoch, cells = pipeline.execute()
        return int(epoch or 0), int(cells)

    def some_cells(self, study: str, indices: Sequence[int], batch: int) -> dict[int, dict[str, Any]]:
        """Those of these cells that a study has, as `cells`, read so many at a time."""
        found: dict[int, dict[str, Any]] = {}
        for first in range(0, len(indices), batch):
            some = indices[first : first + batch]
            texts = cast("list[bytes | None]", self.redis.hmget(_cells(study), [str(index) for index in some]))
            found |= {index: orjson.loads(text) for index, text in zip(some, texts, strict=True) if text is not None}
        return found

    def known(self, keys: Sequence[str]) -> list[bytes | None]:
        """The texts of cells by content hash."""
        return cast("list[bytes | None]", self.redis.mget([_cell(key) for key in keys])) if keys else []

    def count_known(self, keys: Sequence[str]) -> int:
        """How many cells are stored, by content hash."""
        return self.redis.exists(*map(_cell, keys)) if keys else 0

    def running(self) -> list[str]:
        """The studies that are running, as far as anybody knows."""
        return sorted(study.decode() for study in cast("set[bytes]", self.redis.smembers(RUNNING)))

    def counts(self) -> dict[str, int]:
        """How many cells have ever been "computed", "reused" and "failed", since this broker keeps count."""
        found = cast("dict[bytes, bytes]", self.redis.hgetall(COUNTS))
        return {kind: int(found.get(kind.encode(), 0)) for kind in ("computed", "reused", "failed")}

    def refusal(self) -> str:
        """Why the broker does not store anything at the moment, in its words; nothing if it does."""
        try:
            self.redis.set("corral:writes", 1, ex=60)
        except ResponseError as error:
            return str(error)
        return ""

    def depths(self, lists: Iterable[str]) -> list[int]:
        """How many messages wait in each of these lists of the broker; one round trip."""
        pipeline = self.redis.pipeline(transaction=False)
        for name in lists:
            pipeline.llen(name)
        return cast("list[int]", pipeline.execute())

    def own(self, visitor: str, study: str) -> None:
        """Note that *visitor*, by a name of `workers.pace`, has started a study."""
        pipeline = self.redis.pipeline()
        pipeline.sadd(_visitor(visitor), study)
        pipeline.expire(_visitor(visitor), KEEP_VISITOR)
        pipeline.execute()

    def running_of(self, visitor: str) -> int:
        """How many studies that *visitor* has started are running."""
        return len(cast("set[bytes]", self.redis.sinter([_visitor(visitor), RUNNING])))

    def waiting(self, lists: Iterable[str]) -> list[str]:
        """The messages that wait in these lists of the broker."""
        pipeline = self.redis.pipeline(transaction=False)
        for name in lists:
            pipeline.lrange(name, 0, -1)
        return [message.decode() for messages in pipeline.execute() for message in messages]

    def may_look_after(self, study: str, seconds: int) -> bool:
        """Whether nobody else has looked after this study in the last *seconds*."""
        return bool(self._run["ONCE"]([f"corral:looked-after:{study}"], [seconds]))

    def pace(self, what: str, most: int, seconds: int, counts: bool = True) -> bool:
        """Whether something may be done once more, which *counts*: at most so often within so many seconds."""
        return bool(self._run["PACE"]([f"corral:pace:{what}"], [most, seconds, int(counts)]))

    def spend(self, what: str, size: int, most: int, counts: bool = True) -> int:
        """Seconds until so many bytes of something may be brought; at 0 it *counts*. At most so many within an hour."""
        return cast("int", self._spend([f"corral:bytes:{what}"], [size, most, int(counts)]))

    # An answer of one task, by the content hash of the question: a trace or a preview.

    def answer(self, key: str) -> bytes | None:
        """A stored answer; {"error": reason} if there can be none."""
        return cast("bytes | None", self.redis.get(_answer(key)))

    def put_answer(self, key: str, text: bytes, keep: int = KEEP) -> None:
        """Store an answer for *keep* seconds, and tell those who listen for it."""
        pipeline = self.redis.pipeline()
        pipeline.set(_answer(key), text, ex=keep)
        pipeline.delete(_told(key))
        pipeline.rpush(_told(key), 1)
        pipeline.expire(_told(key), min(keep, KEEP_TOLD))
        pipeline.execute()

    def listen(self, key: str, seconds: float) -> bool:
        """Wait until an answer is told of, for so many *seconds* at most; whether it was.

        What is told is moved to where it was, so that all who listen hear of it.
        """
        told = self.redis.blmove(_told(key), _told(key), seconds)  # type: ignore[arg-type]  # parts of seconds, too
        return told is not None

    def want(self, key: str, seconds: int) -> None:
        """Note that somebody waits for an answer, for so many seconds."""
        self.redis.set(f"corral:wanted:{key}", 1, ex=seconds)

    def is_wanted(self, key: str) -> bool:
        """Whether somebody waits for an answer."""
        return bool(self.redis.exists(f"corral:wanted:{key}"))

    def forget_answer(self, key: str) -> None:
        """Let an answer be computed anew when it is asked for again."""
        self.redis.delete(_answer(key), _told(key))
        self.unorder(key)

    def unorder(self, key: str) -> None:
        """Let the answer be ordered again at once."""
        self.redis.delete(f"corral:ordered:{key}")

    def order(self, key: str, seconds: int) -> bool:
        """Whether nobody else has ordered this answer in the last *seconds*."""
        return bool(self._run["ONCE"]([f"corral:ordered:{key}"], [seconds]))

    def remember(self, cells: Iterable[tuple[str, bytes]]) -> None:
        """Store cells (content hash, text) that were computed elsewhere."""
        pipeline = self.redis.pipeline(transaction=False)
        for key, text in cells:
            pipeline.set(_cell(key), text, ex=KEEP, nx=True)
        pipeline.execute()

    # The workers.

    def beat(self, worker: str, in_hand: str) -> None:
        """Note a worker's sign of life and what it has in hand: how many tasks, its engine's version, arguments."""
        self._run["BEAT"]([WORKERS], [worker, in_hand, 60])

    def leave(self, worker: str) -> None:
        """Forget a worker."""
        self.redis.hdel(WORKERS, worker)

    def workers(self) -> dict[str, Worker]:
        """The workers that are alive, by name; one round trip. One is, as long as any of its parts is."""
        found: dict[str, Worker] = {}
        for name, (tasks, engine, in_hand) in sorted(self._signs_of_life(WORKERS).items()):
            before = found.get(worker := name.partition(PART)[0], Worker(0, engine, ""))
            found[worker] = Worker(before.tasks + int(tasks), engine, f"{before.in_hand} {in_hand}".strip())
        return found

    def compiles(self, worker: str, left: dict[str, float]) -> None:
        """Note that a worker has kernels to compile, by name, and the seconds until each is there, about."""
        self._run["BEAT"]([COMPILING], [worker, f"{ENGINE_VERSION} - {orjson.dumps(left).decode()}", 60])

    def has_compiled(self, worker: str) -> None:
        """It has all of them, or will never have them."""
        self.redis.hdel(COMPILING, worker)

    def compiling(self) -> dict[str, dict[str, float]]:
        """What workers with this engine have to compile, by their names; one round trip."""
        said = self._signs_of_life(COMPILING)
        return {name: orjson.loads(left) for name, (engine, _, left) in said.items() if engine == ENGINE_VERSION}

    def _signs_of_life(self, key: str) -> dict[str, list[str]]:
        """What each has said last that is not too long ago, in three parts."""
        pipeline = self.redis.pipeline(transaction=False)
        pipeline.hgetall(key)
        pipeline.time()
        said, (seconds, _) = pipeline.execute()
        alive = {}
        for name, text in said.items():
            since, *rest = f"{text.decode()}   ".split(" ", 3)
            # A sign of life from the future was given before somebody set the broker's clock back.
            if abs(seconds - float(since)) < SILENCE:
                alive[name.decode()] = rest
        return alive

    def _all(self, key: str) -> dict[bytes, bytes]:
        return cast("dict[bytes, bytes]", self.redis.hgetall(key))


def _dump(wanted: Round) -> str:
    return orjson.dumps(list(wanted)).decode()


def _record(study: str) -> str:
    return f"corral:study:{study}"


def _cells(study: str) -> str:
    return f"corral:cells:{study}"


def _tries(study: str) -> str:
    return f"corral:tries:{study}"


def _scenario(study: str) -> str:
    return f"corral:scenario:{study}"


def _cell(key: str) -> str:
    return f"corral:cell:{key}"


def _answer(key: str) -> str:
    return f"corral:answer:{key}"


def _told(key: str) -> str:
    return f"corral:told:{key}"


def _visitor(visitor: str) -> str:
    return f"corral:visitor:{visitor}"
