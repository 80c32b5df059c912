// Axes of simulated time in units that people think in: minutes, hours, days, or times of day where a study has a day.
//
// Their data stay in seconds, of which the player speaks, and ticks are set anew when somebody zooms. Figures say by the
// title "Time (s)" that this is such an axis.

const MINUTE = 60,
  HOUR = 3600,
  DAY = 86400;
const STEPS = [
  1,
  2,
  5,
  10,
  20,
  30,
  ...[1, 2, 5, 10, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((n) => n * DAY),
];
const MOST = 8; // ticks
const SECONDS = 2 * MINUTE; // up to so much time is told in seconds

const two = (n) => String(n).padStart(2, "0");
const plain = (value, digits) =>
  Number(value.toPrecision(digits)).toLocaleString("en", { maximumFractionDigits: 6 }).replace(/,/g, "\u2009");

// Whether this page tells in the units of people; the button for the others says so.
const ofPeople = () => !!document.querySelector('[data-units="paper"]');

// Whether something of the study comes again every day.
function hasDay() {
  const layout =
    window.dash_component_api &&
    document.getElementById("studio-tabs") &&
    window.dash_component_api.getLayout("studio-study");
  const tree = layout && layout.props.data && layout.props.data.tree;
  return !!tree && (tree.machine_events || []).some((one) => one.every === DAY || one.event === "owners");
}

function clock(seconds) {
  const day = Math.floor(seconds / DAY),
    rest = Math.round(seconds - day * DAY);
  const words =
    Math.floor(rest / HOUR) +
    ":" +
    two(Math.floor((rest % HOUR) / MINUTE)) +
    (rest % MINUTE ? ":" + two(rest % MINUTE) : "");
  return (day > 0 ? "day " + (day + 1) + ", " : "") + words;
}

// {title, step, words of a tick} for what is seen of an axis; nothing where seconds are right.
function kind(low, high, isDay) {
  const step = STEPS.find((one) => (high - low) / one <= MOST) || 2000 * DAY;
  if (Math.abs(high) <= SECONDS && !isDay) return null;
  if (step < 1) return null;
  if (isDay && step >= DAY) return { title: "Day", step: step, words: (x) => plain(x / DAY + 1, 6) };
  if (isDay) return { title: "Time of day", step: step, words: clock };
  if (step >= DAY) return { title: "Time (d)", step: step, words: (x) => plain(x / DAY, 6) };
  if (high <= 2 * HOUR && step >= MINUTE)
    return { title: "Time (min)", step: step, words: (x) => plain(x / MINUTE, 6) };
  const rest = (x) => (step < MINUTE ? ":" + two(Math.round(x % MINUTE)) : "");
  if (high <= 2 * HOUR) return { title: "Time (min:s)", step: step, words: (x) => Math.floor(x / MINUTE) + rest(x) };
  return {
    title: step < MINUTE ? "Time (h:min:s)" : "Time (h:min)",
    step: step,
    words: (x) => Math.floor(x / HOUR) + ":" + two(Math.floor((x % HOUR) / MINUTE)) + rest(x),
  };
}

function ticks(range, isDay) {
  const [low, high] = range.map(Number);
  const found = high > low ? kind(low, high, isDay) : null;
  if (!found || high - low < 5) return { title: "Time (s)", tickvals: null, ticktext: null };
  const values = [];
  for (let n = Math.ceil(low / found.step); n * found.step <= high; n += 1) values.push(n * found.step);
  return { title: found.title, tickvals: values, ticktext: values.map(found.words) };
}

const isTime = (axis) => axis && axis.title && (axis.title.text || axis.title) === "Time (s)";
const known = new WeakMap(); // picture: [name, whether it has the title] of its axes of time, and of those that follow them

function extent(figure, axis) {
  if (axis.range) return axis.range;
  const ends = (figure.data || []).flatMap((trace) => {
    const xs = Array.from(trace.x || []).filter((x) => typeof x === "number");
    return xs.length ? [Math.min(...xs), Math.max(...xs)] : [];
  });
  return ends.length ? [Math.min(...ends), Math.max(...ends)] : null;
}

// The figure with the ticks of its axes of time; those that share it have no title and follow it.
export function timed(element, figure) {
  const layout = figure && !Array.isArray(figure) && figure.layout;
  const all = layout ? Object.keys(layout).filter((name) => /^xaxis\d*$/.test(name)) : [];
  const names = all.filter((name) => isTime(layout[name]));
  if (!names.length || !ofPeople()) return figure;
  const titled = (name) => names.includes(name);
  known.set(
    element,
    all.filter((name) => titled(name) || layout[name].matches).map((name) => [name, titled(name)]),
  );
  const isDay = hasDay();
  const changed = Object.assign({}, layout);
  const range = extent(figure, layout[names[0]]);
  const { title, tickvals, ticktext } = range ? ticks(range, isDay) : {};
  if (!tickvals) return figure;
  known.get(element).forEach(([name, isTitled]) => {
    changed[name] = Object.assign({}, layout[name], { tickvals: tickvals, ticktext: ticktext });
    if (isTitled) changed[name].title = Object.assign({}, layout[name].title, { text: title });
  });
  return Object.assign({}, figure, { layout: changed });
}

// Zoomed, or moved by the player: other ticks, unless they are there.
const listening = new WeakSet();
function follow(picture) {
  const change = {};
  (known.get(picture) || []).forEach(([name, isTitled]) => {
    const axis = picture._fullLayout && picture._fullLayout[name];
    if (!axis) return;
    const { title, tickvals, ticktext } = ticks(axis.range, hasDay());
    if (String(tickvals) === String(axis.tickmode === "array" ? axis.tickvals : null)) return;
    if (isTitled) change[name + ".title.text"] = title;
    change[name + ".tickvals"] = tickvals;
    change[name + ".ticktext"] = ticktext;
    change[name + ".tickmode"] = tickvals ? "array" : "auto";
  });
  // Not a relayout, of which Dash would be told in place of the one that has just been heard.
  if (Object.keys(change).length) window.Plotly.update(picture, {}, change);
}

// An instant in a few words, as `units.instant` writes it: "90 s", "12:00:27", "116.2 d".
export function instantWords(seconds) {
  if (!ofPeople() || Math.abs(seconds) <= SECONDS) return plain(seconds, 6) + " s";
  if (seconds >= 100 * HOUR && !hasDay()) return plain(seconds / DAY, 4) + " d";
  const whole = Math.round(seconds);
  if (hasDay()) return clock(whole);
  return Math.floor(whole / HOUR) + ":" + two(Math.floor((whole % HOUR) / MINUTE)) + ":" + two(whole % MINUTE);
}

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!known.has(target) || listening.has(target) || !target.on) return;
    listening.add(target);
    target.on("plotly_relayout", () => follow(target));
  });
}
