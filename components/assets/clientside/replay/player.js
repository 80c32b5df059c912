// The player of a replication: event by event, or as time passes.
//
// While it plays it moves the line, the token and the words by itself, frame by frame: by way of Dash each step takes a
// quarter of a second on a slow machine. Dash is told where it stands when it stops.
import { instantWords } from "../pictures/time_axis.js";
import { isDrawnPerStep } from "../studio/open.js";

const none = () => window.dash_clientside.no_update;
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const plot = (id) => document.querySelector("#" + id + " .js-plotly-plot");
// Dash hands over together what happens while it is busy: a click must not drown in a step.
const happened = (id) =>
  window.dash_clientside.callback_context.triggered.some((one) => one.prop_id.split(".")[0] === id);
const idOf = (picture) => picture.closest(".dash-graph").id;
const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const amount = (count, one, many) => count + " " + (count === 1 ? one : many);

// How often a button was clicked since this was asked last: several clicks may come as one call, too.
const counted = {};
function clicked(clicks, button) {
  const before = counted[button] || 0;
  counted[button] = clicks || 0; // a page that is built anew begins at nothing
  return Math.max(0, counted[button] - before);
}

const EACH = 900; // ms for each event where events are played one by one
const WHOLE = 60; // s that what is shown takes at the simple pace
const SPEAK = 250; // ms between the words of two instants
const LONGEST = 1000; // ms that pass at most from one frame to the next: a page in the background rests
const WITH_INSTANT = { schedule: true, allocation: true, race: true, "over-time": false, profit: false }; // tab: window follows
const TOKEN = { "studio-state-diagram": true, "studio-strip": true };

let shown = null; // what the pictures show: {trace, n, tab, time}
let playing = null; // {trace, tab, n, time, pace, at, spoken, token}
let followed; // what the link that opened the page asked for, once the player has been there

// The token's way through the diagram: along the curve of the edge, or a jump.
function moveToken(diagram, from, to, kind, jumps) {
  const meta = diagram.layout.meta;
  // States that are not shown one by one have one place, the last.
  const last = meta.x.length - 1;
  from = Math.min(from, last);
  to = Math.min(to, last);
  const put = (x, y) => window.Plotly.restyle(diagram, { x: [[x]], y: [[y]] }, [meta.token]);
  window.cancelAnimationFrame(diagram.corralFrame);
  if (meta.matrix) return put(to, from); // the cell of the transition
  const number = meta.edges[from + "-" + to + "-" + kind];
  if (number === undefined || jumps || calm()) return put(meta.x[to], meta.y[to]);
  const xs = Array.from(diagram.data[number].x).concat(meta.x[to]);
  const ys = Array.from(diagram.data[number].y).concat(meta.y[to]);
  const begin = performance.now();
  const frame = (now) => {
    const share = Math.min(1, (now - begin) / 450);
    const n = Math.round(share * (xs.length - 1));
    put(xs[n], ys[n]);
    if (share < 1) diagram.corralFrame = window.requestAnimationFrame(frame);
  };
  diagram.corralFrame = window.requestAnimationFrame(frame);
}

// The line of the current instant in a picture over time; the window follows it where it is zoomed in.
function moveInstant(picture, time, follow) {
  const change = { "shapes[0].x0": time, "shapes[0].x1": time };
  const range = picture.layout.xaxis.range;
  if (follow && range && (time < range[0] || time > range[1])) {
    const width = range[1] - range[0];
    change["xaxis.range"] = [time - 0.2 * width, time + 0.8 * width];
  }
  window.Plotly.relayout(picture, change);
}

// The same in a frame: only the line moves, plotly does not look at the bars. False where it has to.
function slide(picture, time) {
  const axis = picture._fullLayout && picture._fullLayout.xaxis;
  const line = picture.querySelector(".shapelayer path[data-index='0']");
  const place = axis && line && /^M[-\d.e]+,([-\d.e]+)L[-\d.e]+,([-\d.e]+)$/.exec(line.getAttribute("d"));
  if (!place || time < Math.min(...axis.range) || time > Math.max(...axis.range)) return false;
  const x = (axis._offset + axis.d2p(time)).toFixed(1);
  line.setAttribute("d", "M" + x + "," + place[1] + "L" + x + "," + place[2]);
  Object.assign(picture.layout.shapes[0], { x0: time, x1: time });
  return true;
}

