// The speedup of a class of jobs on 1 to its largest number of machines, as `engine/parallel_jobs/inputs/speedup.py` has it,
// and what bending it does to the fields.
import * as edges from "./edges.js";
import * as board from "./form.js";

const FROM = 1; // machines
const DIGITS = 3;
const DRAWN = 60; // places at which the curve is drawn
const MOST = 2000; // times faster

const amdahl = (n, { share }) => 1 / (share + (1 - share) / n);

function downey(n, { parallelism: a, variance: v }) {
  if (v > 1) return n < a + a * v - v ? (n * a * (v + 1)) / (v * (n + a - 1) + a) : a;
  if (n <= a) return (a * n) / (a + (v / 2) * (n - 1));
  return n < 2 * a - 1 ? (a * n) / (v * (a - 0.5) + n * (1 - v / 2)) : a;
}

// A straight line on logarithmic scales between two measured points, beyond the last one as there.
function measured(n, { processors, speedup }) {
  const after = processors.findIndex((one) => one >= n);
  if (after < 0) return speedup[speedup.length - 1];
  if (processors[after] === n || after === 0) return speedup[after];
  const [low, high] = [after - 1, after];
  const share = Math.log(n / processors[low]) / Math.log(processors[high] / processors[low]);
  return speedup[low] * (speedup[high] / speedup[low]) ** share;
}

export const CURVES = { linear: (n) => n, amdahl: amdahl, downey: downey, table: measured };

// 1, 2, 4 ... or every other one, so that there are at most five.
function doublings(most) {
  const all = Array.from({ length: Math.floor(Math.log2(most) + 1e-9) + 1 }, (none, k) => 2 ** k);
  const every = Math.ceil(all.length / 5);
  return all.filter((one, k) => k % every === 0);
}

// As typed: "1, 2, 4", or a list.
const numbers = (value) =>
  (Array.isArray(value)
    ? value
    : String(value)
        .split(/[,;\n]/)
        .filter((one) => one.trim())
  ).map(Number);

export function read(strip, field, drawn) {
  const share = drawn.serial_share || 0;
  const model = share && strip.kind === "linear" ? "amdahl" : strip.kind;
  const most = Math.max(2, board.valueOf(strip.most.path, strip.most.value));
  const set = {
    share: strip.kind === "amdahl" ? field("serial_share") : share,
    parallelism: field("parallelism"),
    variance: field("variance"),
    processors: strip.kind === "table" ? numbers(field("processors")) : [],
    speedup: strip.kind === "table" ? numbers(field("speedup")) : [],
  };
  const at = Array.from({ length: DRAWN }, (none, k) => most ** (k / (DRAWN - 1)));
  const known = set.processors.filter((n) => n <= most && Number.isFinite(n));
  const places = Array.from(new Set(at.concat(known))).sort((one, other) => one - other);
  const speedup = (n) => CURVES[model](n, set);
  return {
    x: [FROM, most],
    y: [1, most],
    isLog: true,
    set: set,
    speedup: speedup,
    machines: most,
    line: places.map((n) => [n, speedup(n)]).filter((one) => Number.isFinite(one[1])),
    guide: [
      [1, 1],
      [most, most],
    ],
    titles: { x: "machines", y: "times faster" },
    ticks: { x: doublings(most).map((n) => [n, String(n)]), y: doublings(most).slice(1) },
  };
}

// The value between *low* and *high* at which a function that rises or falls all the way is *wanted*.
export function solve(of, low, high, wanted) {
  const rises = of(high) > of(low);
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (of(middle) < wanted === rises) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const rounded = (value) => Number(value.toPrecision(DIGITS));
const words = (n, speedup) => edges.number(speedup) + " times faster on " + n + " machines";

export function handles(strip, now) {
  const field = (name) => Object.assign({ whole: false }, strip.fields[name]);
  const short = (found, value) => edges.number(found.speedup(found.machines)) + "× on " + found.machines + ", " + value;
  const plain = (name, more) =>
    Object.assign(
      {
        name: name,
        across: false,
        up: 1,
        handle: field(name),
        told: (value) => ({ [strip.path + "." + name]: value }),
      },
      more,
    );
  const atEnd = (found) => [found.machines, found.speedup(found.machines)];
  const share = {
    up: -1,
    value: ({ set }) => set.share,
    place: atEnd,
    short: (found) => short(found, "serial " + edges.number(found.set.share)),
    words: (found) => words(...atEnd(found)) + ", serial share " + edges.number(found.set.share),
    at: ({ machines }, x, y) =>
      y > 0 ? rounded(Math.max(0, (machines / Math.min(y, machines) - 1) / (machines - 1))) : 1,
  };
  if (strip.kind === "linear")
    return [plain("serial_share", { ...share, isComing: true, coming: { path: "model", value: "amdahl" } })];
  if (strip.kind === "amdahl") return [plain("serial_share", share)];
  if (strip.kind === "downey") {
    const half = ({ set, machines }) => Math.max(2, Math.round(Math.min(set.parallelism, machines) / 2));
    return [
      plain("parallelism", {
        value: ({ set }) => set.parallelism,
        place: atEnd,
        short: (found) => short(found, "parallelism " + edges.number(found.set.parallelism)),
        words: (found) => words(...atEnd(found)) + ", average parallelism " + edges.number(found.set.parallelism),
        at: ({ set, machines }, x, y) =>
          rounded(solve((a) => downey(machines, { ...set, parallelism: a }), 1, MOST, y)),
      }),
      plain("variance", {
        up: -1,
        value: ({ set }) => set.variance,
        place: (found) => [half(found), found.speedup(half(found))],
        short: (found) => short(found, "variance " + edges.number(found.set.variance)),
        words: (found) =>
          words(half(found), found.speedup(half(found))) + ", variance " + edges.number(found.set.variance),
        at: (found, x, y) => rounded(solve((v) => downey(half(found), { ...found.set, variance: v }), 0, 100, y)),
      }),
    ];
  }
  return now()
    .set.processors.map((n, k) => k)
    .slice(1)
    .map((k) => point(strip, now, k));
}

// A measured speedup: not below the one before, not above the next; the whole list is one field.
function point(strip, now, k) {
  const list = () => now().set.speedup;
  const n = () => now().set.processors[k];
  return {
    name: "speedup",
    across: false,
    up: 1,
    handle: {
      path: strip.path + ".speedup." + k,
      title: "Speedup on " + n() + " machines",
      step: 0.1,
      whole: false,
      get low() {
        return list()[k - 1] || 1;
      },
      get high() {
        return list()[k + 1] || MOST;
      },
    },
    value: ({ set }) => set.speedup[k],
    place: ({ set, machines }) => [Math.min(machines, set.processors[k]), set.speedup[k]],
    short: ({ set }) => edges.number(set.speedup[k]) + "× on " + set.processors[k],
    words: ({ set }) => words(set.processors[k], set.speedup[k]),
    at: (found, x, y) => rounded(y),
    told: (value) => ({
      [strip.path + ".speedup"]: list()
        .map((one, m) => (m === k ? value : one))
        .join(", "),
    }),
  };
}
