/**
 * Scripts that the server runs, each as one atomic step. `%.17g` keeps every bit of a number; the numbers in replies are
 * texts, because Redis cuts off fractions.
 */

/** KEYS: value. ARGV: by, lifetime. Returns the sum, or nothing if the value is not a number. */
export const INCREMENT = `
local before = tonumber(redis.call('GET', KEYS[1]) or 0)
if not before then return false end
local sum = string.format('%.17g', before + tonumber(ARGV[1]))
if string.find(sum, '[in]') then return sum end
redis.call('SET', KEYS[1], sum, 'PX', ARGV[2])
return sum`;

/**
 * KEYS: value. ARGV: whether a value is expected, the expected one, the new one, lifetime. Returns 1 if it wrote. A number
 * that INCREMENT wrote may have another text than in JSON.
 */
export const COMPARE_AND_SET = `
local value = redis.call('GET', KEYS[1])
if ARGV[1] == '0' then
  if value then return 0 end
else
  if not value then return 0 end
  if value ~= ARGV[2] and (not tonumber(value) or tonumber(value) ~= tonumber(ARGV[2])) then return 0 end
end
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
return 1`;

/**
 * As `addTo` in sliding-window.ts, with the time of the server. KEYS: windows. ARGV: length in milliseconds, limit,
 * amount, slices. Returns whether the amount was added, the sum, and the milliseconds to wait. The windows of a key are a
 * map from the length to a list of time, amount, time, amount, ...
 */
export const ADD_TO_WINDOW = `
local length, limit, amount = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local slice = length / tonumber(ARGV[4])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local text = redis.call('GET', KEYS[1])
local windows = text and cmsgpack.unpack(text) or {}
local from_future = false

local function live(window_length)
  local additions, sum = {}, 0
  local known = windows[window_length] or {}
  for at = 1, #known, 2 do
    if known[at] > now then from_future = true end
    local added_at = math.min(known[at], now)
    if now - added_at < window_length then
      additions[#additions + 1] = added_at
      additions[#additions + 1] = known[at + 1]
      sum = sum + known[at + 1]
    end
  end
  return additions, sum
end

local additions, used = live(length)

local function save()
  local kept, longest = {[length] = additions}, length
  for other in pairs(windows) do
    local rest = other ~= length and live(other) or {}
    if #rest > 0 then
      kept[other] = rest
      longest = math.max(longest, other)
    end
  end
  redis.call('SET', KEYS[1], cmsgpack.pack(kept), 'PX', string.format('%.0f', longest))
end

local function reply(is_added, sum, wait)
  return {is_added, string.format('%.17g', sum), string.format('%.17g', wait)}
end

if used + amount <= limit then
  if amount == 0 then return reply(1, used, 0) end
  local last = #additions
  if last > 0 and math.floor(additions[last - 1] / slice) == math.floor(now / slice) then
    additions[last - 1] = now
    additions[last] = additions[last] + amount
  else
    additions[last + 1] = now
    additions[last + 2] = amount
  end
  save()
  return reply(1, used + amount, 0)
end

local rest, wait = used, length
for at = 1, #additions, 2 do
  rest = rest - additions[at + 1]
  if rest + amount <= limit then
    wait = additions[at] + length - now
    break
  end
end
if from_future then save() end
return reply(0, used, wait)`;
