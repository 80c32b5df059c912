// What is seen of a whole schedule: which one, which window of it, and what the modules beside this one do with it.
//
// They find each other here, so that it does not matter which is read first.
window.corral = window.corral || {};
(function () {
  const view = (window.corral.wholeView = window.corral.wholeView || {});
  Object.assign(view, {
    parts: null, // the elements, made when the tab is opened
    told: null, // what the open tab was told
    id: null, head: null, // of the schedule that is there
    shown: null, // the answer that is drawn
    at: null, // the window that is wanted
    mark: null, lit: null, box: null, // what is marked, which job is pointed at, and where the picture is on its canvas
    layout: "machines", colored: "job", policy: null, replication: 0,
    turn: 0, // counts the schedules that were asked for
    jobs: null, // the table of them
  });

  const TALL = 420, LOW = 320, NARROW = 600; // px
  const OWNERS = 60; // told one by one

  view.plain = (n) => Number(n.toPrecision(4)).toLocaleString("en").replace(/,/g, "\u2009");
  view.made = (name, properties, ...children) => {
    const found = Object.assign(document.createElement(name), properties || {});
    found.append(...children);
    return found;
  };

  view.place = () => document.getElementById("studio-whole-schedule");
  view.colors = () => JSON.parse(view.place().dataset.colors);
  view.ground = () => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  view.width = () => view.parts.picture.parentElement.clientWidth;
  view.height = () => (view.width() < NARROW ? LOW : TALL);

  view.whose = () => (view.head && view.head.names.length ? "class" : "user");
  view.highest = () => (view.layout === "owners" ? Math.min(view.head.owners, OWNERS) : view.head.machines);
  view.whole = () => view.head && { since: view.head.since, until: view.head.until, highest: view.highest() };
  view.all = () => ({ since: view.head.since, until: view.head.until, lowest: 0, highest: view.highest() });

  view.nameOf = (owner) => {
    const { names } = view.head;
    return names.length ? names[owner] : owner < 0 ? "not known" : "user " + owner;
  };
  view.ownerOf = (rank) => {
    const { ranking, owners } = view.head;
    return rank < ranking.length && !(rank === OWNERS - 1 && owners > OWNERS) ? view.nameOf(ranking[rank]) : "others";
  };

  view.say = (words, isWrong) => {
    view.parts.status.textContent = words;
    view.parts.status.classList.toggle("wrong", !!isWrong);
  };
})();
