// Windows of a run: what a pointer at a place of the strip grips, and which window comes of a drag or a key.
// Arithmetic alone. A window is {since, until}; a run is {end, narrowest, unit}, with narrowest 0 if windows are of one
// length.

/** @typedef {{ since: number, until: number }} Window */
/** @typedef {{ end: number, narrowest: number, unit: string }} Run */
/** @typedef {"move" | "new" | "since" | "until"} Grip */

export const REACH = 12; // px to either side of what can be gripped: 24 are enough for a finger

/** @param {Run} run */
const isCounted = (run) => run.unit !== "s";
/** @type {(run: Run, at: Window) => boolean} */
const isWhole = (run, at) => at.until - at.since >= run.end * 0.999;

// Times on a grid that is a hundredth of the window or finer; jobs and iterations are whole.
/** @type {(run: Run, at: Window) => Window} */
function tidy(run, at) {
  const width = Math.max(at.until - at.since, run.narrowest);
  const step = isCounted(run) ? 1 : Math.pow(10, Math.floor(Math.log10(width)) - 2);
  /** @param {number} value */
  const round = (value) =>
    isCounted(run) ? Math.round(value) : Number((Math.round(value / step) * step).toPrecision(12));
  return { since: round(at.since), until: round(at.until) };
}

// The same window inside the run, and as long as one has to be: what is beyond an end is moved, not cut.
/** @type {(run: Run, at: Window) => Window} */
function placed(run, at) {
  const width = Math.min(Math.max(at.until - at.since, run.narrowest), run.end);
  const since = Math.min(Math.max(at.since, 0), run.end - width);
  return { since: since, until: since + width };
}

/** @type {(run: Run, a: number, b: number) => Window} */
const between = (run, a, b) => {
  const [low, high] = [Math.min(a, b), Math.max(a, b)].map((one) => Math.min(Math.max(one, 0), run.end));
  return placed(run, { since: low, until: high });
};

/** @type {(run: Run, at: Window) => Window} */
const tidyWithin = (run, at) => placed(run, tidy(run, placed(run, at)));

// What is gripped at x, all in px: an edge, the window to move it, or the strip beside it for a new one.
/** @type {(run: Run, at: Window, x: number, width: number) => Grip} */
export function gripped(run, at, x, width) {
  const isResized = run.narrowest > 0;
  if (isResized && isWhole(run, at) && x > REACH && x < width - REACH) return "new";
  const left = (at.since / run.end) * width;
  const right = (at.until / run.end) * width;
  const half = Math.max(REACH, (right - left) / 2 - (isResized ? REACH : 0));
  const away = x - (left + right) / 2;
  if (Math.abs(away) <= half) return "move";
  if (isResized && Math.abs(away) <= half + 2 * REACH) return away < 0 ? "since" : "until";
  return "new";
}

// The window after a drag from one place of the run to another, of what was gripped then.
/** @type {(run: Run, at: Window, grip: Grip, from: number, to: number) => Window} */
export function dragged(run, at, grip, from, to) {
  /** @param {number} by */
  const moved = (by) => placed(run, { since: at.since + by, until: at.until + by });
  if (grip === "move") return moved(to - from);
  if (grip === "new") return run.narrowest > 0 ? between(run, from, to) : moved(to - (at.since + at.until) / 2);
  return grip === "since" ? between(run, at.since + to - from, at.until) : between(run, at.since, at.until + to - from);
}

// The strip was only touched: the window comes there.
/** @type {(run: Run, at: Window, to: number) => Window} */
export const touched = (run, at, to) => {
  const by = to - (at.since + at.until) / 2;
  return placed(run, { since: at.since + by, until: at.until + by });
};

// The window after a key, or null if the key means nothing here.
/** @type {(run: Run, at: Window, key: string, isShifted: boolean) => Window | null} */
export function keyed(run, at, key, isShifted) {
  const width = at.until - at.since;
  const step = isCounted(run) ? Math.max(1, Math.round(width / 10)) : width / 10;
  /** @type {number | undefined} */
  const by = /** @type {Record<string, number>} */ ({
    ArrowLeft: -step,
    ArrowDown: -step,
    ArrowRight: step,
    ArrowUp: step,
  })[key];
  if (by && isShifted && run.narrowest > 0) {
    const until = Math.min(at.until + by, run.end);
    if (until > at.until || by < 0) return placed(run, { since: at.since, until: until });
    return placed(run, { since: Math.max(0, at.since - by), until: at.until }); // at the end it grows backwards
  }
  const far = /** @type {Record<string, number | undefined>} */ ({
    Home: -run.end,
    End: run.end,
    PageDown: -width,
    PageUp: width,
  })[key];
  const moves = by ? (isShifted ? Math.sign(by) * width : by) : far;
  return moves === undefined ? null : placed(run, { since: at.since + moves, until: at.until + moves });
}

export { tidyWithin as tidy };
