// The whole schedule of a replication: which one is shown, what of it is asked for, and all that stands around it.
//
// What is seen is asked for a moment after the last movement. Until it is there the last picture stays, stretched to where
// it belongs, paler, and said to be old.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const SOON = 60, LATER = 400; // ms after a movement, and between two looks whether a schedule is there
  const TALL = 420, LOW = 320, NARROW = 600, ROW = 2; // px
  const LAYOUTS = [["machines", "Processors"], ["owners", "Users"], ["sizes", "Sizes"]];
  const COLORED = [["job", "job"], ["owner", "user"]];
  const FORMS = [["csv", "CSV", "csv"], ["parquet", "Parquet", "parquet"], ["swf", "SWF", "swf.gz"]];
  const plain = (n) => Number(n.toPrecision(4)).toLocaleString("en").replace(/,/g, "\u2009");
  const made = (name, properties, ...children) => {
    const found = Object.assign(document.createElement(name), properties || {});
    found.append(...children);
    return found;
  };

  let parts = null; // the elements, made when the tab is opened
  let told = null; // what the open tab was told
  let head = null; // of the schedule that is there
  let id = null;
  let shown = null; // the answer that is drawn
  let at = null; // the window that is wanted
  let mark = null, lit = null, box = null;
  let layout = "machines", colored = "job", policy = null, replication = 0;
  let turn = 0, looking = null, timer = null, jobs = null;

  const place = () => document.getElementById("studio-whole-schedule");
  const colors = () => JSON.parse(place().dataset.colors);
  const ground = () => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  const whose = () => (head && head.names.length ? "class" : "user");
  const highest = () => (layout === "owners" ? Math.min(head.owners, 60) : head.machines);
  const whole = () => head && { since: head.since, until: head.until, highest: highest() };
  const ownerOf = (rank) => (rank < head.ranking.length && !(rank === 59 && head.owners > 60) ? nameOf(head.ranking[rank]) : "others");
  const nameOf = (owner) => (head.names.length ? head.names[owner] : owner < 0 ? "not known" : "user " + owner);

  function say(words, isWrong) {
    parts.status.textContent = words;
    parts.status.classList.toggle("wrong", !!isWrong);
  }

  // the schedule -----------------------------------------------------------------------------------------------------

  async function askOf(form) {
    const asked = { tree: told.study.tree, policy: policy, point: Number(told.point || 0), replication: replication, form: form };
    const answer = await fetch("/_studio/whole", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    const found = await answer.json().catch(() => ({ errors: ["The server did not answer; try again."] }));
    return found;
  }

  async function find() {
    const mine = ++turn;
    id = null;
    draw();
    say(`Computing the whole schedule of ${policy} …`);
    for (;;) {
      const found = await askOf("packed").catch(() => ({ errors: ["The server did not answer; it is asked again."], later: true }));
      if (mine !== turn) return;
      if (found.id) return take(found);
      if (!found.later) return say(found.errors.join(" "), true);
      if (!/are computing it$/.test(found.errors[0])) say(found.errors.join(" "));
      await new Promise((go) => window.setTimeout(go, LATER));
      if (mine !== turn) return;
    }
  }

  function take(found) {
    const before = head;
    id = found.id;
    head = found;
    if (layout === "machines" && !head.named) layout = "sizes";
    const isSame = before && at && before.machines === head.machines && before.since === head.since && before.owners === head.owners;
    // The same window under another policy, unless all was seen: then all is.
    const all = { since: head.since, until: head.until, lowest: 0, highest: highest() };
    at = isSame && !(at.since <= before.since && at.until >= before.until) ? at : all;
    offer();
    look();
    if (jobs && parts.jobs.open) jobs.moved();
  }

  // the window -------------------------------------------------------------------------------------------------------

  const size = () => {
    const width = parts.picture.parentElement.clientWidth;
    return { columns: Math.max(16, Math.min(1200, width - (layout === "owners" ? 132 : 76))), rows: Math.min(400, Math.floor(((width < NARROW ? LOW : TALL) - 48) / ROW)) };
  };

  async function look() {
    if (!id) return;
    if (looking) looking.abort();
    looking = new AbortController();
    const { signal } = looking, mine = turn, wanted = at, began = performance.now();
    at.isAsked = true;
    draw();
    const asked = new URLSearchParams({ ...size(), layout: layout, colored_by: colored, since: at.since, until: at.until, lowest: at.lowest, highest: at.highest });
    try {
      const answer = await fetch(`/_studio/whole/${id}?${asked}`, { signal: signal });
      if (answer.status === 404) return find();
      if (!answer.ok) throw new Error(answer.statusText);
      const buffer = await answer.arrayBuffer();
      if (mine !== turn || wanted !== at) return;
      shown = window.corral.readWindow(buffer, colors(), ground());
      Object.assign(at, { since: shown.told.since, until: shown.told.until, lowest: shown.told.lowest, highest: shown.told.highest, isAsked: false });
      place().dataset.took = Math.round(performance.now() - began);
      draw();
      tell();
    } catch (problem) {
      if (problem.name !== "AbortError") say("The server did not answer; move the picture to ask again.", true);
    }
  }

  function go(wanted) {
    at = Object.assign({ isAsked: true }, wanted);
    draw();
    say("Old picture, stretched; the new one is asked for …");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => { look(); if (jobs && parts.jobs.open) jobs.moved(); }, SOON);
  }

  function draw() {
    if (!parts || !parts.picture.parentElement.clientWidth) return;
    parts.picture.classList.toggle("late", !id);
    if (!head || !at) return;
    const height = parts.picture.parentElement.clientWidth < NARROW ? LOW : TALL;
    const title = layout === "owners" ? (whose() === "user" ? "Users, most work first" : "Classes, most work first") : layout === "sizes" ? "Processors in use" : "Processors";
    box = window.corral.drawWhole(parts.picture, height, {
      head: head, shown: shown && shown.told.layout === layout ? shown : null, at: id ? at : Object.assign({}, at, { isAsked: true }), mark: mark,
      colors: colors(), lit: lit, title: title, owners: layout === "owners" ? (rank) => ownerOf(rank).replace(/^user /, "") : null,
    });
    window.corral.drawOverTime(parts.lines, { head: head, shown: shown, at: id ? at : Object.assign({}, at, { isAsked: true }), colors: colors(), hasNames: layout === "owners" });
  }

  // words ------------------------------------------------------------------------------------------------------------

  function tell() {
    const { over_time, pieces, bars } = shown.told;
    const mean = (part) => part.mean.reduce((sum, one) => sum + one, 0) / part.mean.length;
    const clock = (time) => window.corral.wallClock(head, time);
    const levels = layout === "machines" ? `, processors ${plain(Math.floor(at.lowest) + 1)} to ${plain(Math.ceil(at.highest))} of ${plain(head.machines)}` : "";
    const drawn = bars ? "each with a bar" : layout === "sizes" ? "their sizes on top of each other" : "in cells";
    say(`${policy}, replication ${replication + 1}: ${plain(head.jobs)} jobs from ${clock(head.since)} to ${clock(head.until)}. ` +
      `Seen: ${clock(at.since)} to ${clock(at.until)}${levels}; ${plain(pieces)} pieces, ${drawn}. ` +
      `There, ${plain(mean(over_time.utilization))} % of the processors are in use and ${plain(mean(over_time.queue))} jobs wait in the mean, at most ${plain(Math.max(...over_time.queue.largest))}.` +
      (head.by === "lowest free" && head.named ? " Processors have numbers for this picture only: a job takes the lowest free ones." : "") +
      (head.named ? "" : " Processors have no names here: their runs would be too many."));
    if (parts.table.open) fillTable();
    legend();
  }

  function legend() {
    const swatch = (color, words) => {
      const square = made("span", { className: "whole-swatch" });
      square.style.background = color;
      return made("li", {}, square, words);
    };
    const known = Math.min(head.owners, 7);
    const names = colored === "owner"
      ? [...Array(known).keys()].map((rank) => swatch(colors()[rank], nameOf(head.ranking[rank]))).concat(head.owners > 7 ? [swatch(colors()[7], head.owners === 8 ? nameOf(head.ranking[7]) : "others")] : [])
      : [made("li", {}, "Eight colors, repeated by job number, tell neighbors apart.")];
    const full = shown.told.full !== undefined && layout === "owners" ? [made("li", {}, `Darkest: ${plain(shown.told.full)} processors; half as dark: a quarter of them`)] : shown.told.bars || layout === "sizes" ? [] : [made("li", {}, "Paler: less of the cell is taken")];
    parts.legend.replaceChildren(...names, ...full);
  }

  function fillTable() {
    parts.rows.replaceChildren(window.corral.overTimeTable(head, shown.told));
  }

  function point(spot) {
    const tip = parts.tip;
    tip.hidden = true;
    const found = spot && shown && id && box && spot.x >= box.left && spot.x <= box.left + box.width && spot.y >= box.top && spot.y <= box.top + box.height;
    const before = lit;
    lit = null;
    if (found) {
      const time = at.since + ((spot.x - box.left) / box.width) * (at.until - at.since);
      const level = at.highest - ((spot.y - box.top) / box.height) * (at.highest - at.lowest);
      const words = window.corral.wallClock(head, time);
      const { bars } = shown.told;
      const n = bars ? bars.job.findIndex((_, k) => bars.since[k] <= time && time < bars.until[k] && bars.runs[k].some(([low, count]) => low <= level && level < low + count)) : -1;
      if (n >= 0) lit = bars.job[n];
      const lines = n >= 0 ? [
        `job ${bars.job[n] + 1}, ${bars.owner[n]}`, `${plain(bars.size[n])} processors`, `arrives ${window.corral.wallClock(head, bars.arrival[n])}`,
        `waits ${window.corral.instantWords(bars.since[n] - bars.arrival[n])}`, `runs ${window.corral.instantWords(bars.until[n] - bars.since[n])}`,
      ] : [words, layout === "machines" ? `processor ${plain(Math.floor(level) + 1)}` : layout === "owners" ? ownerOf(Math.floor(level)) : `${plain(level)} processors`];
      tip.replaceChildren(...lines.map((line) => made("div", { textContent: line })));
      tip.hidden = false;
      const wide = tip.offsetWidth;
      tip.style.left = Math.max(0, Math.min(spot.x + 14, parts.picture.clientWidth - wide)) + "px";
      tip.style.top = Math.max(0, spot.y - tip.offsetHeight - 10) + "px";
    }
    if (before !== lit) draw();
  }

  // what stands around it --------------------------------------------------------------------------------------------

  function choice(label, options, value, chosen) {
    const select = made("select", {}, ...options.map(([one, words]) => made("option", { value: one, textContent: words })));
    select.value = value;
    select.addEventListener("change", () => chosen(select.value));
    return { label: made("label", { className: "jobs-field" }, label, select), select: select };
  }

  const button = (words, title, act) => {
    const found = made("button", { type: "button", className: "jobs-button", textContent: words, title: title });
    found.setAttribute("aria-label", title);
    found.addEventListener("click", act);
    return found;
  };

  function build() {
    const root = place();
    const hands = window.corral.wholeHands;
    const act = (change) => () => head && go(hands.tidy(whole(), change()));
    const asked = {
      policy: choice("Policy", [], "", (value) => { policy = value; find(); }),
      layout: choice("Rows are", LAYOUTS, layout, (value) => { layout = value; if (head) { at = Object.assign({}, at, { lowest: 0, highest: highest() }); look(); } }),
      colored: choice("Colored by", COLORED, colored, (value) => { colored = value; look(); }),
      replication: made("input", { type: "number", min: 1, value: 1 }),
    };
    asked.replication.addEventListener("change", () => {
      const most = told.study.tree.study.replications;
      replication = Math.min(Math.max(1, Math.round(Number(asked.replication.value)) || 1), most) - 1;
      asked.replication.value = replication + 1;
      find();
    });
    const picture = made("canvas", { tabIndex: 0, className: "whole-picture" });
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", "Schedule: processors over time; the sentence and the tables below say what is in it. Arrows move it, plus and minus make it larger and smaller.");
    const lines = made("canvas", { className: "whole-lines" });
    lines.setAttribute("role", "img");
    lines.setAttribute("aria-label", "Jobs that wait and processors in use over time; the table below has the numbers.");
    parts = {
      asked: asked, picture: picture, lines: lines, tip: made("div", { className: "whole-tip", hidden: true }),
      status: made("p", { className: "picture-text whole-status" }), legend: made("ul", { className: "whole-legend" }),
      rows: made("div", { tabIndex: 0, className: "whole-jobs" }), table: made("details", { className: "table-of-picture" }), jobs: made("details", { className: "table-of-picture" }),
    };
    parts.status.setAttribute("role", "status");
    parts.rows.setAttribute("role", "region");
    parts.rows.setAttribute("aria-label", "Table of this picture");
    parts.table.append(made("summary", { textContent: "Table of this picture" }), parts.rows);
    parts.table.addEventListener("toggle", () => parts.table.open && shown && fillTable());
    parts.jobs.append(made("summary", { textContent: "Table of the jobs" }));
    const exported = made("div", { className: "jobs-bar" }, made("span", { textContent: "All rows as" }), ...FORMS.map(([form, words, ending]) => button(words, `Download all jobs as ${words}`, () => download(form, ending))));
    parts.jobs.append(exported);
    jobs = window.corral.jobsTable(parts.jobs, { id: () => id, head: () => head, window: () => ({ since: at.since, until: at.until }), again: find });
    parts.jobs.addEventListener("toggle", () => parts.jobs.open && id && jobs.ask());
    const bar = made("div", { className: "whole-bar" }, asked.policy.label, made("label", { className: "jobs-field" }, "Replication", asked.replication), asked.layout.label, asked.colored.label);
    const moves = made("div", { className: "jobs-bar" },
      button("+", "Larger", act(() => hands.zoomed(at, 1 / 1.6))), button("−", "Smaller", act(() => hands.zoomed(at, 1.6))),
      button("←", "Earlier", act(() => hands.moved(at, -0.5, 0))), button("→", "Later", act(() => hands.moved(at, 0.5, 0))),
      button("Whole", "The whole schedule", act(() => ({ since: head.since, until: head.until, lowest: 0, highest: highest() }))));
    root.replaceChildren(bar, moves, made("div", { className: "whole-place" }, picture, parts.tip), parts.legend, made("div", { className: "whole-place" }, lines), parts.status, parts.table, parts.jobs);
    window.corral.holdWhole({ canvas: picture, box: () => box, at: () => at, whole: whole, go: go, mark: (one) => { mark = one; draw(); }, point: point });
    new ResizeObserver(() => { if (head && at) { draw(); window.clearTimeout(timer); timer = window.setTimeout(look, LATER); } }).observe(root);
  }

  async function download(form, ending) {
    const mine = turn;
    say("Writing all jobs …");
    for (;;) {
      const found = await askOf(form).catch(() => ({ later: true }));
      if (mine !== turn) return;
      if (found.id) {
        const name = `${policy}-${replication + 1}.${ending}`.replace(/[^\w. -]/g, "-");
        made("a", { href: `/_studio/whole/${found.id}/file?as=${encodeURIComponent(name)}`, download: name }).click();
        return tell();
      }
      if (!found.later) return say(found.errors.join(" "), true);
      await new Promise((on) => window.setTimeout(on, LATER));
    }
  }

  // What there is to choose from.
  function offer() {
    const { asked } = parts;
    const glyphs = JSON.parse(place().dataset.looks);
    const policies = told.study.tree.policies.filter((name) => !(told.off || []).includes(name));
    asked.policy.select.replaceChildren(...policies.map((name) => made("option", { value: name, textContent: `${glyphs[name] || ""} ${name}`.trim() })));
    asked.policy.select.value = policy;
    asked.replication.max = told.study.tree.study.replications;
    asked.replication.value = replication + 1;
    if (!head) return;
    asked.layout.select.replaceChildren(...LAYOUTS.filter(([one]) => one !== "machines" || head.named).map(([one, words]) => made("option", { value: one, textContent: one === "owners" && whose() === "class" ? "Classes" : words })));
    asked.layout.select.value = layout;
    asked.colored.select.options[1].textContent = whose();
  }

  function show(now) {
    if (!now || !place()) return;
    if (!parts || !place().contains(parts.picture)) build();
    const policies = now.study.tree.policies.filter((name) => !(now.off || []).includes(name));
    const before = told && JSON.stringify([told.study.tree, told.point, policy, replication]);
    const isRecolored = told && told.scheme !== now.scheme;
    told = now;
    if (!policies.includes(policy)) policy = policies[0] || now.study.tree.policies[0];
    replication = Math.min(replication, now.study.tree.study.replications - 1);
    offer();
    if (!id || before !== JSON.stringify([told.study.tree, told.point, policy, replication])) find();
    else if (isRecolored) look();
  }

  // The element may come a moment after what it is to show.
  function whenThere(now, tries) {
    if (place() || !tries) return show(now);
    window.requestAnimationFrame(() => whenThere(now, tries - 1));
  }

  window.dash_clientside.whole = {
    show: function (now) {
      if (now) whenThere(now, 200);
      return none();
    },
  };
})();
