// Hours of the clock on an axis of time: how they are said, and which stretch of time is seen. Numbers alone, no drawing.

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400,
  WEEK = 604800; // s
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]; // time 0 is a Monday, 0:00
export const STRETCHES = [
  // that can be seen: s, what times by hand and keys are multiples of, and a tick for every
  { length: 10 * MINUTE, step: 10, tick: 2 * MINUTE, words: "10 minutes" },
  { length: HOUR, step: MINUTE, tick: 15 * MINUTE, words: "an hour" },
  { length: 6 * HOUR, step: 5 * MINUTE, tick: HOUR, words: "6 hours" },
  { length: DAY, step: 15 * MINUTE, tick: 6 * HOUR, words: "a day" },
  { length: WEEK, step: HOUR, tick: DAY, words: "a week" },
  { length: 4 * WEEK, step: 6 * HOUR, tick: WEEK, words: "4 weeks" },
];
const ONE_DAY = 3; // of them

/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");
/** @param {number} value */
const short = (value) => String(Number(value.toPrecision(3)));

/** @param {number} time */
export function clock(time) {
  const whole = Math.round(time);
  const day = Math.floor(whole / DAY),
    rest = whole % DAY;
  const seconds = rest % MINUTE ? ":" + two(rest % MINUTE) : "";
  const hours = Math.floor(rest / HOUR) + ":" + two(Math.floor((rest % HOUR) / MINUTE)) + seconds;
  const week = whole >= WEEK ? " of week " + (Math.floor(whole / WEEK) + 1) : "";
  return (day ? DAYS[day % 7] + week + " " : "") + hours;
}

/** @param {number} seconds */
export function span(seconds) {
  if (seconds >= 2 * DAY) return short(seconds / DAY) + " days";
  if (seconds >= HOUR) return short(seconds / HOUR) + " h";
  return seconds >= MINUTE ? short(seconds / MINUTE) + " min" : short(seconds) + " s";
}

/** @param {number} every */
export function again(every) {
  /** @type {Record<number, string>} */
  const known = { [HOUR]: "every hour", [DAY]: "every day", [WEEK]: "every week" };
  return every ? known[every] || "every " + span(every) : "";
}

// The least stretch in which everything has begun and, but for what lasts for long, ended; a day at first.
/** @param {{ from: number, to: number }[]} spans */
export function stretchFor(spans) {
  if (!spans.length) return ONE_DAY;
  const until = Math.max(...spans.map(({ from, to }) => (to <= 4 * WEEK ? to : from * 1.2)));
  const found = STRETCHES.findIndex(({ length }) => until <= length);
  return found < 0 ? STRETCHES.length - 1 : found;
}

/** @param {{ length: number, tick: number }} stretch */
export function ticks({ length, tick }) {
  /** @type {Record<number, (time: number) => string>} */
  const known = { [DAY]: (time) => DAYS[(time / DAY) % 7], [WEEK]: (time) => "week " + (time / WEEK + 1) };
  const told = known[tick];
  const isNamed = length > DAY; // a day has the room of its name behind its beginning
  const count = Math.floor(length / tick) + (isNamed ? 0 : 1);
  return Array.from({ length: count }, (none, n) => n * tick).map((time) => ({
    time: time,
    words: told ? told(time) : time === DAY ? "24:00" : clock(time),
    isNamed: isNamed,
  }));
}

export { DAY, HOUR, WEEK };
