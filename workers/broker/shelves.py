"""What is kept on purpose, kind by kind: each has a share of the broker's memory, and none takes from another.

A short link, a class, a study and a log stand on shelves. Their keys have no expiry, so that the broker never evicts
them for something newer; stored cells and answers have one and are evicted, longest unused first. An index says of
every item when it is due and how many bytes it takes. What is due is dropped at the next sign of life of a worker.
"""

import time
from typing import Any, NamedTuple, cast

from redis import Redis
from redis.exceptions import ResponseError

USUAL_MEMORY = 1_000_000_000
"""Bytes that are reckoned with where a broker has no bound of its own."""

LOOKED_UP = 60.0
"""Seconds for which it is remembered how much memory a broker may take."""

DAY = 24 * 3600


class Shelf(NamedTuple):
    """One kind of things that are kept.

    Attributes
    ----------
    name : of the kind
    share : of the broker's memory, for all of them
    lasts : seconds for which one is kept, from its last use or, of a class, from its opening
    gives_way : whether those unused for longest make room for new ones; if not, new ones are refused
    per_visitor : bytes that one visitor may bring in an hour
    per_address : bytes that one address may bring in an hour, which may stand for many visitors
    """

    name: str
    share: float
    lasts: int
    gives_way: bool
    per_visitor: int
    per_address: int


LINKS = Shelf("links", 0.10, 400 * DAY, False, 200_000, 2_000_000)
CLASSES = Shelf("classes", 0.10, DAY, False, 500_000, 2_000_000)
STUDIES = Shelf("studies", 0.30, 7 * DAY, True, 100_000_000, 400_000_000)
LOGS = Shelf("logs", 0.25, 7 * DAY, True, 100_000_000, 300_000_000)

SHELVES = {shelf.name: shelf for shelf in (LINKS, CLASSES, STUDIES, LOGS)}
"""All of them. The rest of the memory is for what is cached: stored cells, answers, and messages on their way."""

PROMISED = ("links", "classes", "studies")
"""Of which nothing is pushed out by anything but its own kind; a running study by nothing at all."""

PREFIXES = {
    "links": ("corral:link:",),
    "classes": ("corral:class:", "corral:class-seats:", "corral:class-entries:"),
    "studies": ("corral:study:", "corral:cells:", "corral:tries:", "corral:scenario:"),
    "logs": ("corral:sent:", "corral:log:", "corral:heard:"),
}
"""Keys of one item, each before its name."""

_LISTS = ", ".join(f"{name} = {{{', '.join(map(repr, found))}}}" for name, found in PREFIXES.items())

