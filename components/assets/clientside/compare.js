// The Compare page: the address bar, and what can be chosen for A and B.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const SIDES = ["A", "B"];

  function whenWords(when) {
    const time = new Date(when);
    if (isNaN(time)) return "";
    const isToday = time.toDateString() === new Date().toDateString();
    const clock = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
    return isToday ? clock : time.toLocaleDateString("en-GB", { day: "numeric", month: "short" }) + " " + clock;
  }

  window.dash_clientside.compare = {
    // The address bar always holds what is compared; the router is not told, since it would build the page anew.
    keepAddress: function (chosen) {
      const drawer = document.getElementById("compare-drawer");
      if (drawer && !drawer.dataset.met) {
        drawer.dataset.met = "yes"; // on a narrow screen the answer comes first, and the choice is put away
        if (window.innerWidth <= 900) drawer.open = false;
      }
      const address = "/compare?a=" + chosen.A.link + "&b=" + chosen.B.link;
      window.history.replaceState(window.history.state, "", address);
      return SIDES.map((side) => "/?s=" + chosen[side].link);
    },

    // Recent runs, named by what was changed in them, the sketch of the Studio, what is chosen if it is neither, and the
    // examples; no scenario twice.
    offer: function (recent, chosen, examples) {
      const known = new Set(examples.map((one) => one.link));
      const runs = [];
      const times = (title) => recent.filter((one) => one && one.title === title).length;
      const named = (one) =>
        /, changed: /.test(one.title) && times(one.title) === 1 ? String(one.title) : String(one.title) + ", " + whenWords(one.when);
      for (const one of Array.isArray(recent) ? recent : []) {
        if (!one || typeof one.link !== "string" || known.has(one.link)) continue;
        known.add(one.link);
        runs.push({ value: one.link, label: named(one) });
      }
      const sketch = window.corral.kept();
      const isOther = sketch && !known.has(sketch.link);
      if (isOther) known.add(sketch.link);
      return SIDES.map((side) => {
        const own = chosen[side];
        const groups = runs.length ? [{ group: "Recent runs", items: runs }] : [];
        if (isOther) groups.push({ group: "The sketch in the Studio", items: [{ value: sketch.link, label: sketch.title }] });
        if (!known.has(own.link)) groups.push({ group: "From a link", items: [{ value: own.link, label: own.title }] });
        groups.push({ group: "Examples", items: examples.map((one) => ({ value: one.link, label: one.title })) });
        return groups;
      });
    },
  };
})();
