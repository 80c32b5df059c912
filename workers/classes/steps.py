"""The steps of a class that two browsers must not take at once, as Lua that the broker runs in one go.

A class is three keys that go together: its record, a hash with `version`, which counts all changes; its seats, {hash of
a seat's token: its number, "back" after it was taken back}; and what is known of them, {"7:nickname": "Ada",
"7:joined": time, ...}. The record counts the seats that one browser and one network have taken ("of WHO"); who that
is stands there as a hash. Times are the broker's, in seconds.
"""

from workers.broker.shelves import STEPS

NOW = (
    "local t = redis.call('TIME'); local seconds = t[1] + t[2] / 1e6; local now = string.format('%.3f', seconds);"
    + STEPS
    + """
-- KEYS record, seats, entries; ARGV code, seconds to keep, most bytes of all classes, and what a step takes.
local function is_open()
  local opened = redis.call('HGET', KEYS[1], 'opened')
  if not opened or opened + ARGV[2] <= seconds then return false end
  place('classes', ARGV[1], opened + ARGV[2])
  return true
end
local function write(key, field, text) put('classes', ARGV[1], key, field, text) end
local function change() redis.call('HINCRBY', KEYS[1], 'version', 1) end
local function is_full(bytes) return taken('classes') + bytes > tonumber(ARGV[3]) end
"""
)

OPEN = (
    NOW
    + """
-- ARGV lesson, hash of the teacher's key, the network of the teacher. Returns 0 if the code is taken, -1 if there is no
-- room: open classes have half of it to fill.
sweep(seconds)
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
if is_full(ARGV[3] / 2) then return -1 end
redis.call('HSET', KEYS[1], 'lesson', ARGV[4], 'teacher', ARGV[5], 'opened', now, 'revealed', 0, 'version', 1)
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'of ' .. ARGV[6], 0) end
place('classes', ARGV[1], seconds + ARGV[2])
return 1
"""
)

JOIN = (
    NOW
    + """
-- ARGV hash of the seat's token, nickname, most seats, then who takes it and how many one may take, again and again.
-- Returns the number of the seat, the one that it had if it has joined before; 0 if all are taken, -1 if there is no
-- such class, -2 if the seat was taken back, -3 if there is no room, and -3 - N if the Nth has taken enough.
if not is_open() then return -1 end
local number = redis.call('HGET', KEYS[2], ARGV[4])
if number == 'back' then return -2 end
if is_full(#ARGV[5] + 300) then return -3 end
local isNew = not number
if isNew then
  local back = tonumber(redis.call('HGET', KEYS[1], 'back') or 0)
  if redis.call('HLEN', KEYS[2]) - back >= tonumber(ARGV[6]) then return 0 end
  local allowed = tonumber(redis.call('HGET', KEYS[1], 'allowed') or 1)
  for n = 7, #ARGV, 2 do
    local has = tonumber(redis.call('HGET', KEYS[1], 'of ' .. ARGV[n]) or 0)
    if has >= ARGV[n + 1] * allowed then return -3 - (n - 5) / 2 end
  end
  for n = 7, #ARGV, 2 do
    local has = tonumber(redis.call('HGET', KEYS[1], 'of ' .. ARGV[n]) or 0)
    write(KEYS[1], 'of ' .. ARGV[n], tostring(has + 1))
  end
  number = tostring(redis.call('HLEN', KEYS[2]) + 1)
  write(KEYS[2], ARGV[4], number)
  write(KEYS[3], number .. ':joined', now)
end
if isNew or redis.call('HGET', KEYS[3], number .. ':nickname') ~= ARGV[5] then
  write(KEYS[3], number .. ':nickname', ARGV[5])
  change()
end
return tonumber(number)
"""
)

WRITE = (
    NOW
    + """
-- ARGV hash of the seat's token, prediction, answers (both may be empty), whether the prediction was revealed, whether
-- the work is handed in (0 or 1). What is empty takes nothing away, and the prediction stays as it was when it was
-- revealed. Returns the seat; 0 if it has not joined, -1 if there is no such class, -2 if the seat was taken back, -3
-- if there is no room.
if not is_open() then return -1 end
local number = redis.call('HGET', KEYS[2], ARGV[4])
if not number then return 0 end
if number == 'back' then return -2 end
if is_full(#ARGV[5] + #ARGV[6] + 300) then return -3 end
local isChanged = false
local function set(what, value)
  if redis.call('HGET', KEYS[3], number .. ':' .. what) ~= value then
    write(KEYS[3], number .. ':' .. what, value)
    isChanged = true
  end
end
local function stamp(what)
  if redis.call('HEXISTS', KEYS[3], number .. ':' .. what) == 0 then set(what, now) end
end
if ARGV[5] ~= '' and redis.call('HEXISTS', KEYS[3], number .. ':revealed') == 0 then
  set('prediction', ARGV[5])
  stamp('predicted')
end
if ARGV[6] ~= '' then set('answers', ARGV[6]) end
if ARGV[7] == '1' then stamp('revealed') end
if ARGV[8] == '1' then stamp('handed_in') end
if isChanged then
  write(KEYS[3], number .. ':changed', now)
  change()
end
return tonumber(number)
"""
)

REVEAL = (
    NOW
    + """
-- ARGV whether what is measured is shown (0 or 1). Returns 0 if there is no such class.
if not is_open() then return 0 end
if redis.call('HGET', KEYS[1], 'revealed') ~= ARGV[4] then
  redis.call('HSET', KEYS[1], 'revealed', ARGV[4])
  change()
end
return 1
"""
)

TAKE_BACK = (
    NOW
    + """
-- ARGV numbers of seats. Deletes what is known of them, and returns how many there were; -1 if there is no such class.
if not is_open() then return -1 end
local wanted, count = {}, 0
for n = 4, #ARGV do wanted[ARGV[n]] = true end
local seats = redis.call('HGETALL', KEYS[2])
for n = 1, #seats, 2 do
  if wanted[seats[n + 1]] then
    write(KEYS[2], seats[n], 'back')
    count = count + 1
  end
end
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  if wanted[string.match(field, '^%d+')] then
    grow('classes', ARGV[1], -redis.call('HSTRLEN', KEYS[3], field) - #field - OF_FIELD)
    redis.call('HDEL', KEYS[3], field)
  end
end
if count > 0 then
  redis.call('HINCRBY', KEYS[1], 'back', count)
  change()
end
return count
"""
)

ALLOW = (
    NOW
    + """
-- Lets everybody take as many seats again as at the opening. Returns 0 if there is no such class.
if not is_open() then return 0 end
redis.call('HSET', KEYS[1], 'allowed', (redis.call('HGET', KEYS[1], 'allowed') or 1) + 1)
change()
return 1
"""
)
