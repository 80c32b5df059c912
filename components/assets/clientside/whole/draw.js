// A window of a whole schedule on a canvas: cells or bars, axes, what is marked, and below it queue and utilization.
import { wallTicks } from "./clock.js";

const LEFT = 64,
  LEFT_OF_NAMES = 120,
  RIGHT = 12,
  TOP = 8,
  BOTTOM = 40,
  LINE = 96,
  GAP = 20;
const FONT = '13px system-ui, "DejaVu Sans", sans-serif';
const STALE = 0.45;
let inks = {}; // colors of the page, asked for once a picture
const css = (name) =>
  (inks[name] = inks[name] || getComputedStyle(document.documentElement).getPropertyValue(name).trim());
const plain = (n) => Number(n.toPrecision(4)).toLocaleString("en").replace(/,/g, "\u2009");

function nice(value) {
  const power = Math.pow(10, Math.floor(Math.log10(Math.max(value, 1e-9))));
  return [1, 2, 5, 10].find((step) => step * power >= value * (1 - 1e-9)) * power;
}

// {context, width, height} of a canvas that has as many pixels as the screen.
function fitted(canvas, height) {
  inks = {};
  const width = canvas.parentElement.clientWidth,
    ratio = window.devicePixelRatio || 1;
  canvas.style.height = height + "px";
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio))
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = FONT;
  return { context: context, width: width, height: height };
}

// Where the picture is on its canvas, px.
const leftOf = (hasNames) => (hasNames ? LEFT_OF_NAMES : LEFT);
const place = (width, height, left) => ({
  left: left,
  top: TOP,
  width: Math.max(40, width - left - RIGHT),
  height: Math.max(40, height - TOP - BOTTOM),
});

function scales(at, box) {
  return {
    x: (time) => box.left + ((time - at.since) / (at.until - at.since)) * box.width,
    y: (level) => box.top + box.height - ((level - at.lowest) / (at.highest - at.lowest)) * box.height,
  };
}

function drawBars(context, told, scale, colors, lit) {
  const { bars } = told;
  bars.job.forEach((job, n) => {
    const left = scale.x(bars.since[n]),
      right = Math.max(left + 1, scale.x(bars.until[n]));
    context.fillStyle = colors[bars.hue[n]];
    context.strokeStyle = css("--paper");
    bars.runs[n].forEach(([low, count]) => {
      const top = scale.y(low + count),
        height = Math.max(1, scale.y(low) - top);
      context.fillRect(left, top, right - left, height);
      if (height > 3 && right - left > 3) context.strokeRect(left + 0.5, top + 0.5, right - left - 1, height - 1);
      if (job !== lit) return;
      context.save();
      context.lineWidth = 3;
      context.strokeStyle = css("--ink");
      context.strokeRect(left, top, right - left, height);
      context.restore();
    });
  });
}

function timeAxis(context, head, at, box, isTitled) {
  const { title, ticks } = wallTicks(head, at.since, at.until, Math.max(2, Math.floor(box.width / 96)));
  const scale = scales(at, box);
  context.fillStyle = css("--quiet");
  context.strokeStyle = css("--line");
  context.textAlign = "center";
  context.textBaseline = "top";
  ticks.forEach(({ time, words }) => {
    const x = scale.x(time);
    context.beginPath();
    context.moveTo(x, box.top + box.height);
    context.lineTo(x, box.top + box.height + 4);
    context.stroke();
    const half = context.measureText(words).width / 2;
    context.fillText(
      words,
      Math.min(Math.max(x, half + 2), box.left + box.width + RIGHT - half),
      box.top + box.height + 6,
    );
  });
  if (isTitled) context.fillText(title, box.left + box.width / 2, box.top + box.height + 22);
}

function upright(context, words, box) {
  context.save();
  context.translate(12, box.top + box.height / 2);
  context.rotate(-Math.PI / 2);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = css("--quiet");
  context.fillText(words, 0, 0);
  context.restore();
}

// A name, cut to so many px.
function short(context, name, most) {
  if (context.measureText(name).width <= most) return name;
  let length = name.length;
  while (length > 1 && context.measureText(name.slice(0, length) + "…").width > most) length -= 1;
  return name.slice(0, length) + "…";
}

