// What happens to machines at hours of the clock: when, on how many of a group, what moving it does to its fields, and
// how it is said. Numbers alone, no drawing. What comes by chance has no hours, and no bar.
import * as hours from "../hours/hours.js";

export const FOREVER = 2e9; // s: the end of what lasts for good, which is a duration of 0
const LAST = 1e9; // s
const QUARTER = 0.25; // h

export const isOn = (value) => value === true || value === "on";
const tidy = (value) => Number(Number(value).toPrecision(12));
export const machines = (count) => count + (count === 1 ? " machine" : " machines");

// Each kind: {spans(values, until): [{from, to}], edges: {name: {value, low, high, step, told, time, words}}, share, words}.
// A *stage* has the step by which times go and the length that is seen. Edge "move" is the bar itself, "top" how many.
export const KINDS = {
  shutdown: {
    title: "Outage",
    spans: ({ at, duration, every }, until) => {
      const times = every > 0 ? Math.min(400, Math.max(1, Math.ceil((until - at) / every))) : 1;
      return Array.from({ length: times }, (none, n) => ({
        from: at + n * every,
        to: duration ? at + n * every + duration : FOREVER,
      }));
    },
    share: ({ count }, size) => count / size,
    words: (values, size) => {
      const { at, duration, every, count } = values;
      const when = duration
        ? hours.clock(at) + " for " + hours.span(duration)
        : "from " + hours.clock(at) + " for good";
      return [when, machines(count), hours.again(every)].filter(Boolean).join(", ");
    },
    edges: (values, size, stage) => {
      const { at, duration, every } = values;
      const end = duration ? at + duration : FOREVER;
      return {
        move: { value: at, low: 0, high: LAST, step: stage.step, told: (value) => ({ at: value }) },
        start: {
          value: at,
          low: every ? Math.max(0, end - every + 1) : 0,
          high: duration ? end - 1 : LAST,
          step: stage.step,
          told: (value) => (duration ? { at: value, duration: tidy(end - value) } : { at: value }),
        },
        end: {
          value: end,
          low: at + 1,
          high: every ? at + every - 1 : FOREVER,
          step: stage.step,
          told: (value) => {
            // a key before what lasts for good is the end of what is seen
            const last = value > LAST ? Math.max(at + stage.step, stage.length) : value;
            return { duration: value === FOREVER ? 0 : tidy(last - at) };
          },
        },
        top: { value: values.count, low: 1, high: size, step: 1, isCount: true, told: (value) => ({ count: value }) },
      };
    },
    fresh: (from, to, count) => ({ at: from, duration: to - from, count: count }),
  },
  owners: {
    title: "Owners",
    spans: (values, until) => {
      const { DAY, HOUR } = hours;
      return Array.from({ length: Math.ceil(until / DAY) }, (none, day) => day)
        .filter((day) => !isOn(values.weekend_off) || day % 7 < 5)
        .map((day) => ({ from: day * DAY + values.comes_at * HOUR, to: day * DAY + values.leaves_at * HOUR }));
    },
    share: ({ presence }) => presence,
    words: (values) => {
      const { clock, HOUR } = hours;
      const often = isOn(values.weekend_off) ? "Mon to Fri" : "every day";
      const spread = values.spread ? "± " + values.spread + " min" : "";
      const who = values.presence < 1 ? tidy(100 * values.presence) + " % of the machines" : "";
      return ["owners " + clock(values.comes_at * HOUR) + " to " + clock(values.leaves_at * HOUR), spread, who, often]
        .filter(Boolean)
        .join(", ");
    },
    edges: (values, size, stage) => {
      const length = values.leaves_at - values.comes_at;
      const hour = { step: QUARTER, unit: hours.HOUR };
      return {
        move: {
          ...hour,
          value: values.comes_at,
          low: 0,
          high: 24 - length,
          told: (value) => ({ comes_at: value, leaves_at: tidy(value + length) }),
        },
        start: {
          ...hour,
          value: values.comes_at,
          low: 0,
          high: values.leaves_at - QUARTER,
          told: (value) => ({ comes_at: value }),
        },
        end: {
          ...hour,
          value: values.leaves_at,
          low: values.comes_at + QUARTER,
          high: 24,
          told: (value) => ({ leaves_at: value }),
        },
        top: {
          value: values.presence,
          low: 0,
          high: 1,
          step: 0.1,
          isShare: true,
          told: (value) => ({ presence: value }),
        },
      };
    },
    fresh: (from, to) => {
      const { DAY, HOUR } = hours;
      const day = Math.floor(from / DAY) * DAY;
      const hour = (time) => Math.round((time - day) / HOUR / QUARTER) * QUARTER;
      const comes = Math.min(24 - QUARTER, hour(from));
      return { comes_at: comes, leaves_at: Math.max(comes + QUARTER, Math.min(24, hour(to))) };
    },
  },
  addition: {
    title: "Later addition",
    spans: ({ at }) => [{ from: 0, to: at }],
    share: ({ count }, size) => count / size,
    words: ({ at, count }) => machines(count) + " there from " + hours.clock(at) + " on",
    edges: (values, size, stage) => ({
      move: { value: values.at, low: 0, high: LAST, step: stage.step, told: (value) => ({ at: value }) },
      end: { value: values.at, low: 0, high: LAST, step: stage.step, told: (value) => ({ at: value }) },
      top: { value: values.count, low: 1, high: size, step: 1, isCount: true, told: (value) => ({ count: value }) },
    }),
  },
};

// What comes by chance, in words.
export const BY_CHANCE = {
  sessions: (values) =>
    "now and then a user, about every " +
    hours.span(values.mean_away + values.mean_session) +
    " for " +
    hours.span(values.mean_session),
  failures: (values) =>
    "failures, about every " + hours.span(values.mean_between) + " for " + hours.span(values.mean_repair),
  spares: (values) => machines(values.count) + " standing by",
};
