// The Studio page: dragging speeds, errors at their fields, and the address bar.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;

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

    // What is wrong stands at its field; what was wrong before is taken away.
    showErrors: function (errors, folded) {
      const before = window.corralErrors || [];
      const shown = (window.corralErrors = Object.keys(errors));
      const show = (path, error) => {
        const id = { path: path, type: "studio-field" };
        const place = { path: path, type: "studio-field-error" };
        if (document.getElementById(JSON.stringify(place))) dash_clientside.set_props(place, { children: error });
        const field = document.getElementById(JSON.stringify(id));
        if (!field) return error && unfold(path, () => window.corralErrors === shown && show(path, error));
        dash_clientside.set_props(id, { error: error });
        const away = error && field.closest("#studio-sketch details:not([open])");
        if (away) away.open = true; // or nobody would see it
      };
      // The part in which nobody has looked for the field: it is opened, and the field comes.
      const unfold = (path, then) => {
        const part = Object.keys(folded || {}).find((one) => JSON.stringify(folded[one]).includes(JSON.stringify(path)));
        const away = part && document.querySelector(`#studio-sketch details[data-part="${CSS.escape(part)}"]`);
        if (!away) return;
        away.open = true;
        const place = new MutationObserver(() => {
          if (!document.getElementById(JSON.stringify({ path: path, type: "studio-field" }))) return;
          place.disconnect();
          then();
        });
        place.observe(away, { childList: true, subtree: true });
      };
      before.filter((path) => !(path in errors)).forEach((path) => show(path, ""));
      Object.entries(errors).forEach(([path, error]) => show(path, error));
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

    copyMethods: function (clicks, text) {
      if (!clicks) return none();
      const byHand = () => dash_clientside.set_props("studio-copied", { children: "Mark the text and copy it." });
      const done = () => dash_clientside.set_props("studio-copied", { children: "Copied." });
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
      else byHand();
      return none();
    },
  };
})();
