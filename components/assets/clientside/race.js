// The race: several policies on one clock. The player moves it; here are the ways to where they part, and why each does
// what it does then. Everything comes with the race, so that no server is asked on the way.
window.corral = window.corral || {};
(function () {
  const ids = { first: "studio-race-first", back: "studio-race-back", next: "studio-race-next" };
  const find = (id) => document.getElementById(id);
  const make = (...args) => window.dash_clientside.words.make(...args);
  let now = null; // {trace, n}: where the player is

  const isSeen = (element) => Boolean(element) && element.getClientRects().length > 0;
  const parted = () => (now && now.trace.parted) || [];
  // Also while presenting, where the buttons are away.
  const isThere = () => isSeen(find("studio-race")) && parted().length > 0;

  // The next place (1), the one before (-1) or the first one (0) where they part.
  function target(by) {
    const all = parted();
    if (!by) return all[0];
    return by > 0 ? all.find(({ step }) => step > now.n) : all.filter(({ step }) => step < now.n).pop();
  }

  function go(by) {
    const to = isThere() && target(by);
    if (!to) return;
    window.corral.followJob(to.job);
    near(to.step);
    window.dash_clientside.set_props("studio-step", { value: to.step });
  }
  // So near that the instants around can be told apart; who zooms out again (double click) sees all of it.
  const BEFORE = 12, AFTER = 24; // instants
  function near(step) {
    const picture = document.querySelector("#studio-race .js-plotly-plot");
    const { steps } = now.trace;
    const range = [steps[Math.max(0, step - BEFORE)].time, steps[Math.min(steps.length - 1, step + AFTER)].time];
    if (picture && picture.layout && range[1] > range[0]) window.Plotly.relayout(picture, { "xaxis.range": range });
  }
  window.corral.race = { go: go, isThere: isThere };

  // What a policy said last at this instant: at it, or before.
  function column(policy) {
    const { trace, n } = now;
    const last = trace.told[policy][n];
    const said = last < 0 ? ["Nothing has happened yet."] : trace.reasons[policy][last];
    const [when, ...why] = said || ["Not told here: there are too many events. The tab Decisions tells them."];
    const isPast = last >= 0 && n > 0 && trace.told[policy][n - 1] === last;
    const head = make("h3", { textContent: policy });
    const place = make("section", { className: isPast ? "past" : "" }, head, make("p", { className: "when", textContent: when }));
    why.forEach((sentence) => place.append(make("p", { textContent: sentence })));
    return place;
  }

  function show() {
    const place = find("studio-race-reasons");
    if (!place || !now.trace.reasons) return;
    place.replaceChildren(...now.trace.racers.map(column));
    const all = parted();
    const at = all.findIndex(({ step }) => step === now.n);
    const words = at >= 0 ? at + 1 + " of " + all.length + ". " + all[at].said
      : all.length ? all.length + " different decisions in this window." : "In this window they decide nothing otherwise.";
    if (find("studio-race-said").textContent !== words) find("studio-race-said").textContent = words;
    const enable = (id, is) => window.dash_clientside.set_props(id, { disabled: !is });
    enable(ids.first, all.length > 0);
    enable(ids.back, Boolean(target(-1)));
    enable(ids.next, Boolean(target(1)));
  }

  document.addEventListener("corral-instant", ({ detail }) => {
    now = detail;
    if (now.trace.reasons) show();
  });
  // The tab comes when it is opened, which may be after the player has been there.
  document.addEventListener("corral-drawn", ({ target: picture }) => {
    if (now && picture.closest && picture.closest("#studio-race")) show();
  });
  document.addEventListener("click", ({ target: clicked }) => {
    const button = clicked.closest && clicked.closest("button");
    if (!button) return;
    if (button.id === ids.first) go(0);
    else if (button.id === ids.back) go(-1);
    else if (button.id === ids.next) go(1);
  });
})();
