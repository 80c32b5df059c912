"""The steps of a study that two processes must not take at once, as Lua that the broker runs in one go.

The record of a study is a hash: `state` is running, done, cancelled or failed, and `epoch` counts its starts. Whoever
works for an older epoch is told to stop. Times are the broker's, in seconds, since clocks of computers differ.
"""

from workers.broker.shelves import NOW, SPENDING, STEPS

CURRENT = """
local function current(study, epoch)
  local found = redis.call('HMGET', study, 'state', 'epoch')
  return found[1] == 'running' and found[2] == epoch
end
"""

BEGIN = (
    NOW
    + STEPS
    + """
-- KEYS study, cells, tries, scenario, running; ARGV study id, number of cells, scenario, seconds to keep, first round,
-- most bytes of all studies, who pays for its bytes ("WHO:MOST WHO:MOST"). Returns the new epoch; 0 if the study is
-- running or done already, -1 if the running ones leave no room.
sweep(now)
local found = redis.call('HMGET', KEYS[1], 'state', 'failed', 'cells')
if found[1] == 'running' then return 0 end
-- The broker may have dropped the cells of a study that nobody has looked at for long.
local complete = redis.call('HLEN', KEYS[2]) == tonumber(found[3] or -1)
if found[1] == 'done' and found[2] == '0' and complete then return 0 end
place('studies', ARGV[1], now + ARGV[4])
if not make_room('studies', tonumber(ARGV[6]) - #ARGV[3], ARGV[1]) then
  if not found[1] then drop('studies', ARGV[1]) end
  return -1
end
-- What failed gets another chance: lack of memory, say, may be over.
local texts = found[2] and found[2] ~= '0' and redis.call('HGETALL', KEYS[2]) or {}
for n = 1, #texts, 2 do
  if string.sub(texts[n + 1], 1, 9) == '{"error":' then
    redis.call('HDEL', KEYS[2], texts[n])
    grow('studies', ARGV[1], -#texts[n] - #texts[n + 1] - OF_FIELD)
  end
end
local done = redis.call('HLEN', KEYS[2])
redis.call('DEL', KEYS[3])
redis.call('HDEL', KEYS[1], 'reason', 'finished', 'first')
redis.call('HSET', KEYS[1], 'state', 'running', 'cells', ARGV[2], 'done', done, 'before', done, 'failed', 0,
  'reused', 0, 'submitted', now, 'beat', now, 'round', ARGV[5], 'payers', ARGV[7])
put('studies', ARGV[1], KEYS[4], nil, ARGV[3])
redis.call('ZADD', due_of('studies'), now + ARGV[4], ARGV[1])
redis.call('SADD', KEYS[5], ARGV[1])
return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
"""
)

RESTART = (
    NOW
    + CURRENT
    + """
-- KEYS study; ARGV epoch. Returns the new epoch, or 0 if somebody else was faster or the study runs no more.
if not current(KEYS[1], ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'beat', now)
return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
"""
)

TAKE = (
    NOW
    + CURRENT
    + """
-- KEYS study, cells, tries, cell...; ARGV epoch, index...
-- Returns nothing if the lane is to stop; otherwise how often the first cell to compute has been begun, this time
-- included, and for each cell 1 if the study has it, its text if another study had it computed, and nil if it is to
-- be computed.
if not current(KEYS[1], ARGV[1]) then return false end
redis.call('HSET', KEYS[1], 'beat', now)
local answer, first = {0}, nil
for n = 2, #ARGV do
  local known = redis.call('HEXISTS', KEYS[2], ARGV[n]) == 1 and 1 or redis.call('GET', KEYS[n + 2])
  answer[n] = known
  if not known and not first then first = ARGV[n] end
end
if first then answer[1] = redis.call('HINCRBY', KEYS[3], first, 1) end
return answer
"""
)

