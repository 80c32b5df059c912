// Jobs drawn by hand: rectangles on an axis of time, with handles on the one that is selected.
import { board, byKey, color, ink, isEditable, sorted, state } from "./job_board.js";
import { drawFields, drawTable } from "./job_numbers.js";
import { endOf, stack, ticks } from "./job_scale.js";
import { drawStrips } from "./job_strip_list.js";
import { shape } from "./job_strips.js";
import { tell, words } from "./job_words.js";

const LEFT = 44,
  RIGHT = 26,
  AXIS = 22,
  NARROWEST = 560; // px

function measure() {
  const room = board.parts.scroll.clientWidth || NARROWEST;
  const width = Math.max(NARROWEST, room);
  const ends = state.jobs.map(endOf).concat(state.answer ? state.answer.schedules.map((one) => one.makespan) : []);
  const until = Math.max(10, ...ends) * 1.04;
  return { width: width, until: until, perSecond: (width - LEFT - RIGHT) / until, room: room };
}

export function draw() {
  if (!board.host || !board.host.isConnected) return;
  if (!board.gesture) board.scale = measure();
  drawList();
  drawStrips();
  drawTable();
  drawFields();
  tell();
}

export const x = (time) => LEFT + time * board.scale.perSecond;

// Only when it has changed: what is clicked twice, or has the focus, is to stay the same element.
let listed = "";
function drawList() {
  const jobs = sorted(state.jobs);
  const now = JSON.stringify([jobs, state.selected, board.scale.width, board.scale.until, isEditable()]);
  if (listed === now && board.parts.list.firstChild) return sayList(jobs);
  listed = now;
  const { boxes, height } = stack(jobs, board.scale.perSecond, board.gesture ? board.gesture.unit : 0);
  const focused =
    document.activeElement && document.activeElement.closest && document.activeElement.closest("[data-key]");
  const focusedKey = focused && board.parts.list.contains(focused) ? Number(focused.dataset.key) : null;
  const svg = shape("svg", {
    width: board.scale.width,
    height: AXIS + height + 40,
    class: "jobs-list",
    role: "group",
  });
  svg.setAttribute("aria-label", "Jobs on an axis of time: " + jobs.length + (jobs.length === 1 ? " job" : " jobs"));
  ticks(board.scale.until, board.scale.perSecond).forEach((time) => {
    shape("line", { x1: x(time), x2: x(time), y1: AXIS - 4, y2: AXIS + height + 40, class: "jobs-grid" }, svg);
    shape(
      "text",
      { x: x(time), y: AXIS - 8, class: "jobs-axis", "text-anchor": "middle" },
      svg,
      time.toLocaleString("en").replace(/,/g, "\u2009"),
    );
  });
  shape("text", { x: board.scale.width - 2, y: AXIS - 8, class: "jobs-axis", "text-anchor": "end" }, svg, "s");
  jobs.forEach((job, n) => drawJob(svg, job, n, boxes[n]));
  board.parts.list.replaceChildren(svg);
  if (focusedKey !== null) {
    const again = svg.querySelector('[data-key="' + focusedKey + '"]') || svg.querySelector('[tabindex="0"]');
    if (again) again.focus({ preventScroll: true });
  }
}

function sayList(jobs) {
  jobs.forEach((job) => {
    const one = board.parts.list.querySelector('[data-key="' + job.key + '"]');
    if (one.getAttribute("aria-label") === words(job)) return;
    one.setAttribute("aria-label", words(job));
    one.querySelector(":scope > title").textContent = words(job);
  });
}

function drawJob(svg, job, n, box) {
  const isSelected = job.key === state.selected;
  const isStop = isSelected || (!byKey(state.selected) && n === 0);
  const top = AXIS + box.top,
    from = x(job.arrival),
    wide = Math.max(2, job.run * board.scale.perSecond);
  const one = shape(
    "g",
    {
      class: "jobs-job" + (isSelected ? " selected" : ""),
      "data-key": job.key,
      "data-job": job.key,
      tabindex: isStop ? 0 : -1,
      role: "button",
      "aria-pressed": isSelected,
      "aria-label": words(job),
      "aria-describedby": "jobs-how",
    },
    svg,
  );
  const told = Math.max(job.run, job.estimate || 0) * board.scale.perSecond;
  if (told > wide + 0.5)
    shape(
      "rect",
      {
        x: from,
        y: top + 4,
        width: told,
        height: box.height - 8,
        class: "jobs-estimate",
        stroke: color(job.key),
      },
      one,
    );
  shape("rect", { x: from, y: top, width: Math.max(24, wide), height: box.height, class: "jobs-hit" }, one);
  shape("rect", { x: from, y: top, width: wide, height: box.height, fill: color(job.key), class: "jobs-body" }, one);
  const name = job.label || String(n + 1);
  const isInside = wide > 8 * name.length + 4;
  shape(
    "text",
    {
      x: isInside ? from + wide / 2 : from + Math.max(wide, told) + 5,
      y: top + box.height / 2 + 4,
      "text-anchor": isInside ? "middle" : "start",
      class: "jobs-name" + (isInside ? "" : " outside"),
      fill: isInside ? ink(job.key) : "currentColor",
    },
    one,
    name,
  );
  shape("title", {}, one, words(job));
  if (!isSelected || !isEditable()) return;
  const handle = (what, at, y, title) => {
    const grip = shape("g", { class: "jobs-grip " + what, "data-grip": what }, one);
    shape("circle", { cx: at, cy: y, r: 12, class: "jobs-hit" }, grip);
    shape("circle", { cx: at, cy: y, r: 5, class: "jobs-dot" }, grip);
    shape("title", {}, grip, title);
  };
  const end = Math.max(from + told, from + wide + 26);
  handle("run", from + wide, top + box.height / 2, "run time");
  handle(
    "machines",
    from + Math.min(wide / 2, Math.max(6, wide / 2)),
    top + box.height + (box.height < 40 ? 10 : 0),
    "machines",
  );
  handle("estimate", told > wide + 26 ? from + told : end, top + (box.height < 40 ? -2 : 6), "estimate");
}

export { LEFT };
