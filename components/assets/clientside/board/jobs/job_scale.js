// Where jobs stand in their picture: the scale of time, steps of the grid, and who is drawn below whom.

const LEAST_HEIGHT = 24; // px of a job that is drawn by hand, so that a finger finds it
const TALLEST = 24; // px of a machine, at most
const ROOM = 280; // px for all jobs, if it can be
const LEAST = 0.1,
  SMALLER = 0.8; // px of a machine, and how it becomes less
const STEPS = [1, 2, 5];

// The least of 1, 2, 5, 10, 20, ... that is at least *value*.
export function nice(value) {
  const power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
  const found = STEPS.concat(10).find((step) => step * power >= value * (1 - 1e-9));
  return (found || 10) * power;
}

// Whole seconds, unless so many are in a pixel that nobody could aim at them.
export const gridStep = (perSecond) => Math.max(1, nice(1 / perSecond));

export function ticks(until, perSecond) {
  const step = nice(72 / perSecond);
  const found = [];
  for (let n = 0; n * step <= until * (1 + 1e-9); n++) found.push(Number((n * step).toPrecision(12)));
  return found;
}

export const endOf = (job) => job.arrival + Math.max(job.run, job.estimate || 0);

// Each job as high as there is room for all, or *unit* px for a machine, below those that are drawn where it is:
// {top, height} in px, and all of it.
export function stack(jobs, perSecond, unit) {
  if (unit) return stacked(jobs, perSecond, unit);
  let found = stacked(jobs, perSecond, TALLEST);
  while (found.height > ROOM && found.unit > LEAST) found = stacked(jobs, perSecond, found.unit * SMALLER);
  return found;
}

function stacked(jobs, perSecond, unit) {
  const placed = [];
  jobs.forEach((job) => {
    const box = {
      from: job.arrival,
      to: Math.max(endOf(job), job.arrival + 28 / perSecond),
      height: Math.max(LEAST_HEIGHT, job.machines * unit),
    };
    const beside = placed.filter((other) => other.from < box.to && box.from < other.to).sort((a, b) => a.top - b.top);
    box.top = 0;
    beside.forEach((other) => {
      if (box.top + box.height + 3 > other.top && other.top + other.height + 3 > box.top)
        box.top = other.top + other.height + 3;
    });
    placed.push(box);
  });
  return { boxes: placed, unit: unit, height: Math.max(LEAST_HEIGHT, ...placed.map((box) => box.top + box.height)) };
}

// Intervals on as few rows as they need, in their order: the row of each.
export function rows(intervals) {
  const ends = [];
  return intervals.map(({ from, to }) => {
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = to;
    return row;
  });
}