// It stands on a tab that nobody may have opened yet.
function sayFree() {
  const place = document.getElementById("studio-available");
  if (place && shown.trace.states) place.textContent = freeWords(shown.trace, shown.n);
}

// Marks the instant in a picture of the open tab that is drawn. Those that are drawn later are marked then.
function mark(picture) {
  if (!shown || !picture.layout || picture.offsetParent === null) return;
  const { trace, n, tab } = shown;
  const id = idOf(picture);
  const now = trace.steps[n];
  const fold = (picture.layout.meta || {}).fold; // time comes again after so many s
  const passed = shown.time === undefined ? now.time : shown.time;
  const time = fold ? passed % fold : passed;
  // A race has so many jobs that plotly would take a second to move the line.
  const line = (follows) =>
    ((playing || tab === "race") && slide(picture, time)) || moveInstant(picture, time, follows);
  if (tab === "states" && id === "studio-state-diagram") {
    if (!trace.states) return; // of a race, until that of one policy has come
    sayFree();
    moveToken(picture, n > 0 ? trace.states[n - 1] : trace.states[n], trace.states[n], now.kind, isTimed());
  } else if (tab === "states" && id === "studio-strip") {
    line(true);
  } else if (tab in WITH_INSTANT && id === "studio-" + tab) {
    line(WITH_INSTANT[tab]);
  }
}

// What is free: machines without a job or, where jobs share them in time, machines available in each delay class.
function freeWords(trace, n) {
  if (trace.idle) return "Idle machines: " + trace.idle[n] + " of " + trace.machines;
  const available = trace.steps[n].available;
  const classes = trace.classes.map((delay, k) => "delay " + delay + ": " + available[k]);
  return "Available machines – " + classes.join(", ") + "  (" + available.join(", ") + ")";
}

function words(trace, n) {
  if (trace.words) return trace.words[n] || trace.none || "No slot begins in this window.";
  const now = trace.steps[n];
  const time = instantWords(now.time);
  if (trace.said) return "Instant " + (n + 1) + " of " + trace.steps.length + ", " + time + ". " + trace.said[n];
  const subject = now.kind === "machine" ? "" : " (job " + (now.job + 1) + ")";
  return (
    "Event " +
    (n + 1) +
    " of " +
    trace.steps.length +
    ", " +
    time +
    ": " +
    now.trigger +
    subject +
    ". " +
    amount(now.running, "job runs", "jobs run") +
    ", " +
    now.waiting +
    " waiting" +
    (trace.idle ? ", " + amount(trace.idle[n], "machine", "machines") + " idle" : "") +
    "; state " +
    trace.labels[n] +
    "."
  );
}

const isTimed = () => !!playing && playing.pace !== "event" && !playing.trace.words && !calm();
const pictures = (tab) => [...Object.keys(TOKEN), "studio-" + tab].map(plot).filter(Boolean);

// The thumb of the slider, as Mantine places it.
function moveThumb(share) {
  const root = document.querySelector("#studio-step");
  const place = (name, variable) => {
    const part = root && root.querySelector(".mantine-Slider-" + name);
    if (part) part.style.setProperty(variable, 100 * share + "%");
  };
  place("thumb", "--slider-thumb-offset");
  place("bar", "--slider-bar-width");
}

// Others on the page follow the player, too.
const tell = (trace, n) =>
  document.dispatchEvent(new CustomEvent("corral-instant", { detail: { trace: trace, n: n } }));

// Shows where it plays; *isNew* says that another event has come.
function show(at, isNew) {
  const { trace, tab, n, time } = playing;
  const last = trace.steps.length - 1;
  if (!trace.words) shown = { trace: trace, n: n, tab: tab, time: isTimed() ? time : undefined };
  if (shown && (isNew || isTimed()))
    pictures(tab).forEach((picture) => (isNew || idOf(picture) !== "studio-state-diagram" ? mark(picture) : null));
  if (isNew && (at - playing.spoken > SPEAK || !isTimed())) {
    playing.spoken = at;
    const place = document.getElementById("studio-instant");
    if (place) place.textContent = words(trace, n);
    moveThumb(last ? n / last : 0);
  }
  if (isNew) tell(trace, n);
  if (isNew && isDrawnPerStep(tab)) set("studio-step", { value: n });
}

