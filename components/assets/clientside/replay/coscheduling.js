// Replays of coscheduling: the window of time and nodes, and the chosen message. What the fields hold is the window.

const none = () => window.dash_clientside.no_update;
const NARROWEST = 1e-5; // s
const KEYS = {
  "+": "studio-zoom-in",
  "=": "studio-zoom-in",
  "-": "studio-zoom-out",
  0: "studio-whole",
  ArrowLeft: "studio-earlier",
  ArrowRight: "studio-later",
};

const FINEST = 1e-6; // s

// From and to of a window that lies in the run, on a grid that is a hundredth of it or finer: a hand means no more.
// What an end of the run is, is said by leaving the field empty.
/** @returns {any[]} */
function placed(since, until, view) {
  const width = Math.min(Math.max(until - since, NARROWEST), view.end);
  const begin = Math.min(Math.max(since, 0), view.end - width);
  if (width >= view.end * 0.999) return [null, null];
  const step = Math.max(FINEST, Math.pow(10, Math.floor(Math.log10(width)) - 2));
  const round = (value) => Number((Math.round(value / step) * step).toPrecision(12));
  const from = round(begin),
    to = round(from + round(width));
  return [from > 0 ? from : null, to < view.end - step / 2 ? to : null];
}

// What somebody dragged over in a picture: x is time, y are nodes (only in the node timeline).
function dragged(change, view, hasNodes) {
  const found = [none(), none(), none(), none()];
  if (change["xaxis.autorange"]) [found[0], found[1]] = [null, null];
  if (change["xaxis.range[0]"] !== undefined) {
    const ends = [change["xaxis.range[0]"], change["xaxis.range[1]"]].map((x) => x / view.per_second);
    [found[0], found[1]] = placed(Math.min(...ends), Math.max(...ends), view);
  }
  if (hasNodes && change["yaxis.autorange"]) [found[2], found[3]] = [null, null];
  if (hasNodes && change["yaxis.range[0]"] !== undefined) {
    const ends = [change["yaxis.range[0]"], change["yaxis.range[1]"]];
    const first = Math.max(1, Math.ceil(Math.min(...ends)));
    const last = Math.min(view.nodes, Math.floor(Math.max(...ends)));
    [found[2], found[3]] = [first, Math.max(1, last - first + 1)];
  }
  return found;
}

// How often a button was clicked since this was asked last: clicks may come together, while the page is busy.
const counted = {};
function clicked(button, clicks) {
  const before = counted[button] || 0;
  counted[button] = clicks || 0; // a page that is built anew begins at nothing
  return Math.max(0, counted[button] - before);
}

// The window that was asked for, be it there or not: clicks go on from it.
function askedFor(view, since, until) {
  const begin = typeof since === "number" ? since : 0;
  return { since: begin, until: typeof until === "number" && until > begin ? until : view.end };
}

const MOVES = {
  "studio-zoom-in": (at, width) => [at.since + width / 4, at.until - width / 4],
  "studio-zoom-out": (at, width) => [at.since - width / 2, at.until + width / 2],
  "studio-earlier": (at, width) => [at.since - width / 2, at.until - width / 2],
  "studio-later": (at, width) => [at.since + width / 2, at.until + width / 2],
};

// The fields after clicks of one button, from the window that was asked for.
function moved(button, times, view, at) {
  for (let n = 0; n < times; n++) {
    const [since, until] = placed(...MOVES[button](at, at.until - at.since), view);
    at = { since: since === null ? 0 : since, until: until === null ? view.end : until };
  }
  return placed(at.since, at.until, view);
}

export const callbacks = {
  moveWindow: (zoomIn, zoomOut, earlier, later, whole, timeline, queues, brushed, view, since, until) => {
    const nothing = [none(), none(), none(), none()];
    const happened = window.dash_clientside.callback_context.triggered.map((one) => one.prop_id.split(".")[0]);
    const clicks = {
      "studio-zoom-in": zoomIn,
      "studio-zoom-out": zoomOut,
      "studio-earlier": earlier,
      "studio-later": later,
    };
    const pressed = Object.entries(clicks)
      .map(([button, count]) => [button, clicked(button, count)])
      .filter((one) => one[1]);
    if (!view) return nothing;
    if (clicked("studio-whole", whole)) return [null, null, null, null];
    if (pressed.length) {
      let at = askedFor(view, since, until);
      let fields = nothing;
      pressed.forEach(([button, times]) => {
        fields = moved(button, times, view, at);
        at = askedFor(view, ...fields);
      });
      return fields.slice(0, 2).concat([none(), none()]);
    }
    if (happened.includes("studio-brushed") && brushed && brushed.unit === "s")
      return placed(brushed.since, brushed.until, view).concat([none(), none()]);
    if (happened.includes("studio-timeline")) return timeline ? dragged(timeline, view, true) : nothing;
    if (happened.includes("studio-queues")) return queues ? dragged(queues, view, false) : nothing;
    return nothing;
  },

  // What the fields say when they are empty, and how far an arrow key goes in them.
  showView: (view) => {
    if (!view) return Array(7).fill(none());
    const step = Number(((view.until - view.since) / 10).toPrecision(1));
    const end = String(Math.round(view.end * 1000) / 1000);
    return [step, step, end, String(view.nodes), view.nodes, view.nodes, view.nodes];
  },

  // The chosen message stands out: its way, and where it lay until it was received.
  markMessage: (chosen) => {
    const mark = (tries) => {
      const picture = document.querySelector("#studio-timeline .js-plotly-plot");
      if (!picture || !picture.data) return tries < 20 && window.setTimeout(() => mark(tries + 1), 100);
      const last = picture.data.length - 1;
      const message = (picture.layout.meta || {}).messages;
      if (!message || picture.data[last].name !== "the chosen message") return null;
      const one = chosen === null || chosen === undefined ? null : message[chosen];
      window.Plotly.restyle(picture, { x: [one ? one[0] : []], y: [one ? one[1] : []] }, [last]);
    };
    mark(0);
    return none();
  },
};

export function start() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.classList) return;
    const button = event.target.classList.contains("windowed") && KEYS[event.key];
    if (!button) return;
    event.preventDefault();
    document.getElementById(button).click();
  });
}