STEPS = (
    f"local PREFIXES = {{{_LISTS}}}"
    + """
-- Bytes beside the text: of an item in two indices with its keys, and of a field in a hash. Measured with Redis 7.
local OF_ITEM, OF_FIELD = 400, 80
local function due_of(shelf) return 'corral:shelf:' .. shelf end
local function bytes_of(shelf) return 'corral:shelf-bytes:' .. shelf end
local function on(shelf, item) return redis.call('ZSCORE', due_of(shelf), item) end
local function grow(shelf, item, bytes)
  redis.call('HINCRBY', bytes_of(shelf), item, math.floor(bytes))
  redis.call('HINCRBY', bytes_of(shelf), '', math.floor(bytes))
end
local function taken(shelf) return tonumber(redis.call('HGET', bytes_of(shelf), '') or 0) end
local function drop(shelf, item)
  for _, prefix in ipairs(PREFIXES[shelf]) do redis.call('UNLINK', prefix .. item) end
  local had = redis.call('HGET', bytes_of(shelf), item)
  if had then
    redis.call('HDEL', bytes_of(shelf), item)
    redis.call('HINCRBY', bytes_of(shelf), '', -had)
  end
  redis.call('ZREM', due_of(shelf), item)
  if shelf == 'studies' then redis.call('SREM', 'corral:running', item) end
end
-- Puts an item on its shelf, with what an earlier version has left of it, which had an expiry.
local function place(shelf, item, due)
  if on(shelf, item) then return end
  local bytes = OF_ITEM
  for _, prefix in ipairs(PREFIXES[shelf]) do
    local kind = redis.call('TYPE', prefix .. item)['ok']
    if kind == 'string' then
      bytes = bytes + redis.call('STRLEN', prefix .. item)
    elseif kind == 'hash' then
      for _, part in ipairs(redis.call('HGETALL', prefix .. item)) do bytes = bytes + #part + OF_FIELD / 2 end
    end
    if kind ~= 'none' then redis.call('PERSIST', prefix .. item) end
  end
  grow(shelf, item, bytes)
  redis.call('ZADD', due_of(shelf), due, item)
end
-- Sets a text of an item, or a field of its hash.
local function put(shelf, item, key, field, text)
  local before = field and redis.call('HSTRLEN', key, field) or redis.call('STRLEN', key)
  local isNew = field and before == 0
  if field then redis.call('HSET', key, field, text) else redis.call('SET', key, text) end
  grow(shelf, item, #text - before + (isNew and #field + OF_FIELD or 0))
end
-- Drops those that were used longest ago, but not *spared* nor a running study, until no more than *most* bytes are
-- taken; whether they are. Bytes that wait for a worker are due soon, and are needed most: they go last.
local function make_room(shelf, most, spared)
  for _, waiting_stay in ipairs({true, false}) do
    local first = 0
    while taken(shelf) > most do
      local some = redis.call('ZRANGE', due_of(shelf), first, first + 31)
      if #some == 0 then break end
      for _, item in ipairs(some) do
        local stays = item == spared or
          (shelf == 'studies' and redis.call('SISMEMBER', 'corral:running', item) == 1) or
          (waiting_stay and shelf == 'logs' and redis.call('EXISTS', 'corral:sent:' .. item) == 1)
        if stays then
          first = first + 1
        elseif taken(shelf) > most then
          drop(shelf, item)
          redis.call('HINCRBY', 'corral:given-way', shelf, 1)
        end
      end
    end
  end
  return taken(shelf) <= most
end
local function sweep(now)
  for shelf, _ in pairs(PREFIXES) do
    for _, item in ipairs(redis.call('ZRANGEBYSCORE', due_of(shelf), '-inf', now, 'LIMIT', 0, 100)) do
      drop(shelf, item)
    end
  end
end
"""
)
"""What scripts of the broker do with shelves."""

NOW = "local t = redis.call('TIME'); local now = t[1] + t[2] / 1e6;"

SHELVE = (
    NOW
    + STEPS
    + """
-- KEYS key; ARGV shelf, item, most bytes of the shelf, seconds to keep, whether others give way, text. Whether it was
-- kept; what does not fit is not.
sweep(now)
if ARGV[5] == '0' and taken(ARGV[1]) + #ARGV[6] > tonumber(ARGV[3]) then return 0 end
place(ARGV[1], ARGV[2], now)
put(ARGV[1], ARGV[2], KEYS[1], nil, ARGV[6])
redis.call('ZADD', due_of(ARGV[1]), now + ARGV[4], ARGV[2])
if ARGV[5] == '1' and not make_room(ARGV[1], tonumber(ARGV[3]), ARGV[2]) then
  drop(ARGV[1], ARGV[2])
  return 0
end
return 1
"""
)

USE = (
    NOW
    + STEPS
    + """
-- KEYS key; ARGV shelf, item, seconds to keep from now. The text, or nothing; what is used is kept longer.
sweep(now)
local found = redis.call('GET', KEYS[1])
if not found then return false end
redis.call('PERSIST', KEYS[1])
place(ARGV[1], ARGV[2], now)
redis.call('ZADD', due_of(ARGV[1]), now + ARGV[3], ARGV[2])
return found
"""
)

DROP = STEPS + "drop(ARGV[1], ARGV[2])  -- ARGV shelf, item"

SWEEP = NOW + STEPS + "sweep(now)"

ADOPT = (
    NOW
    + STEPS
    + """
-- KEYS key; ARGV shelf, item. Puts an item on its shelf that an earlier version has left, until it expires there.
local left = redis.call('TTL', KEYS[1])
if left > 0 then place(ARGV[1], ARGV[2], now + left) end
"""
)

SPENDING = """
-- Bytes that are still counted as spent: they are forgotten evenly, *most* in an hour.
local function spent(key, most, now)
  local found = redis.call('HMGET', key, 'spent', 'at')
  local since = now - tonumber(found[2] or 0)
  -- A time from the future was noted before somebody set the broker's clock back.
  return since < 0 and 0 or math.max(0, tonumber(found[1] or 0) - since * most / 3600)
end
local function spend(key, bytes, most, now)
  redis.call('HSET', key, 'spent', string.format('%.0f', spent(key, most, now) + bytes), 'at', now)
  redis.call('EXPIRE', key, 3600)
end
"""