function levelAxis(context, at, box, title, owners) {
  const scale = scales(at, box);
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.fillStyle = css("--quiet");
  const step = Math.max(
    owners ? 1 : 1e-9,
    nice((at.highest - at.lowest) / Math.max(2, box.height / (owners ? 18 : 44))),
  );
  for (let n = Math.ceil(at.lowest / step); n * step <= at.highest; n += 1) {
    const level = n * step + (owners ? 0.5 : 0);
    if (level > at.highest) break;
    context.fillText(
      owners ? short(context, owners(n * step), box.left - 32) : plain(n * step),
      box.left - 6,
      scale.y(level),
    );
  }
  upright(context, title, box);
}

function frame(context, box) {
  context.strokeStyle = css("--line");
  context.lineWidth = 1;
  context.strokeRect(box.left - 0.5, box.top - 0.5, box.width + 1, box.height + 1);
}

// *shown* is the answer that there is, *at* the window that is wanted: another one is stretched and paler.
export function drawWhole(canvas, height, { head, shown, at, mark, colors, lit, title, owners }) {
  const { context, width } = fitted(canvas, height);
  const box = place(width, height, leftOf(owners));
  const scale = scales(at, box);
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.width, box.height);
  context.clip();
  if (shown) {
    context.globalAlpha = at.isAsked ? STALE : 1;
    const { told } = shown;
    context.imageSmoothingEnabled = false;
    const left = scale.x(told.since),
      top = scale.y(told.highest);
    if (shown.picture)
      context.drawImage(shown.picture, left, top, scale.x(told.until) - left, scale.y(told.lowest) - top);
    else drawBars(context, told, scale, colors, lit);
    context.globalAlpha = 1;
  }
  if (mark) {
    context.fillStyle = css("--accent");
    context.globalAlpha = 0.2;
    context.fillRect(mark.left, mark.top, mark.width, mark.height);
    context.globalAlpha = 1;
    context.strokeStyle = css("--accent");
    context.strokeRect(mark.left, mark.top, mark.width, mark.height);
  }
  context.restore();
  frame(context, box);
  timeAxis(context, head, at, box, true);
  levelAxis(context, at, box, title, owners);
  return box;
}

function steps(context, box, told, part, color, scale, most, opacity) {
  const columns = part.mean.length,
    span = told.until - told.since;
  const y = (value) => box.top + box.height - (Math.min(value, most) / most) * box.height;
  const x = (n) => scale.x(told.since + (span * n) / columns);
  context.fillStyle = color;
  context.globalAlpha = 0.3 * opacity;
  for (let n = 0; n < columns; n += 1) {
    const top = y(part.largest[n]),
      bottom = y(part.least[n]);
    context.fillRect(x(n), top, Math.max(1, x(n + 1) - x(n)), Math.max(1, bottom - top));
  }
  context.globalAlpha = opacity;
  context.strokeStyle = color;
  context.lineWidth = 1.5;
  context.beginPath();
  part.mean.forEach((value, n) => {
    context.lineTo(x(n), y(value));
    context.lineTo(x(n + 1), y(value));
  });
  context.stroke();
}

// Queue and utilization below: the band goes from the least to the largest value of a column, the line is the mean.
export function drawOverTime(canvas, { head, shown, at, colors, hasNames }) {
  const height = TOP + 2 * LINE + GAP + BOTTOM;
  const { context, width } = fitted(canvas, height);
  const parts = [
    ["queue", "Jobs waiting", colors[4]],
    ["utilization", "In use (%)", colors[0]],
  ];
  parts.forEach(([name, title, color], n) => {
    const left = leftOf(hasNames);
    const box = { left: left, top: TOP + n * (LINE + GAP), width: Math.max(40, width - left - RIGHT), height: LINE };
    const part = shown && shown.told.over_time[name];
    const most = name === "utilization" ? 100 : nice(Math.max(1, ...(part ? part.largest : [1])));
    if (part) {
      context.save();
      context.beginPath();
      context.rect(box.left, box.top, box.width, box.height);
      context.clip();
      steps(context, box, shown.told, part, color, scales(at, box), most, at.isAsked ? STALE : 1);
      context.restore();
    }
    frame(context, box);
    levelAxis(context, { since: at.since, until: at.until, lowest: 0, highest: most }, box, title);
    if (n === parts.length - 1) timeAxis(context, head, at, box, true);
  });
}