function frame(at) {
  if (!playing) return;
  const { trace } = playing;
  const last = trace.steps.length - 1;
  const before = playing.n;
  const passed = Math.min(LONGEST, at - playing.at);
  if (isTimed() && !isDrawnPerStep(playing.tab)) {
    const span = trace.steps[last].time - trace.steps[0].time;
    playing.at = at;
    playing.time += (passed / 1000) * (span / WHOLE) * Number(playing.pace);
    while (playing.n < last && trace.steps[playing.n + 1].time <= playing.time) playing.n += 1;
    playing.time = Math.min(playing.time, trace.steps[last].time);
    show(at, playing.n !== before);
  } else if (passed >= EACH) {
    playing.at = at;
    playing.n = Math.min(last, playing.n + 1);
    playing.time = trace.steps[playing.n].time;
    show(at, true);
  }
  if (playing.n >= last) return stop();
  window.requestAnimationFrame(frame);
}

function begin(trace, tab, step, pace) {
  const last = trace.steps.length - 1;
  const n = step >= last ? 0 : step || 0;
  playing = { trace: trace, tab: tab, n: n, time: trace.steps[n].time, pace: pace, at: performance.now(), spoken: 0 };
  window.requestAnimationFrame(frame);
}

// What is known of the instant where it stops goes to Dash: link, tables and other tabs follow.
function stop(trace) {
  const { n } = playing;
  const isLeft = trace && trace !== playing.trace; // another replication begins where it is told to
  playing = null;
  if (shown) shown.time = undefined;
  set("studio-play", { children: "▶ Play" });
  if (!isLeft) set("studio-step", { value: n });
}

export const callbacks = {
  // Each part of the bar is seen on the tabs that name it.
  // The race has other parts in each family.
  showBar: (tab, tree, bars) => {
    const parts = bars[tree.family + " " + tab] || bars[tab];
    return parts ? ["replay-bar"].concat(parts.map((part) => "with-" + part)).join(" ") : "replay-bar hidden";
  },

  step: (back, next, trace, now, asked) => {
    const moves = clicked(next, "next") - clicked(back, "back");
    if (!trace) return none();
    const last = trace.steps.length - 1;
    if (happened("studio-trace")) {
      const first = asked && asked !== followed ? asked.step : 0; // once, where a link points
      followed = asked;
      return Math.max(0, Math.min(last, first));
    }
    const from = playing ? playing.n : now || 0;
    return Math.max(0, Math.min(last, from + moves));
  },

  play: (clicks, tab, step, trace, pace, bars) => {
    const isToggled = clicked(clicks, "play") % 2 === 1;
    const isThere = trace && trace.steps.length > 1 && (bars[tab] || []).includes("player");
    if (playing && (isToggled || !isThere || trace !== playing.trace)) stop(trace);
    else if (isToggled && isThere) begin(trace, tab, step, pace);
    else if (playing) {
      // Another tab, another pace, or somebody has moved on.
      const moved = happened("studio-step") && step !== playing.n ? { n: step, time: trace.steps[step].time } : {};
      Object.assign(playing, { tab: tab, pace: pace }, moved);
    }
    return playing ? "❚❚ Pause" : "▶ Play";
  },

  showInstant: (step, trace, tab) => {
    if (playing && trace === playing.trace && tab === playing.tab) return none(); // it is said past Dash
    shown = null;
    if (!trace) return none();
    const n = Math.max(0, Math.min(step || 0, trace.steps.length - 1));
    if (!trace.words) {
      shown = { trace: trace, n: n, tab: tab };
      pictures(tab).forEach(mark);
      sayFree();
    }
    tell(trace, n);
    const place = document.getElementById("studio-instant");
    if (place) place.textContent = words(trace, n); // what stands there may be newer than what Dash has written
    return words(trace, n);
  },
};

export function start() {
  document.addEventListener("corral-drawn", (event) => mark(event.target));
}
