// Replays of coscheduling: the window of time and nodes, and the chosen message. What the fields hold is the window.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const NARROWEST = 1e-5; // s
  const KEYS = {
    "+": "studio-zoom-in", "=": "studio-zoom-in", "-": "studio-zoom-out", "0": "studio-whole",
    ArrowLeft: "studio-earlier", ArrowRight: "studio-later",
  };

  const seconds = (value) => Math.round(value * 1e6) / 1e6;

  // From and to of a window that lies in the run; the whole run is said by leaving them empty.
  function placed(since, until, view) {
    const width = Math.min(Math.max(until - since, NARROWEST), view.end);
    const begin = Math.min(Math.max(since, 0), view.end - width);
    return width >= view.end * 0.999 ? [null, null] : [seconds(begin), seconds(begin + width)];
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

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.classList) return;
    const button = event.target.classList.contains("windowed") && KEYS[event.key];
    if (!button) return;
    event.preventDefault();
    document.getElementById(button).click();
  });

  const DRAWN = { "studio-timeline": true, "studio-queues": true };

  window.dash_clientside.coscheduling = {
    moveWindow: function (_in, _out, _earlier, _later, _whole, timeline, queues, view) {
      const nothing = [none(), none(), none(), none()];
      const changed = dash_clientside.callback_context.triggered.map((one) => one.prop_id.split(".")[0]);
      if (!view) return nothing;
      const trigger = changed.find((id) => !(id in DRAWN)); // a click is heard together with a picture
      if (!trigger && changed.includes("studio-timeline")) return timeline ? dragged(timeline, view, true) : nothing;
      if (!trigger && changed.includes("studio-queues")) return queues ? dragged(queues, view, false) : nothing;
      const width = view.until - view.since;
      const to = {
        "studio-zoom-in": [view.since + width / 4, view.until - width / 4],
        "studio-zoom-out": [view.since - width / 2, view.until + width / 2],
        "studio-earlier": [view.since - width / 2, view.until - width / 2],
        "studio-later": [view.since + width / 2, view.until + width / 2],
      }[trigger];
      if (trigger === "studio-whole") return [null, null, null, null];
      return to ? placed(to[0], to[1], view).concat([none(), none()]) : nothing;
    },

    // What the fields say when they are empty, and how far an arrow key goes in them.
    showView: function (view) {
      if (!view) return Array(7).fill(none());
      const step = Number(((view.until - view.since) / 10).toPrecision(1));
      const end = String(Math.round(view.end * 1000) / 1000);
      return [step, step, end, String(view.nodes), view.nodes, view.nodes, view.nodes];
    },

    // The chosen message stands out: its way, and where it lay until it was received.
    markMessage: function (chosen) {
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
})();
