// The time of a whole schedule in words and ticks: dates and times of day for a log, days and hours for others.

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400;
const STEPS = [
  1,
  2,
  5,
  10,
  30,
  ...[1, 2, 5, 10, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 7, 14].map((n) => n * DAY),
];
const LONG = [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 1e5].map((n) => n * DAY);
const FINER = [...STEPS, 4 * DAY, ...LONG].sort((a, b) => a - b);
const MONTHS = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600];
const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const two = (n) => String(n).padStart(2, "0");
const plain = (n) => n.toLocaleString("en").replace(/,/g, "\u2009");

// Seconds that clocks on walls are ahead at a Unix time.
function ahead(monday, unix) {
  let found = monday.offsets[0] || 0;
  monday.changes.forEach((change, n) => {
    if (change <= unix) found = monday.offsets[n];
  });
  return found;
}
const isDated = (head) => !!head.monday && head.monday.unix !== null;
// A wall clock as seconds: of Unix time where there is a date, else since second 0, which is a Monday for logs.
const toWall = (head, time) =>
  isDated(head) ? head.monday.unix + time + ahead(head.monday, head.monday.unix + time) : time;
function fromWall(head, wall) {
  if (!isDated(head)) return wall;
  const near = wall - ahead(head.monday, wall);
  return wall - ahead(head.monday, near) - head.monday.unix;
}

function ofDay(wall, step) {
  const rest = ((Math.round(wall) % DAY) + DAY) % DAY;
  const seconds = step < MINUTE || rest % MINUTE ? ":" + two(rest % MINUTE) : "";
  return Math.floor(rest / HOUR) + ":" + two(Math.floor((rest % HOUR) / MINUTE)) + seconds;
}
const day = (head, wall) => {
  if (isDated(head)) {
    const date = new Date(wall * 1000);
    return WEEKDAYS[date.getUTCDay()] + " " + date.getUTCDate() + " " + NAMES[date.getUTCMonth()];
  }
  const number = Math.floor(wall / DAY);
  return head.monday
    ? WEEKDAYS[(number + 1) % 7] + ", week " + (Math.floor(number / 7) + 1)
    : "day " + plain(number + 1);
};
const yearOf = (wall) => new Date(wall * 1000).getUTCFullYear();

// An instant in words.
export function wallClock(head, time) {
  const wall = toWall(head, time);
  return day(head, wall) + (isDated(head) ? " " + yearOf(wall) : "") + ", " + ofDay(wall, 1);
}

function byMonths(head, since, until, months) {
  const found = [];
  const first = new Date(since * 1000);
  for (let n = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months; ; n += months) {
    const wall = Date.UTC(Math.floor(n / 12), n % 12, 1) / 1000;
    if (wall > until) return found;
    if (wall >= since)
      found.push({
        time: fromWall(head, wall),
        words: months >= 12 ? String(Math.floor(n / 12)) : NAMES[n % 12] + " " + Math.floor(n / 12),
      });
  }
}

function byStep(head, since, until, wide) {
  // Weeks begin on a Monday; the first one in Unix time is the fifth of January.
  // Days count from 1, so that day 1000 begins after 999 days.
  const origin = wide < 7 * DAY ? 0 : isDated(head) ? 4 * DAY : head.monday ? 0 : -DAY;
  const ticks = [];
  for (let n = Math.ceil((since - origin) / wide); n * wide + origin <= until; n += 1) {
    const wall = n * wide + origin;
    const words =
      wide >= DAY || wall % DAY === 0
        ? isDated(head) || head.monday
          ? day(head, wall)
          : plain(wall / DAY + 1)
        : ofDay(wall, wide);
    ticks.push({
      time: fromWall(head, wall),
      words: !isDated(head) && !head.monday && wide < DAY && wall % DAY === 0 ? "day " + words : words,
    });
  }
  return ticks;
}

// Ticks of what is seen, at most *most* of them, but two if that can be: {time, words}, and the title of the axis.
export function wallTicks(head, from, to, most) {
  const since = toWall(head, from),
    until = toWall(head, to);
  const fits = (one) => (until - since) / one <= most;
  if (!STEPS.some(fits) && isDated(head)) {
    let n = MONTHS.findIndex((one) => fits(one * 30 * DAY));
    if (n < 0) n = MONTHS.length - 1;
    for (; n >= 0; n -= 1) {
      const ticks = byMonths(head, since, until, MONTHS[n]);
      if (ticks.length > 1) return { title: "Date (" + head.monday.zone + ")", ticks: ticks };
    }
  }
  // One tick alone tells no distance: then a finer step.
  let wide = [...STEPS, ...LONG].find(fits) || LONG[LONG.length - 1];
  let ticks = byStep(head, since, until, wide);
  while (ticks.length < 2 && wide > 1) {
    wide = FINER.findLast((one) => one < wide);
    ticks = byStep(head, since, until, wide);
  }
  const title = isDated(head)
    ? "Time (" + head.monday.zone + ", from " + yearOf(since) + ")"
    : head.monday
      ? "Time"
      : wide >= DAY
        ? "Day"
        : "Time of day";
  return { title: title, ticks: ticks };
}
