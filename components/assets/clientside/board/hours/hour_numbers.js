// The hours of a day or a week as numbers: what is typed, what it means, and when jobs come. No drawing.
// `engine/inputs/by_hour.py` says the same.

const DAY = 24,
  WEEK = 168,
  HOUR = 3600;
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

// Of a text or a list; null if it is no curve.
export function read(value) {
  const parts = Array.isArray(value)
    ? value
    : String(value)
        .split(/[,;\n]/)
        .filter((part) => part.trim());
  const found = parts.map(Number);
  const isCurve =
    [DAY, WEEK].includes(found.length) && found.every((one) => one >= 0 && one <= 100) && Math.max(...found) >= 0.01;
  return isCurve ? found : null;
}

export const write = (factors) => factors.join(", ");
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
export const mean = (factors) => sum(factors) / factors.length;

// The rate of each hour over the mean rate.
export const relative = (factors, strength) => factors.map((one) => 1 - strength + (strength * one) / mean(factors));

// When jobs come (s) within the first day or week, given what is paid until each comes, at a rate per 1000 s.
export function arrivals(paid, shares, rate) {
  const found = [];
  let hour = 0,
    before = 0;
  for (const one of paid) {
    const even = (one * 1000) / rate / HOUR;
    while (hour < shares.length && before + shares[hour] <= even) before += shares[hour++];
    if (hour === shares.length) break;
    found.push((hour + (even - before) / shares[hour]) * HOUR);
  }
  return found;
}

// From one place of the hand to the next all hours between get the values of a straight line.
export function stroke(factors, from, to) {
  const found = factors.slice();
  const [low, high] = [Math.min(from.hour, to.hour), Math.max(from.hour, to.hour)];
  for (let hour = low; hour <= high; hour++) {
    const share = low === high ? 1 : (hour - from.hour) / (to.hour - from.hour);
    found[hour] = Number(Math.max(0, from.factor + share * (to.factor - from.factor)).toPrecision(3));
  }
  return found;
}

// "8:00 to 9:00", of a week "Monday, 8:00 to 9:00".
export function named(hour, count) {
  const at = hour % DAY;
  return (count === WEEK ? NAMES[Math.floor(hour / DAY)] + ", " : "") + at + ":00 to " + (at + 1) + ":00";
}

// Where the axis has words: {hour, words}.
export const marks = (count) =>
  count === WEEK
    ? DAYS.map((words, day) => ({ hour: day * DAY, words: words }))
    : [0, 6, 12, 18, 24].map((hour) => ({ hour: hour, words: hour + ":00" }));

export { HOUR, WEEK };