PUT = (
    NOW
    + CURRENT
    + STEPS
    + SPENDING
    + """
-- KEYS study, cells, counts, cell...; ARGV study id, epoch, seconds to keep, kind, most bytes of all studies, what is
-- said of one that does not fit, then index and text of each cell.
-- A cell of the kind "computed" is stored for other studies too; "failed" and "reused" ones are not.
-- Returns 0 if the lane is to stop: because the study is over or runs in another epoch, or because the same lane is on
-- its way twice (its process died between sending its continuation and its end) and the other one was faster. Otherwise
-- 2 if that was the last cell of the round, and 1 if it was not.
for n = 1, (#ARGV - 6) / 2 do
  if ARGV[4] == 'computed' then redis.call('SET', KEYS[3 + n], ARGV[6 + 2 * n], 'EX', ARGV[3]) end
end
if not current(KEYS[1], ARGV[2]) then return 0 end
local go_on, bytes = 1, 0
for n = 1, (#ARGV - 6) / 2 do
  if redis.call('HSETNX', KEYS[2], ARGV[5 + 2 * n], ARGV[6 + 2 * n]) == 1 then
    bytes = bytes + #ARGV[5 + 2 * n] + #ARGV[6 + 2 * n] + OF_FIELD
    redis.call('HINCRBY', KEYS[1], 'done', 1)
    redis.call('HINCRBY', KEYS[3], ARGV[4], 1)
    if ARGV[4] ~= 'computed' then redis.call('HINCRBY', KEYS[1], ARGV[4], 1) end
  elseif ARGV[4] ~= 'reused' then
    go_on = 0
  end
end
grow('studies', ARGV[1], bytes)
for who, most in string.gmatch(redis.call('HGET', KEYS[1], 'payers') or '', '(%S+):(%d+)') do
  spend('corral:bytes:studies/' .. who, bytes, tonumber(most), now)
end
redis.call('ZADD', due_of('studies'), now + ARGV[3], ARGV[1])
redis.call('HSET', KEYS[1], 'beat', now)
if not make_room('studies', tonumber(ARGV[5]), ARGV[1]) then
  redis.call('SREM', 'corral:running', ARGV[1])
  redis.call('HSET', KEYS[1], 'state', 'failed', 'reason', ARGV[6], 'finished', now)
  return 0
end
if ARGV[4] == 'computed' then redis.call('HSETNX', KEYS[1], 'first', now) end
local counts = redis.call('HMGET', KEYS[1], 'done', 'cells')
return tonumber(counts[1]) < tonumber(counts[2]) and go_on or 2
"""
)

NEXT_ROUND = (
    NOW
    + CURRENT
    + """
-- KEYS study, running; ARGV study id, epoch, number of cells, round. Begins the next round of a study, or ends the
-- study if the round is empty. Returns the new epoch; 0 if there is none, or if somebody else was faster.
if not current(KEYS[1], ARGV[2]) then return 0 end
if ARGV[4] == '' then
  redis.call('HSET', KEYS[1], 'state', 'done', 'finished', now)
  redis.call('SREM', KEYS[2], ARGV[1])
  return 0
end
redis.call('HSET', KEYS[1], 'cells', ARGV[3], 'round', ARGV[4], 'beat', now)
return redis.call('HINCRBY', KEYS[1], 'epoch', 1)
"""
)

END = (
    NOW
    + """
-- KEYS study, running; ARGV study id, state, reason. Ends a running study before it is done.
redis.call('SREM', KEYS[2], ARGV[1])
if redis.call('HGET', KEYS[1], 'state') ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'reason', ARGV[3], 'finished', now)
return 1
"""
)

BEAT = (
    NOW
    + STEPS
    + """
-- KEYS workers; ARGV name, what is in hand, seconds after which a silent worker is forgotten.
sweep(now)
redis.call('HSET', KEYS[1], ARGV[1], now .. ' ' .. ARGV[2])
local beats = redis.call('HGETALL', KEYS[1])
for n = 1, #beats, 2 do
  -- One from the future was given before somebody set the broker's clock back.
  if math.abs(now - tonumber(string.match(beats[n + 1], '^%S+'))) > tonumber(ARGV[3]) then
    redis.call('HDEL', KEYS[1], beats[n])
  end
end
return 1
"""
)

PACE = (
    NOW
    + """
-- KEYS times; ARGV how often at most, seconds of the window, whether it counts. Returns whether it may be done again.
-- The newest time is the first. One from the future was noted before somebody set the broker's clock back: forget all.
local newest = redis.call('LINDEX', KEYS[1], 0)
if newest and tonumber(newest) > now + 1 then redis.call('DEL', KEYS[1]) end
local oldest = redis.call('LINDEX', KEYS[1], ARGV[1] - 1)
if oldest and now - tonumber(oldest) < tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '0' then return 1 end
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, ARGV[1] - 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1
"""
)

ONCE = (
    NOW
    + """
-- KEYS time; ARGV seconds. Returns whether nobody has done it in the last so many seconds, and notes that it is done.
-- Not left to the expiry of the key: that would last for an hour more when the broker's clock is set back by one.
local before = redis.call('GET', KEYS[1])
if before and math.abs(now - tonumber(before)) < tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], now, 'EX', ARGV[1])
return 1
"""
)
