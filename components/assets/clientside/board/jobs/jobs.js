// Jobs drawn by hand on an axis of time, and below them, while the hand moves, the schedule of each policy.
//
// The list is the text of a field of the form, from which link, undo and study follow: one gesture writes it once. What
// is drawn meanwhile goes past Dash, straight to the workers: one question at a time, the newest last.
window.dash_clientside = window.dash_clientside || {};
window.corral = window.corral || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const PATH = "workload.arrivals.jobs";
  const FIELD = { path: PATH, type: "studio-field" };
  const MOST = 200;
  const LEFT = 44, RIGHT = 26, AXIS = 22, NARROWEST = 560; // px
  const EVERY = 60; // ms between two questions
  const GRACE = 120; // ms until strips are marked as those of other jobs
  const REST = 450; // ms without a key until what keys have changed is one step
  const AGAIN = [200, 500, 1000, 2000, 4000, 4000];
  const FINEST = 1; // s

  const state = {
    jobs: [], // as drawn, each with a key that stays while it is moved
    text: null, // of the field, as far as it is known
    sent: [], // texts that were written and not heard of yet
    wrong: [], // numbers of lines that cannot be read
    selected: null, // key
    form: null, // {values, ids, draft} as Dash has told
    answer: null, // {keys, schedules, groups}
    said: "", // why there is none
    off: [], // policies that are switched off
  };
  let host = null, parts = {}, scale = null, gesture = null, keysTimer = 0;

  const { nice, gridStep, ticks, stack, endOf } = window.corral.jobScale;
  const { strip, shape, said } = window.corral.jobStrips;
  const sorted = (jobs) => window.corral.jobText.sorted(jobs);
  const byKey = (key) => state.jobs.find((job) => job.key === key);
  const numberOf = (key) => sorted(state.jobs).findIndex((job) => job.key === key) + 1;
  const isEditable = () => Boolean(state.form && state.form.ids.some(({ path }) => path === PATH)) && !state.wrong.length;

  function make(name, attributes, parent, text) {
    const made = document.createElement(name);
    Object.entries(attributes || {}).forEach(([key, value]) => made.setAttribute(key, value));
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  }

  // colors --------------------------------------------------------------------------------------------------------------

  const colors = () => JSON.parse(host.dataset.colors);
  const color = (key) => colors()[key % colors().length];
  function ink(key) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(color(key).slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4)));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? "#111111" : "#ffffff";
  }

  // words ---------------------------------------------------------------------------------------------------------------

  const called = (job) => "job " + numberOf(job.key) + (job.label ? " “" + job.label + "”" : "");
  const machinesOf = (count) => count + (count === 1 ? " machine" : " machines");

  function words(job) {
    const at = state.answer ? state.answer.keys.indexOf(job.key) : -1;
    const waits = at < 0 ? [] : state.answer.schedules.map((one) => (one.start[at] === null
      ? "is " + one.outcome[at] + " under " + one.policy
      : "waits " + said(one.start[at] - state.answer.jobs[at].arrival) + " s under " + one.policy));
    const estimate = job.estimate && job.estimate !== job.run ? ", estimated at " + said(job.estimate) + " s" : "";
    const kind = job.kind === "rigid" ? "" : ", " + job.kind;
    return called(job) + ": arrives at " + said(job.arrival) + " s, " + said(job.run) + " s on " + machinesOf(job.machines) +
      estimate + kind + (waits.length ? ", " + waits.join(", ") : "");
  }

  // the field -----------------------------------------------------------------------------------------------------------

  const tidy = (value) => Number(Number(value).toPrecision(12));

  // Jobs keep their keys, and so their colors, where their lines are the same as before.
  function adopt(text) {
    const { jobs, wrong } = window.corral.jobText.read(text);
    const lines = new Map();
    state.jobs.forEach((job) => lines.set(window.corral.jobText.line(job), (lines.get(window.corral.jobText.line(job)) || []).concat(job.key)));
    const taken = new Set();
    jobs.forEach((job) => {
      const same = (lines.get(window.corral.jobText.line(job)) || []).find((key) => !taken.has(key));
      if (same !== undefined) taken.add((job.key = same));
    });
    const places = new Map(sorted(state.jobs).map((job, n) => [n, job.key]));
    jobs.forEach((job, n) => { // of the same place, if its job is gone
      if (job.key === undefined && places.has(n) && !taken.has(places.get(n)) && jobs.length === state.jobs.length) taken.add((job.key = places.get(n)));
    });
    let free = 0;
    jobs.forEach((job) => {
      if (job.key !== undefined) return;
      while (taken.has(free)) free += 1;
      taken.add((job.key = free));
    });
    state.jobs = jobs;
    state.wrong = wrong;
    state.text = text;
    if (!byKey(state.selected)) state.selected = null;
  }

  function write() {
    window.clearTimeout(keysTimer);
    keysTimer = 0;
    const text = window.corral.jobText.write(sorted(state.jobs));
    if (text === state.text) return;
    state.text = text;
    state.sent.push(text);
    window.dash_clientside.set_props(FIELD, { value: text });
  }

  function writeSoon() {
    window.clearTimeout(keysTimer);
    keysTimer = window.setTimeout(write, REST);
  }

  function heard(text) {
    const at = state.sent.indexOf(text);
    if (at >= 0) {
      state.sent.splice(0, at + 1);
      return;
    }
    if (text === state.text) return;
    state.sent = [];
    window.clearTimeout(keysTimer);
    keysTimer = 0;
    adopt(text);
  }

  // the schedules -------------------------------------------------------------------------------------------------------

  let asked = null, wanted = null, timer = 0, since = 0, tries = 0, graceTimer = 0, number = 0;

  function body() {
    const { values, ids, draft } = state.form;
    const jobs = sorted(state.jobs);
    const own = isEditable() ? values.map((value, n) => (ids[n].path === PATH ? window.corral.jobText.write(jobs) : value)) : values;
    return { keys: jobs.map((job) => job.key), jobs: jobs.map((job) => Object.assign({}, job)), text: JSON.stringify({ draft: draft, values: own, ids: ids }) };
  }

  function want() {
    if (!state.form || !host) return;
    const next = body();
    if (wanted && wanted.text === next.text) return;
    wanted = Object.assign(next, { number: (number += 1) });
    tries = 0;
    if (!graceTimer) graceTimer = window.setTimeout(() => parts.strips && parts.strips.classList.add("older"), GRACE);
    ask();
  }

  async function ask() {
    window.clearTimeout(timer);
    if (asked || !wanted) return;
    const rest = since + EVERY - performance.now();
    if (rest > 0) {
      timer = window.setTimeout(ask, rest);
      return;
    }
    const mine = (asked = wanted);
    since = performance.now();
    let found = null, status = 0;
    try {
      const answer = await fetch("/_studio/schedules", { method: "POST", headers: { "Content-Type": "application/json" }, body: mine.text });
      status = answer.status;
      found = await answer.json();
    } catch {
      // the server is away for a moment
    }
    asked = null;
    if (found && found.schedules && found.jobs === mine.keys.length) accept(mine, found);
    else if (mine === wanted) refuse(found, status);
    if (wanted !== mine) ask();
  }

  function accept(mine, found) {
    state.answer = { keys: mine.keys, jobs: mine.jobs, schedules: found.schedules, groups: found.groups };
    state.said = "";
    if (mine === wanted) settled();
    host.dataset.took = String(Math.round(performance.now() - since));
    draw();
  }

  function refuse(found, status) {
    const isLater = !found || found.later || status >= 500;
    state.said = (found && found.errors ? found.errors.join(" ") : "The server does not answer; it is asked again.");
    if (isLater && tries < AGAIN.length) {
      timer = window.setTimeout(ask, AGAIN[tries]);
      tries += 1;
    } else if (isLater) wanted = null;
    draw();
  }

  function settled() {
    window.clearTimeout(graceTimer);
    graceTimer = 0;
    parts.strips.classList.remove("older");
  }

  // the picture ---------------------------------------------------------------------------------------------------------

  function measure() {
    const room = parts.scroll.clientWidth || NARROWEST;
    const width = Math.max(NARROWEST, room);
    const ends = state.jobs.map(endOf).concat(state.answer ? state.answer.schedules.map((one) => one.makespan) : []);
    const until = Math.max(10, ...ends) * 1.04;
    return { width: width, until: until, perSecond: (width - LEFT - RIGHT) / until, room: room };
  }

  function draw() {
    if (!host || !host.isConnected) return;
    if (!gesture) scale = measure();
    drawList();
    drawStrips();
    drawTable();
    drawFields();
    tell();
  }

  const x = (time) => LEFT + time * scale.perSecond;

  // Only when it has changed: what is clicked twice, or has the focus, is to stay the same element.
  let listed = "";
  function drawList() {
    const jobs = sorted(state.jobs);
    const now = JSON.stringify([jobs, state.selected, scale.width, scale.until, isEditable()]);
    if (listed === now && parts.list.firstChild) return sayList(jobs);
    listed = now;
    const { boxes, height } = stack(jobs, scale.perSecond, gesture ? gesture.unit : 0);
    const focused = document.activeElement && document.activeElement.closest && document.activeElement.closest("[data-key]");
    const focusedKey = focused && parts.list.contains(focused) ? Number(focused.dataset.key) : null;
    const svg = shape("svg", { width: scale.width, height: AXIS + height + 40, class: "jobs-list", role: "group" });
    svg.setAttribute("aria-label", "Jobs on an axis of time: " + jobs.length + (jobs.length === 1 ? " job" : " jobs"));
    ticks(scale.until, scale.perSecond).forEach((time) => {
      shape("line", { x1: x(time), x2: x(time), y1: AXIS - 4, y2: AXIS + height + 40, class: "jobs-grid" }, svg);
      shape("text", { x: x(time), y: AXIS - 8, class: "jobs-axis", "text-anchor": "middle" }, svg, time.toLocaleString("en").replace(/,/g, "\u2009"));
    });
    shape("text", { x: scale.width - 2, y: AXIS - 8, class: "jobs-axis", "text-anchor": "end" }, svg, "s");
    jobs.forEach((job, n) => drawJob(svg, job, n, boxes[n]));
    parts.list.replaceChildren(svg);
    if (focusedKey !== null) {
      const again = svg.querySelector('[data-key="' + focusedKey + '"]') || svg.querySelector('[tabindex="0"]');
      if (again) again.focus({ preventScroll: true });
    }
  }

  function sayList(jobs) {
    jobs.forEach((job) => {
      const one = parts.list.querySelector('[data-key="' + job.key + '"]');
      if (one.getAttribute("aria-label") === words(job)) return;
      one.setAttribute("aria-label", words(job));
      one.querySelector(":scope > title").textContent = words(job);
    });
  }

  function drawJob(svg, job, n, box) {
    const isSelected = job.key === state.selected;
    const isStop = isSelected || (!byKey(state.selected) && n === 0);
    const top = AXIS + box.top, from = x(job.arrival), wide = Math.max(2, job.run * scale.perSecond);
    const one = shape("g", {
      class: "jobs-job" + (isSelected ? " selected" : ""), "data-key": job.key, "data-job": job.key, tabindex: isStop ? 0 : -1,
      role: "button", "aria-pressed": isSelected, "aria-label": words(job), "aria-describedby": "jobs-how",
    }, svg);
    const told = Math.max(job.run, job.estimate || 0) * scale.perSecond;
    if (told > wide + 0.5)
      shape("rect", { x: from, y: top + 4, width: told, height: box.height - 8, class: "jobs-estimate", stroke: color(job.key) }, one);
    shape("rect", { x: from, y: top, width: Math.max(24, wide), height: box.height, class: "jobs-hit" }, one);
    shape("rect", { x: from, y: top, width: wide, height: box.height, fill: color(job.key), class: "jobs-body" }, one);
    const name = job.label || String(n + 1);
    const isInside = wide > 8 * name.length + 4;
    shape("text", {
      x: isInside ? from + wide / 2 : from + Math.max(wide, told) + 5, y: top + box.height / 2 + 4,
      "text-anchor": isInside ? "middle" : "start", class: "jobs-name" + (isInside ? "" : " outside"), fill: isInside ? ink(job.key) : "currentColor",
    }, one, name);
    shape("title", {}, one, words(job));
    if (!isSelected || !isEditable()) return;
    const handle = (what, at, y, title) => {
      const grip = shape("g", { class: "jobs-grip " + what, "data-grip": what }, one);
      shape("circle", { cx: at, cy: y, r: 12, class: "jobs-hit" }, grip);
      shape("circle", { cx: at, cy: y, r: 5, class: "jobs-dot" }, grip);
      shape("title", {}, grip, title);
    };
    const end = Math.max(from + told, from + wide + 26);
    handle("run", from + wide, top + box.height / 2, "run time");
    handle("machines", from + Math.min(wide / 2, Math.max(6, wide / 2)), top + box.height + (box.height < 40 ? 10 : 0), "machines");
    handle("estimate", told > wide + 26 ? from + told : end, top + (box.height < 40 ? -2 : 6), "estimate");
  }

  function drawStrips() {
    const { answer } = state;
    parts.status.textContent = state.wrong.length
      ? (state.wrong.length === 1 ? "Line " : "Lines ") + state.wrong.slice(0, 6).join(", ") +
        " of the list cannot be read; mend them beside Jobs in the sketch, where the reason stands, and the picture can be changed again."
      : state.said;
    if (!answer) return;
    const keys = answer.keys;
    const marks = ticks(scale.until, scale.perSecond);
    const machines = answer.groups.reduce((sum, group) => sum + group.count, 0);
    const looks = JSON.parse(host.dataset.looks);
    const shown = answer.schedules.filter((one) => !state.off.includes(one.policy));
    const drawn = (shown.length ? shown : answer.schedules).map((one) => {
      const section = make("section", { class: "jobs-policy" });
      const head = make("div", { class: "jobs-head" }, section);
      head.style.width = Math.min(scale.width, scale.room) + "px";
      const name = make("h2", {}, head);
      const mark = make("span", { class: "jobs-mark", "aria-hidden": "true" }, name, (looks[one.policy] || [])[2] || "");
      mark.style.setProperty("--light", (looks[one.policy] || [])[0]);
      mark.style.setProperty("--dark", (looks[one.policy] || [])[1]);
      name.append(" " + one.policy);
      const found = strip(one, {
        x: x, width: scale.width, left: LEFT, machines: machines, keys: keys, jobs: answer.jobs, color: color, ink: ink, ticks: marks,
        name: (n) => "job " + (n + 1),
      });
      make("p", {}, head, "mean wait " + said(one.wait) + " s · mean response " + said(one.response) + " s" +
        (one.profit === null ? "" : " · profit " + said(one.profit) + " $") + (found.refused ? " · " + found.refused + " not taken" : "") + (one.cut ? " · too many changes to draw them all" : ""));
      section.appendChild(found.svg);
      return section;
    });
    parts.strips.replaceChildren(...drawn);
    relight();
  }

  // numbers -------------------------------------------------------------------------------------------------------------

  const COLUMNS = [
    ["arrival", "Arrival (s)", 0], ["run", "Run time (s)", 0.001], ["machines", "Machines", 1], ["estimate", "Estimate (s)", 0.001],
  ];

  function drawTable() {
    if (!parts.table || !parts.details.open) return;
    const jobs = sorted(state.jobs), { answer } = state;
    const policies = answer ? answer.schedules : [];
    const table = make("table", { class: "data-table text-1" });
    make("caption", {}, table, "Jobs, and when each of them starts, by policy; estimates that are not given are the run time.");
    const head = make("tr", {}, make("thead", {}, table));
    ["Job", ...COLUMNS.map(([, title]) => title), "Kind", ...policies.flatMap((one) => [one.policy + ": start (s)", "wait (s)"])]
      .forEach((title) => make("th", { scope: "col" }, head, title));
    const rows = make("tbody", {}, table);
    jobs.forEach((job, n) => {
      const row = make("tr", { "data-job": job.key }, rows);
      const name = make("th", { scope: "row" }, row);
      const button = make("button", { type: "button", class: "jobs-row", "data-select": job.key }, name, n + 1 + (job.label ? " " + job.label : ""));
      button.setAttribute("aria-label", "Change job " + (n + 1));
      COLUMNS.forEach(([what]) => make("td", {}, row, job[what] === null ? "" : said(job[what])));
      make("td", {}, row, job.kind);
      const at = answer ? answer.keys.indexOf(job.key) : -1;
      policies.forEach((one) => {
        const isIn = at >= 0 && one.start[at] !== null;
        make("td", {}, row, at < 0 ? "" : isIn ? said(one.start[at]) : one.outcome[at]);
        make("td", {}, row, isIn ? said(one.start[at] - answer.jobs[at].arrival) : "");
      });
    });
    parts.table.replaceChildren(table);
  }

  function field(label, name, value, attributes) {
    const place = make("label", { class: "jobs-field" });
    make("span", {}, place, label);
    const input = make(name === "kind" ? "select" : "input", Object.assign({ "data-name": name }, attributes), place);
    if (name === "kind") ["rigid", "moldable", "malleable"].forEach((one) => make("option", { value: one }, input, one));
    input.value = value === null || value === undefined ? "" : value;
    return place;
  }

  function drawFields() {
    const job = byKey(state.selected);
    const key = job && isEditable() ? JSON.stringify([job, numberOf(job.key)]) : "";
    parts.buttons.remove.disabled = parts.buttons.change.disabled = !key;
    parts.buttons.add.disabled = !isEditable() || state.jobs.length >= MOST;
    if (!key) parts.fields.hidden = true;
    if (!key || parts.fields.dataset.of === key) return;
    if (parts.fields.contains(document.activeElement) && parts.fields.dataset.job === String(job.key) && parts.fields.dataset.of) {
      parts.fields.querySelector("h2").textContent = "Job " + numberOf(job.key);
      parts.fields.dataset.of = key; // what somebody types in is not taken away
      return;
    }
    const before = parts.fields.hidden;
    parts.fields.dataset.of = key;
    parts.fields.dataset.job = job.key;
    const number = (name, title, least, step) => field(title, name, job[name], { type: "number", min: least, step: step || "any", inputmode: "decimal" });
    parts.fields.replaceChildren(
      make("h2", {}, null, "Job " + numberOf(job.key)),
      field("Name", "label", job.label, { maxlength: 40 }),
      ...COLUMNS.map(([name, title, least]) => number(name, title, least, name === "machines" ? 1 : "any")),
      field("Kind", "kind", job.kind, {}),
      ...(job.kind === "rigid" ? [] : [number("smallest", "Smallest size", 1, 1), number("largest", "Largest size", 1, 1)]));
    parts.fields.hidden = before;
  }

  function typed({ target }) {
    const job = byKey(state.selected), name = target.dataset.name;
    if (!job || !name) return;
    const text = target.value.trim();
    const isWord = name === "label" || name === "kind";
    const mayBeEmpty = ["estimate", "smallest", "largest", "label"].includes(name);
    if (!isWord && ((text === "" && !mayBeEmpty) || (text !== "" && !Number.isFinite(Number(text))))) return;
    const value = isWord ? text : text === "" ? null : Number(text);
    if ((name === "arrival" && value < 0) || (name === "run" && value <= 0) || (name === "machines" && (value < 1 || value % 1))) return;
    job[name] = value;
    if (name === "kind" && value === "rigid") job.smallest = job.largest = null;
    if (name === "kind") parts.fields.dataset.of = "";
    draw();
    want();
    writeSoon();
  }

  // what it comes to ----------------------------------------------------------------------------------------------------

  let toldTimer = 0;
  function tell() {
    window.clearTimeout(toldTimer);
    toldTimer = window.setTimeout(() => {
      const { answer } = state;
      if (!answer || !parts.text) return;
      // Where some are sent away, waits are of other jobs under each policy.
      const isRefusing = answer.schedules.some((one) => one.outcome.some(Boolean));
      if (isRefusing && answer.schedules.every((one) => one.profit !== null)) return showTold(profitWords(answer.schedules));
      const known = answer.schedules.filter((one) => one.wait !== null);
      const best = known.reduce((a, b) => (a && a.wait <= b.wait ? a : b), null);
      const worst = known.reduce((a, b) => (a && a.wait >= b.wait ? a : b), null);
      const words = !best ? "" : best.wait === worst.wait
        ? "Under each policy the mean wait is " + said(best.wait) + " s."
        : "The mean wait is shortest under " + best.policy + ", " + said(best.wait) + " s, and longest under " + worst.policy + ", " + said(worst.wait) + " s.";
      showTold(words);
    }, 300);
  }

  function showTold(words) {
    if (parts.text.textContent !== words) parts.text.textContent = words;
  }

  function profitWords(schedules) {
    const [least, ...more] = schedules.slice().sort((a, b) => a.profit - b.profit);
    const most = more.length ? more[more.length - 1] : least;
    if (most.profit === least.profit) return "Under each policy the jobs bring " + said(most.profit) + " $.";
    return "The jobs bring most under " + most.policy + ", " + said(most.profit) + " $, and least under " + least.policy + ", " +
      said(least.profit) + " $.";
  }

  // changes by hand -----------------------------------------------------------------------------------------------------

  function select(key, isFocused) {
    state.selected = key;
    draw();
    const found = isFocused && parts.list.querySelector('[data-key="' + key + '"]');
    if (found) found.focus({ preventScroll: true });
  }

  function change(job, name, value) {
    const snapped = name === "machines" ? Math.max(1, Math.round(value)) : Math.max(name === "arrival" ? 0 : FINEST, value);
    job[name] = tidy(snapped);
    if (name === "run" && job.estimate !== null && job.estimate < job.run) job.estimate = job.run;
    if (name === "estimate" && job.estimate <= job.run) job.estimate = null;
    if (name === "machines" && job.smallest !== null) job.smallest = Math.min(job.smallest, job.machines);
    if (name === "machines" && job.largest !== null) job.largest = Math.max(job.largest, job.machines);
  }

  const step = () => gridStep(scale.perSecond);
  const snap = (time) => tidy(Math.round(time / step()) * step());

  function add(given) {
    if (!isEditable() || state.jobs.length >= MOST) return null;
    const taken = new Set(state.jobs.map((job) => job.key));
    let key = 0;
    while (taken.has(key)) key += 1;
    const job = Object.assign({ key: key, label: "", kind: "rigid", smallest: null, largest: null, estimate: null, deadline: null, profit: 1000 }, given);
    state.jobs.push(job);
    state.selected = key;
    return job;
  }

  function addByKey() {
    const last = sorted(state.jobs).pop();
    const one = byKey(state.selected) || last;
    const job = add({
      arrival: tidy((one ? one.arrival : 0) + step()), run: tidy(Math.max(FINEST, snap(one ? one.run : 5 * step()))), machines: one ? one.machines : 1,
    });
    if (!job) return;
    want();
    write();
    select(job.key, true);
    say(called(job) + " added");
  }

  function remove() {
    const job = byKey(state.selected);
    if (!job || !isEditable()) return;
    if (state.jobs.length === 1) return say("At least one job is needed.");
    const at = numberOf(job.key) - 1, name = called(job);
    state.jobs = state.jobs.filter((one) => one !== job);
    const next = sorted(state.jobs)[Math.min(at, state.jobs.length - 1)];
    want();
    write();
    select(next.key, true);
    say(name + " deleted");
  }

  const say = (text) => (parts.said.textContent = text);

  // pointer -------------------------------------------------------------------------------------------------------------

  const timeAt = (event) => (event.clientX - parts.list.firstChild.getBoundingClientRect().left - LEFT) / scale.perSecond;

  function grab(event) {
    if (event.button !== 0 || !parts.list.contains(event.target)) return;
    const own = event.target.closest("[data-key]");
    if (!isEditable()) return own && select(Number(own.dataset.key), true);
    if (!own && event.pointerType === "touch") return; // a finger scrolls there; jobs are added by the button
    const grip = event.target.closest("[data-grip]");
    event.preventDefault();
    write();
    const before = state.jobs.map((job) => Object.assign({}, job));
    const at = timeAt(event);
    gesture = { before: before, selected: state.selected, at: at, y: event.clientY, what: "move", unit: stack(state.jobs, scale.perSecond).unit, moved: false };
    if (own) {
      gesture.job = byKey(Number(own.dataset.key));
      gesture.what = grip ? grip.dataset.grip : "move";
      gesture.from = Object.assign({}, gesture.job);
      select(gesture.job.key, true);
    } else {
      if (state.jobs.length >= MOST) return (gesture = null);
      gesture.what = "new";
      gesture.start = Math.max(0, snap(at));
    }
    parts.list.setPointerCapture(event.pointerId);
  }

  function drag(event) {
    if (!gesture) return hover(event);
    const time = timeAt(event), down = event.clientY - gesture.y;
    if (Math.abs(time - gesture.at) * scale.perSecond < 3 && Math.abs(down) < 3 && !gesture.moved) return;
    gesture.moved = true;
    const by = time - gesture.at, { job, from, what } = gesture;
    if (what === "new") {
      if (!gesture.job) gesture.job = add({ arrival: gesture.start, run: step(), machines: 1 });
      gesture.job.arrival = Math.max(0, Math.min(gesture.start, snap(time)));
      change(gesture.job, "run", Math.max(step(), Math.abs(snap(time) - gesture.start)));
      change(gesture.job, "machines", Math.min(mostMachines(), 1 + Math.max(0, down) / gesture.unit));
    } else if (what === "move") change(job, "arrival", by * scale.perSecond === 0 ? from.arrival : snap(from.arrival + by));
    else if (what === "run") change(job, "run", Math.max(step(), snap(from.run + by)));
    else if (what === "machines") change(job, "machines", Math.min(mostMachines(), from.machines + down / gesture.unit));
    else if (what === "estimate") change(job, "estimate", snap((from.estimate || from.run) + by));
    atHand(event);
    draw();
    want();
  }

  const mostMachines = () => (state.answer ? state.answer.groups.reduce((sum, group) => sum + group.count, 0) : 2000);

  function atHand(event) {
    const job = gesture.job;
    const told = {
      new: () => "arrives " + said(job.arrival) + " s, " + said(job.run) + " s on " + machinesOf(job.machines),
      move: () => "arrives " + said(job.arrival) + " s", run: () => "run time " + said(job.run) + " s", machines: () => machinesOf(job.machines),
      estimate: () => (job.estimate === null ? "estimate exact" : "estimate " + said(job.estimate) + " s"),
    }[gesture.what]();
    parts.hand.textContent = told;
    parts.hand.hidden = false;
    const box = parts.board.getBoundingClientRect();
    parts.hand.style.left = Math.max(0, Math.min(event.clientX - box.left + 14, box.width - parts.hand.offsetWidth - 4)) + "px";
    parts.hand.style.top = event.clientY - box.top - 30 + "px";
  }

  function letGo() {
    if (!gesture) return;
    const { moved, job } = gesture;
    gesture = null;
    parts.hand.hidden = true;
    if (moved) write();
    draw();
    want();
    if (moved && job) say(words(job));
    if (!moved && job) tap(job.key);
  }

  // Two clicks on a job show its numbers. The browser tells of no double click on what a pointer was captured from.
  const TWICE = 450; // ms
  let tapped = { key: null, at: 0 };
  function tap(key) {
    const now = performance.now();
    const isSecond = tapped.key === key && now - tapped.at < TWICE;
    tapped = { key: isSecond ? null : key, at: now };
    if (isSecond) openFields();
  }

  function takeBack() {
    if (!gesture) return false;
    state.jobs = gesture.before;
    state.selected = gesture.selected;
    gesture = null;
    parts.hand.hidden = true;
    draw();
    want();
    return true;
  }

  function hover({ target }) {
    const found = target.closest && target.closest("[data-job]");
    light(found && host.contains(found) ? found.dataset.job : null);
  }

  // A job that is pointed at or has the focus is lit in every strip.
  let lit = null;
  function light(key) {
    if (lit === key) return;
    lit = key;
    relight();
  }
  function relight() {
    host.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
    const found = lit === null ? [] : host.querySelectorAll('[data-job="' + lit + '"]');
    found.forEach((one) => one.classList.add("lit"));
    host.classList.toggle("has-lit", found.length > 0);
  }

  // keys ----------------------------------------------------------------------------------------------------------------

  const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

  function press(event) {
    if (event.key === "Escape" && takeBack()) return event.preventDefault();
    const own = event.target.closest && event.target.closest("[data-key]");
    if (!own || !parts.list.contains(own) || event.ctrlKey || event.metaKey) return;
    const job = byKey(Number(own.dataset.key));
    const jobs = sorted(state.jobs), at = jobs.indexOf(job);
    const by = (event.shiftKey ? 10 : 1) * step();
    const isAcross = ["ArrowLeft", "ArrowRight"].includes(event.key);
    let done = true;
    if (ARROWS[event.key] && !isAcross && !event.altKey) {
      select(jobs[Math.max(0, Math.min(jobs.length - 1, at + ARROWS[event.key]))].key, true);
    } else if (event.key === "Home" || event.key === "End") select(jobs[event.key === "Home" ? 0 : jobs.length - 1].key, true);
    else if (event.key === " ") select(job.key, true);
    else if (!isEditable()) done = false;
    else if (isAcross) alter(job, event.altKey ? "run" : "arrival", ARROWS[event.key] * by);
    else if (ARROWS[event.key]) alter(job, "machines", -ARROWS[event.key] * (event.shiftKey ? 10 : 1));
    else if (event.key === "[" || event.key === "]") alter(job, "estimate", (event.key === "[" ? -1 : 1) * by);
    else if (event.key === "Enter") openFields();
    else if (event.key === "Delete" || event.key === "Backspace") remove();
    else if (event.key === "Insert" || event.key === "n" || event.key === "N") addByKey();
    else done = false;
    if (done) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  function alter(job, name, by) {
    state.selected = job.key;
    const before = name === "estimate" ? job.estimate || job.run : job[name];
    const value = name === "machines" ? Math.min(mostMachines(), before + by) : before + by;
    change(job, name, name === "arrival" || name === "machines" ? value : Math.max(FINEST, value));
    draw();
    want();
    writeSoon();
  }

  function openFields() {
    if (!byKey(state.selected)) return;
    parts.fields.hidden = false;
    drawFields();
    const first = parts.fields.querySelector('[data-name="arrival"]');
    if (first) first.focus();
  }

  // the place on the page -----------------------------------------------------------------------------------------------

  function build(place) {
    host = place;
    place.replaceChildren();
    parts = { board: make("div", { class: "jobs-board" }, place) };
    const bar = make("div", { class: "jobs-bar", role: "toolbar", "aria-label": "Jobs" }, parts.board);
    const button = (text, title, act) => {
      const made = make("button", { type: "button", class: "jobs-button", title: title }, bar, text);
      made.addEventListener("click", act);
      return made;
    };
    parts.buttons = {
      add: button("+ Add a job", "N or Insert", addByKey),
      change: button("Change numbers", "Enter, or a double click", openFields),
      remove: button("Delete job", "Delete", remove),
    };
    parts.fields = make("div", { class: "jobs-fields", role: "group", "aria-label": "Numbers of the selected job" }, parts.board);
    parts.fields.hidden = true;
    parts.status = make("p", { class: "jobs-status", role: "status" }, parts.board);
    parts.scroll = make("div", { class: "jobs-scroll" }, parts.board);
    parts.list = make("div", { class: "jobs-place" }, parts.scroll);
    parts.strips = make("div", { class: "jobs-strips" }, parts.scroll);
    parts.hand = make("div", { class: "jobs-hand", "aria-hidden": "true" }, parts.board);
    parts.hand.hidden = true;
    parts.said = make("p", { class: "visually-hidden", "aria-live": "polite" }, parts.board);
    parts.text = make("p", { class: "picture-text", "aria-live": "polite" }, parts.board);
    parts.details = make("details", { class: "table-of-picture" }, parts.board);
    make("summary", {}, parts.details, "Table of the jobs");
    parts.table = make("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": "Table of the jobs" }, parts.details);
    parts.details.addEventListener("toggle", drawTable);
    parts.list.addEventListener("pointerdown", grab);
    parts.board.addEventListener("pointermove", drag);
    parts.list.addEventListener("pointerup", letGo);
    parts.list.addEventListener("pointercancel", takeBack);
    parts.board.addEventListener("pointerleave", () => gesture || light(null));
    parts.board.addEventListener("keydown", press);
    parts.list.addEventListener("focusin", ({ target }) => {
      const own = target.closest("[data-key]");
      if (own) light(own.dataset.key);
    });
    parts.board.addEventListener("focusout", ({ relatedTarget }) => {
      if (keysTimer && !parts.board.contains(relatedTarget)) write();
      if (!parts.board.contains(relatedTarget)) light(null);
    });
    parts.fields.addEventListener("input", typed);
    parts.fields.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" && event.key !== "Enter") return;
      event.preventDefault();
      parts.fields.hidden = true;
      select(state.selected, true);
    });
    parts.table.addEventListener("click", ({ target }) => {
      const own = target.closest("[data-select]");
      if (own) {
        select(Number(own.dataset.select), false);
        openFields();
      }
    });
    new ResizeObserver(() => host === place && !gesture && place.clientWidth && draw()).observe(parts.scroll);
    draw();
    want();
  }

  function look() {
    const place = document.querySelector("[data-jobs]");
    if (place && (place !== host || !place.firstChild)) build(place);
  }

  // What was changed by keys is one step before anything else is pressed.
  document.addEventListener("pointerdown", (event) => keysTimer && !(event.target.closest && event.target.closest(".jobs-fields")) && write(), true);
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });

  window.dash_clientside.jobs = {
    // What the form holds, whenever that changes.
    follow: function (values, draft, off, ids) {
      const at = ids.findIndex(({ path }) => path === PATH);
      const jobs = (((draft || {}).workload || {}).arrivals || {}).jobs;
      state.form = { values: values, ids: ids, draft: draft };
      state.off = off || [];
      if (at >= 0) {
        if (!gesture) heard(values[at] || "");
      } else if (Array.isArray(jobs)) heard(window.corral.jobText.write(jobs));
      else return none();
      look();
      draw();
      want();
      return none();
    },
  };
})();
