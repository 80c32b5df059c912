// In a page before anything else: when what was first seen, and how often its curves changed. Times are ms since the
// page was asked for. When something was pressed, the browser says: whoever measures may have taken his time before.
(() => {
  const SEEN = {
    first_picture: "#studio-curves .scatterlayer .trace, #studio-curves .heatmaplayer .hm, #first-picture svg",
    live_figure: "#studio-curves .scatterlayer .trace, #studio-curves .heatmaplayer .hm",
    bare_curve: "#bare-curve .scatterlayer .trace",
  };
  const watched = (window.watched = {
    seen: {},
    changes: [],
    tasks: 0,
    last: 0,
    shift: 0,
    pressed: 0,
    wanted: "",
    there: 0,
  });
  document.addEventListener("pointerdown", (event) => (watched.pressed = event.timeStamp), true);
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type: type, buffered: true });
  observe("longtask", (entry) => {
    watched.tasks += entry.duration;
    watched.last = entry.startTime + entry.duration;
  });
  observe("layout-shift", (entry) => entry.hadRecentInput || (watched.shift += entry.value));

  let drawn = "";
  function look() {
    Object.entries(SEEN).forEach(([name, selector]) => {
      if (!(name in watched.seen) && document.querySelector(selector)) watched.seen[name] = performance.now();
    });
    if (watched.wanted && document.querySelector(watched.wanted)) {
      watched.there = performance.now();
      watched.wanted = "";
    }
    // Of each curve the path itself: what is seen, whoever draws it.
    const paths = document.querySelectorAll("#studio-curves .scatterlayer .js-line");
    const now = Array.from(paths, (path) => path.getAttribute("d")).join();
    if (now && now !== drawn) watched.changes.push(performance.now());
    drawn = now || drawn;
    window.requestAnimationFrame(look);
  }
  window.requestAnimationFrame(look);
})();
