"""The steps of a class that two browsers must not take at once, as Lua that the broker runs in one go.

A class is three keys that expire together: its record, a hash with `version`, which counts all changes; its seats,
{hash of a seat's token: its number}; and what is known of them, {"7:nickname": "Ada", "7:joined": time, ...}. Times are
the broker's, in seconds.
"""

NOW = "local t = redis.call('TIME'); local now = string.format('%.3f', t[1] + t[2] / 1e6);"

OPEN = (
    NOW
    + """
-- KEYS record; ARGV lesson, hash of the teacher's key, seconds to keep. Returns 0 if the code is taken.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'lesson', ARGV[1], 'teacher', ARGV[2], 'opened', now, 'revealed', 0, 'version', 1)
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""
)

JOIN = (
    NOW
    + """
-- KEYS record, seats, entries; ARGV hash of the seat's token, nickname, most seats. Returns the number of the seat, the
-- one that it had if it has joined before; 0 if all are taken, -1 if there is no such class.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local number = redis.call('HGET', KEYS[2], ARGV[1])
local isNew = not number
if isNew then
  number = redis.call('HLEN', KEYS[2]) + 1
  if number > tonumber(ARGV[3]) then return 0 end
  redis.call('HSET', KEYS[2], ARGV[1], number)
  redis.call('HSET', KEYS[3], number .. ':joined', now)
end
if isNew or redis.call('HGET', KEYS[3], number .. ':nickname') ~= ARGV[2] then
  redis.call('HSET', KEYS[3], number .. ':nickname', ARGV[2])
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
local left = redis.call('PTTL', KEYS[1])
redis.call('PEXPIRE', KEYS[2], left)
redis.call('PEXPIRE', KEYS[3], left)
return tonumber(number)
"""
)

WRITE = (
    NOW
    + """
-- KEYS record, seats, entries; ARGV hash of the seat's token, prediction, answers (both may be empty), whether the
-- prediction was revealed, whether the work is handed in (0 or 1). What is empty takes nothing away, and the prediction
-- stays as it was when it was revealed. Returns the seat; 0 if it has not joined, -1 if there is no such class.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local number = redis.call('HGET', KEYS[2], ARGV[1])
if not number then return 0 end
local isChanged = false
local function put(what, value)
  if redis.call('HGET', KEYS[3], number .. ':' .. what) ~= value then
    redis.call('HSET', KEYS[3], number .. ':' .. what, value)
    isChanged = true
  end
end
local function stamp(what)
  if redis.call('HSETNX', KEYS[3], number .. ':' .. what, now) == 1 then isChanged = true end
end
if ARGV[2] ~= '' and redis.call('HEXISTS', KEYS[3], number .. ':revealed') == 0 then
  put('prediction', ARGV[2])
  stamp('predicted')
end
if ARGV[3] ~= '' then put('answers', ARGV[3]) end
if ARGV[4] == '1' then stamp('revealed') end
if ARGV[5] == '1' then stamp('handed_in') end
if isChanged then
  redis.call('HSET', KEYS[3], number .. ':changed', now)
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
return tonumber(number)
"""
)

REVEAL = """
-- KEYS record; ARGV whether what is measured is shown (0 or 1). Returns 0 if there is no such class.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if redis.call('HGET', KEYS[1], 'revealed') ~= ARGV[1] then
  redis.call('HSET', KEYS[1], 'revealed', ARGV[1])
  redis.call('HINCRBY', KEYS[1], 'version', 1)
end
return 1
"""