SPEND = (
    NOW
    + SPENDING
    + """
-- KEYS spent; ARGV bytes, bytes that may be spent in an hour, whether they are spent or only asked for. Returns the
-- seconds until they may be; after an hour in which nothing was spent all is forgotten.
local bytes, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local over = spent(KEYS[1], most, now) + bytes - most
if over > 0 then return math.ceil(math.min(over / most, 1) * 3600) end
if ARGV[3] == '1' then spend(KEYS[1], bytes, most, now) end
return 0
"""
)


class Memory(NamedTuple):
    """How full a broker is: bytes in use and at most (0 for no bound), and keys that it has evicted."""

    used: int
    most: int
    evicted: int


class Held(NamedTuple):
    """What stands on one shelf: how many, their bytes, the most that may be, and how many have made room for others."""

    items: int
    bytes: int
    most: int
    given_way: int


class Shelves:
    """The shelves of one broker; safe to share between threads."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._looked, self._memory = 0.0, USUAL_MEMORY
        self._shelve, self._use, self._drop, self._sweep, self._adopt = (
            redis.register_script(script) for script in (SHELVE, USE, DROP, SWEEP, ADOPT)
        )

    def most(self, shelf: Shelf) -> int:
        """Bytes that all items of a *shelf* may take."""
        if time.monotonic() - self._looked > LOOKED_UP or not self._looked:
            self._memory, self._looked = self.memory().most or USUAL_MEMORY, time.monotonic()
        return int(shelf.share * self._memory)

    def memory(self) -> Memory:
        """How full the broker is."""
        told = {**_info(self._redis, "memory"), **_info(self._redis, "stats")}
        return Memory(*(int(told.get(name, 0)) for name in ("used_memory", "maxmemory", "evicted_keys")))

    def held(self) -> dict[str, Held]:
        """What stands on every shelf, by its name."""
        pipeline = self._redis.pipeline(transaction=False)
        for name in SHELVES:
            pipeline.zcard(f"corral:shelf:{name}")
            pipeline.hget(f"corral:shelf-bytes:{name}", "")
            pipeline.hget("corral:given-way", name)
        found = [int(one or 0) for one in pipeline.execute()]
        return {
            name: Held(found[3 * n], found[3 * n + 1], self.most(shelf), found[3 * n + 2])
            for n, (name, shelf) in enumerate(SHELVES.items())
        }

    def put(self, shelf: Shelf, item: str, text: bytes, key: str = "", lasts: int = 0) -> bool:
        """Keep a *text* of an item under a *key* of it, its only one if none is said; whether there was room."""
        key = key or PREFIXES[shelf.name][0] + item
        rest: list[Any] = [self.most(shelf), lasts or shelf.lasts, int(shelf.gives_way), text]
        return bool(self._shelve([key], [shelf.name, item, *rest]))

    def use(self, shelf: Shelf, item: str, key: str = "") -> bytes | None:
        """A text of an item, which is kept longer for it; None if it is not there."""
        key = key or PREFIXES[shelf.name][0] + item
        try:
            return cast("bytes | None", self._use([key], [shelf.name, item, shelf.lasts]))
        except ResponseError:  # it is full, and notes nothing; what it has can be read
            return self.get(key)

    def get(self, key: str) -> bytes | None:
        """The text under a *key*, which is kept no longer for it."""
        return cast("bytes | None", self._redis.get(key))

    def has(self, key: str) -> bool:
        """Whether there is a text under a *key*, which is kept no longer for it."""
        return bool(self._redis.exists(key))

    def drop(self, shelf: Shelf, item: str) -> None:
        """Delete an item."""
        self._drop([], [shelf.name, item])

    def sweep(self) -> None:
        """Delete what is due."""
        self._sweep([], [])

    def adopt(self) -> None:
        """Put on their shelves what an earlier version has kept with an expiry."""
        for name, prefixes in PREFIXES.items():
            for prefix in prefixes[:1]:
                for key in self._redis.scan_iter(f"{prefix}*", count=1_000):
                    self._adopt([key], [name, key.decode().removeprefix(prefix)])


def _info(redis: Redis, section: str) -> dict[str, Any]:
    try:
        return redis.info(section)
    except ResponseError:  # some hosts do not tell
        return {}
