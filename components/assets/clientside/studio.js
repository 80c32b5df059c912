// The Studio page: dragging speeds, the address bar, and the player of a replication.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const plot = (id) => document.querySelector("#" + id + " .js-plotly-plot");
  // Dash hands over together what happens while it is busy: a click must not drown in a tick.
  const happened = (id) => dash_clientside.callback_context.triggered.some((one) => one.prop_id.split(".")[0] === id);
  // How often a button was clicked since this was asked last: several clicks may come as one call, too.
  const counted = {};
  function clicked(clicks, button) {
    const before = counted[button] || 0;
    counted[button] = clicks || 0; // a page that is built anew begins at nothing
    return Math.max(0, counted[button] - before);
  }
  const calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

  // The token's way through the diagram: along the curve of the edge, or a jump.
  function moveToken(diagram, from, to, kind) {
    const meta = diagram.layout.meta;
    // States that are not shown one by one have one place, the last.
    const last = meta.x.length - 1;
    from = Math.min(from, last);
    to = Math.min(to, last);
    const put = (x, y) => Plotly.restyle(diagram, { x: [[x]], y: [[y]] }, [meta.token]);
    window.cancelAnimationFrame(diagram.corralFrame);
    if (meta.matrix) return put(to, from); // the cell of the transition
    const number = meta.edges[from + "-" + to + "-" + kind];
    if (number === undefined || calm()) return put(meta.x[to], meta.y[to]);
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
    Plotly.relayout(picture, change);
  }

  const WITH_INSTANT = { schedule: true, allocation: true, "over-time": false, profit: false }; // tab: window follows
  const TOKEN = { "studio-state-diagram": true, "studio-strip": true };

  let shown = null; // what the player shows: {trace, n, tab}

  // It stands on a tab that nobody may have opened yet.
  function sayFree() {
    const place = document.getElementById("studio-available");
    if (place) place.textContent = freeWords(shown.trace, shown.n);
  }

  // Marks the instant in a picture of the open tab that is drawn. Those that are drawn later are marked then.
  function mark(picture) {
    if (!shown || !picture.layout || picture.offsetParent === null) return;
    const { trace, n, tab } = shown;
    const id = picture.closest(".dash-graph").id;
    const now = trace.steps[n];
    if (tab === "states" && id === "studio-state-diagram") {
      sayFree();
      moveToken(picture, n > 0 ? trace.states[n - 1] : trace.states[n], trace.states[n], now.kind);
    } else if (tab === "states" && id === "studio-strip") {
      moveInstant(picture, now.time, true);
    } else if (tab in WITH_INSTANT && id === "studio-" + tab) {
      moveInstant(picture, now.time, WITH_INSTANT[tab]);
    }
  }
  document.addEventListener("corral-drawn", (event) => mark(event.target));

  // What is free: machines without a job or, where jobs share them in time, machines available in each delay class.
  function freeWords(trace, n) {
    if (trace.idle) return "Idle machines: " + trace.idle[n] + " of " + trace.machines;
    const available = trace.steps[n].available;
    const classes = trace.classes.map((delay, k) => "delay " + delay + ": " + available[k]);
    return "Available machines – " + classes.join(", ") + "  (" + available.join(", ") + ")";
  }

  // Which group's bar was dragged, and to which speed factor.
  function draggedTo(change) {
    const key = Object.keys(change || {}).find((name) => /^shapes\[\d+\]\.y0$/.test(name));
    if (!key) return null;
    return { group: Number(key.match(/\d+/)[0]), factor: factorOf((change[key] + change[key.replace("y0", "y1")]) / 2) };
  }
  const factorOf = (speed) => Math.round(10 / Math.min(1, Math.max(0.02, speed))) / 10;
  const pathOf = (group) => "cluster.groups." + group + ".speed_factor";

  // The preview follows while a bar is dragged; the field, and all that follows from it, when it is let go. Plotly says
  // nothing before: where the tops are is read from what it draws.
  let grip = null; // the picture of the cluster while a button is down in it
  let told = ""; // what was said last

  function followGrip() {
    if (!grip || !grip.layout.meta) return;
    const axis = grip._fullLayout.yaxis;
    grip.querySelectorAll(".shapelayer path[data-index]").forEach((path) => {
      const group = Number(path.dataset.index);
      const bar = grip.layout.meta.bars[group];
      const place = /^M[^,]+,([\d.]+)/.exec(path.getAttribute("d") || "");
      if (!bar || !place) return;
      const speed = axis.p2d(Number(place[1]) - axis._offset);
      const said = group + " " + factorOf(speed);
      if (Math.abs(speed - bar[2]) < 0.01 || said === told) return;
      told = said;
      window.corral.dragged(pathOf(group), factorOf(speed));
    });
  }
  document.addEventListener("pointerdown", ({ target }) => {
    grip = target.closest && target.closest("#studio-cluster-picture .js-plotly-plot");
    told = "";
  }, true);
  document.addEventListener("pointerup", () => (grip = null), true);
  document.addEventListener("pointermove", () => grip && window.requestAnimationFrame(followGrip), true);

  let followed; // what the link that opened the page asked for, once the player has been there

  const amount = (count, one, many) => count + " " + (count === 1 ? one : many);

  window.dash_clientside.studio = {
    // When the top of a bar was dragged: the new speed goes into the group's field, which everything else follows.
    dragSpeed: function (change, figure) {
      const dragged = figure && draggedTo(change);
      if (!dragged) return none();
      const { group, factor } = dragged;
      dash_clientside.set_props({ type: "studio-field", path: pathOf(group) }, { value: factor });
      const undone = Object.assign({}, figure, { layout: Object.assign({}, figure.layout) });
      undone.layout.shapes = figure.layout.meta.bars.map((bar, n) => {
        const height = n === group ? 1 / factor : bar[2];
        return Object.assign({}, figure.layout.shapes[n], { x0: bar[0], x1: bar[1], y0: height, y1: height });
      });
      return undone;
    },

    // A choice that changes which fields there are; the server builds the form anew only then.
    noticeReshape: function () {
      const kinds = /\.(distribution|process|method|spread|model|estimate|deadline|event|rule|presence|kind|imbalance|service|objective)$|^study\.((and_)?vary\.field|stop)$/;
      // Several fields are handed over together while the page is busy.
      const changed = dash_clientside.callback_context.triggered.filter((one) => one.prop_id.startsWith("{"));
      const all = dash_clientside.callback_context.inputs_list[0].length;
      if (all > 1 && changed.length === all) return none(); // the form has just been built
      const named = changed.map((one) => ({ path: JSON.parse(one.prop_id.slice(0, one.prop_id.lastIndexOf("."))).path, value: one.value }));
      return named.reverse().find((one) => kinds.test(one.path)) || none();
    },

    // What is wrong stands at its field; what was wrong before is taken away.
    showErrors: function (errors) {
      const show = (path, error) => {
        const id = { path: path, type: "studio-field" };
        const place = { path: path, type: "studio-field-error" };
        if (document.getElementById(JSON.stringify(place))) dash_clientside.set_props(place, { children: error });
        const field = document.getElementById(JSON.stringify(id));
        if (!field) return;
        dash_clientside.set_props(id, { error: error });
        const away = error && field.closest("#studio-sketch details:not([open])");
        if (away) away.open = true; // or nobody would see it
      };
      (window.corralErrors || []).filter((path) => !(path in errors)).forEach((path) => show(path, ""));
      Object.entries(errors).forEach(([path, error]) => show(path, error));
      window.corralErrors = Object.keys(errors);
      return none();
    },

    // The address bar always holds the scenario. What the sender of a link saw was of that link's scenario.
    keepAddress: function (link) {
      const drawer = document.getElementById("studio-drawer");
      if (drawer && !drawer.dataset.met) {
        drawer.dataset.met = "yes"; // on a narrow screen the answer comes first, and the sketch is put away
        if (window.innerWidth <= 900 && !drawer.closest(".of-embed, .of-lesson")) drawer.open = false;
      }
      const before = new URLSearchParams(window.location.search).get("s");
      if (link) window.corralAddress(link === before ? {} : before ? { s: link, f: "" } : { s: link });
      return none();
    },

    // Each part of the bar is seen on the tabs that name it.
    showReplayBar: function (tab, bars) {
      const parts = bars[tab];
      return parts ? ["replay-bar"].concat(parts.map((part) => "with-" + part)).join(" ") : "replay-bar hidden";
    },

    copyMethods: function (clicks, text) {
      if (!clicks) return none();
      const byHand = () => dash_clientside.set_props("studio-copied", { children: "Mark the text and copy it." });
      const done = () => dash_clientside.set_props("studio-copied", { children: "Copied." });
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
      else byHand();
      return none();
    },

    step: function (back, next, _tick, trace, now, asked) {
      const moves = clicked(next, "next") - clicked(back, "back");
      if (!trace) return none();
      const last = trace.steps.length - 1;
      if (happened("studio-trace")) {
        const first = asked && asked !== followed ? asked.step : 0; // once, where a link points
        followed = asked;
        return Math.max(0, Math.min(last, first));
      }
      const wanted = (now || 0) + moves + (happened("studio-tick") ? 1 : 0);
      return Math.max(0, Math.min(last, wanted));
    },

    play: function (_clicks, tab, step, stopped, trace, bars) {
      if (happened("studio-play")) return stopped ? [false, "❚❚ Pause"] : [true, "▶ Play"];
      const over = trace && step >= trace.steps.length - 1;
      const hidden = !(bars[tab] || []).includes("player");
      return over || hidden ? [true, "▶ Play"] : [none(), none()];
    },

    showInstant: function (step, trace, tab) {
      shown = null;
      if (!trace) return none();
      const n = Math.max(0, Math.min(step || 0, trace.steps.length - 1));
      if (trace.words) return trace.words[n] || "No slot begins in this window.";
      shown = { trace: trace, n: n, tab: tab };
      const now = trace.steps[n];
      [...Object.keys(TOKEN), "studio-" + tab].map(plot).filter(Boolean).forEach(mark);
      sayFree();
      const time = now.time.toLocaleString("en", { maximumFractionDigits: 1 }).replace(/,/g, "\u2009");
      const subject = now.kind === "machine" ? "" : " (job " + (now.job + 1) + ")";
      const words =
        "Event " + (n + 1) + " of " + trace.steps.length + ", " + time + " s: " + now.trigger + subject + ". " +
        amount(now.running, "job runs", "jobs run") + ", " + now.waiting + " waiting" +
        (trace.idle ? ", " + amount(trace.idle[n], "machine", "machines") + " idle" : "") +
        "; state " + trace.labels[n] + ".";
      return words;
    },
  };
})();
