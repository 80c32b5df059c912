// The schedule of each policy below the jobs that somebody draws: same jobs, same colors, same axis of time.
import * as jobScale from "./job_scale.js";

const SPACE = "http://www.w3.org/2000/svg";
const HIGHEST = 120,
  THICKEST = 16,
  THINNEST = 1.5; // px of a strip, and of a machine in it
const WAITING = 5,
  MOST_WAITING = 14; // px of a line of somebody who waits, and how many of them have room
const MOST_RECTANGLES = 4000;

export function shape(name, attributes, parent, text) {
  const made = document.createElementNS(SPACE, name);
  Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
  if (text !== undefined) made.textContent = text;
  if (parent) parent.appendChild(made);
  return made;
}

export const said = (value) =>
  value === null || value === undefined ? "none" : String(Number(Number(value).toPrecision(4)));

// Machines that several jobs share are cut into as many lanes as there are jobs at a time.
function shared(schedule, machines) {
  const on = Array.from({ length: machines }, () => []);
  schedule.blocks.forEach(([job, from, to, runs]) =>
    runs.forEach(([first, count]) => {
      for (let m = first; m < first + count; m++) on[m].push({ job: job, from: from, to: to });
    }),
  );
  const found = [];
  on.forEach((blocks, machine) => {
    blocks.sort((a, b) => a.from - b.from);
    const row = jobScale.rows(blocks);
    const lanes = Math.max(1, ...row.map((n) => n + 1));
    blocks.forEach((block, n) =>
      found.push(Object.assign({ top: machine + row[n] / lanes, height: 1 / lanes }, block)),
    );
  });
  return merged(found);
}

// Whole machines side by side on which a job is for the same time are one rectangle.
function merged(blocks) {
  const found = [],
    open = new Map();
  blocks.forEach((block) => {
    const name = block.job + " " + block.from + " " + block.to;
    const above = block.height === 1 && open.get(name);
    if (above && above.top + above.height === block.top) above.height += 1;
    else {
      found.push(block);
      if (block.height === 1) open.set(name, block);
    }
  });
  return found;
}

function rectangles(schedule, machines) {
  const plain = schedule.blocks.flatMap(([job, from, to, runs]) =>
    runs.map(([first, count]) => ({ job: job, from: from, to: to, top: first, height: count })),
  );
  const isShared = schedule.policy.startsWith("SED");
  const number = schedule.blocks.reduce((sum, block) => sum + block[3].reduce((all, run) => all + run[1], 0), 0);
  return isShared && number <= MOST_RECTANGLES ? shared(schedule, machines) : plain;
}

// The strip of one *schedule*; `x` places a time, `keys` are the jobs as the picture above knows them.
export function strip(schedule, { x, width, left, machines, keys, jobs, color, ink, ticks, name }) {
  const unit = Math.max(THINNEST, Math.min(THICKEST, HIGHEST / machines));
  const waits = jobs
    .map((job, n) => ({ job: n, from: job.arrival, to: schedule.start[n] }))
    .filter(({ from, to }) => to !== null && to > from);
  const row = jobScale.rows(waits);
  const room = WAITING * Math.min(MOST_WAITING, Math.max(0, ...row.map((n) => n + 1))) + 4;
  const height = room + unit * machines;
  const svg = shape("svg", { width: width, height: height + 2, role: "img", class: "jobs-strip" });
  svg.setAttribute("aria-label", words(schedule, jobs, name));
  ticks.forEach((time) => shape("line", { x1: x(time), x2: x(time), y1: 0, y2: height, class: "jobs-grid" }, svg));
  shape("rect", { x: left, y: room, width: width - left - 1, height: unit * machines, class: "jobs-machines" }, svg);
  shape("text", { x: left - 6, y: room + 10, class: "jobs-axis", "text-anchor": "end" }, svg, machines);
  waits.forEach(({ job, from, to }, n) => {
    if (row[n] >= MOST_WAITING) return;
    const y = room - 3 - WAITING * row[n];
    const line = shape("g", { "data-job": keys[job], class: "jobs-wait", stroke: color(keys[job]) }, svg);
    shape("path", { d: `M${x(from)},${y - 2}V${y + 2}M${x(from)},${y}H${x(to)}` }, line);
  });
  const outcome = jobs.map((_, n) => schedule.outcome[n]);
  rectangles(schedule, machines).forEach(({ job, from, to, top, height: high }) => {
    const block = shape("g", { "data-job": keys[job], class: "jobs-block" }, svg);
    const wide = Math.max(1, x(to) - x(from)),
      tall = Math.max(1, high * unit);
    shape("rect", { x: x(from), y: room + top * unit, width: wide, height: tall, fill: color(keys[job]) }, block);
    if (wide > 14 && tall > 11)
      shape(
        "text",
        { x: x(from) + wide / 2, y: room + top * unit + tall / 2 + 4, fill: ink(keys[job]), "text-anchor": "middle" },
        block,
        String(job + 1),
      );
    shape("title", {}, block, name(job) + ": " + said(from) + " to " + said(to) + " s");
  });
  return { svg: svg, refused: outcome.filter(Boolean).length };
}

function words(schedule, jobs, name) {
  const each = jobs
    .slice(0, 12)
    .map(
      (job, n) =>
        name(n) +
        (schedule.start[n] === null
          ? " is " + schedule.outcome[n]
          : " runs from " + said(schedule.start[n]) + " to " + said(schedule.end[n]) + " s"),
    );
  return (
    schedule.policy +
    ": mean wait " +
    said(schedule.wait) +
    " s, mean response " +
    said(schedule.response) +
    " s. " +
    each.join(", ") +
    (jobs.length > 12 ? "; the table has all" : "") +
    "."
  );
}
