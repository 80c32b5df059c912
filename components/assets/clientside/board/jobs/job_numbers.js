// Drawn jobs as numbers: the table, and fields for the one that is selected.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const COLUMNS = [
    ["arrival", "Arrival (s)", 0],
    ["run", "Run time (s)", 0.001],
    ["machines", "Machines", 1],
    ["estimate", "Estimate (s)", 0.001],
  ];

  function drawTable() {
    if (!board.parts.table || !board.parts.details.open) return;
    const jobs = board.sorted(board.state.jobs),
      { answer } = board.state;
    const policies = answer ? answer.schedules : [];
    const table = board.make("table", { class: "data-table text-1" });
    board.make(
      "caption",
      {},
      table,
      "Jobs, and when each of them starts, by policy; estimates that are not given are the run time.",
    );
    const head = board.make("tr", {}, board.make("thead", {}, table));
    [
      "Job",
      ...COLUMNS.map(([, title]) => title),
      "Kind",
      ...policies.flatMap((one) => [one.policy + ": start (s)", "wait (s)"]),
    ].forEach((title) => board.make("th", { scope: "col" }, head, title));
    const rows = board.make("tbody", {}, table);
    jobs.forEach((job, n) => {
      const row = board.make("tr", { "data-job": job.key }, rows);
      const name = board.make("th", { scope: "row" }, row);
      const button = board.make(
        "button",
        { type: "button", class: "jobs-row", "data-select": job.key },
        name,
        n + 1 + (job.label ? " " + job.label : ""),
      );
      button.setAttribute("aria-label", "Change job " + (n + 1));
      COLUMNS.forEach(([what]) => board.make("td", {}, row, job[what] === null ? "" : board.said(job[what])));
      board.make("td", {}, row, job.kind);
      const at = answer ? answer.keys.indexOf(job.key) : -1;
      policies.forEach((one) => {
        const isIn = at >= 0 && one.start[at] !== null;
        board.make("td", {}, row, at < 0 ? "" : isIn ? board.said(one.start[at]) : one.outcome[at]);
        board.make("td", {}, row, isIn ? board.said(one.start[at] - answer.jobs[at].arrival) : "");
      });
    });
    board.parts.table.replaceChildren(table);
  }

  function field(label, name, value, attributes) {
    const place = board.make("label", { class: "jobs-field" });
    board.make("span", {}, place, label);
    const input = board.make(
      name === "kind" ? "select" : "input",
      Object.assign({ "data-name": name }, attributes),
      place,
    );
    if (name === "kind")
      ["rigid", "moldable", "malleable"].forEach((one) => board.make("option", { value: one }, input, one));
    input.value = value === null || value === undefined ? "" : value;
    return place;
  }

  function drawFields() {
    const job = board.byKey(board.state.selected);
    const key = job && board.isEditable() ? JSON.stringify([job, board.numberOf(job.key)]) : "";
    board.parts.buttons.remove.disabled = board.parts.buttons.change.disabled = !key;
    board.parts.buttons.add.disabled = !board.isEditable() || board.state.jobs.length >= board.MOST;
    if (!key) board.parts.fields.hidden = true;
    if (!key || board.parts.fields.dataset.of === key) return;
    if (
      board.parts.fields.contains(document.activeElement) &&
      board.parts.fields.dataset.job === String(job.key) &&
      board.parts.fields.dataset.of
    ) {
      board.parts.fields.querySelector("h2").textContent = "Job " + board.numberOf(job.key);
      board.parts.fields.dataset.of = key; // what somebody types in is not taken away
      return;
    }
    const before = board.parts.fields.hidden;
    board.parts.fields.dataset.of = key;
    board.parts.fields.dataset.job = job.key;
    const number = (name, title, least, step) =>
      field(title, name, job[name], { type: "number", min: least, step: step || "any", inputmode: "decimal" });
    board.parts.fields.replaceChildren(
      board.make("h2", {}, null, "Job " + board.numberOf(job.key)),
      field("Name", "label", job.label, { maxlength: 40 }),
      ...COLUMNS.map(([name, title, least]) => number(name, title, least, name === "machines" ? 1 : "any")),
      field("Kind", "kind", job.kind, {}),
      ...(job.kind === "rigid"
        ? []
        : [number("smallest", "Smallest size", 1, 1), number("largest", "Largest size", 1, 1)]),
    );
    board.parts.fields.hidden = before;
  }

  function typed({ target }) {
    const job = board.byKey(board.state.selected),
      name = target.dataset.name;
    if (!job || !name) return;
    const text = target.value.trim();
    const isWord = name === "label" || name === "kind";
    const mayBeEmpty = ["estimate", "smallest", "largest", "label"].includes(name);
    if (!isWord && ((text === "" && !mayBeEmpty) || (text !== "" && !Number.isFinite(Number(text))))) return;
    const value = isWord ? text : text === "" ? null : Number(text);
    if (
      (name === "arrival" && value < 0) ||
      (name === "run" && value <= 0) ||
      (name === "machines" && (value < 1 || value % 1))
    )
      return;
    job[name] = value;
    if (name === "kind" && value === "rigid") job.smallest = job.largest = null;
    if (name === "kind") board.parts.fields.dataset.of = "";
    board.draw();
    board.want();
    board.writeSoon();
  }

  function openFields() {
    if (!board.byKey(board.state.selected)) return;
    board.parts.fields.hidden = false;
    drawFields();
    const first = board.parts.fields.querySelector('[data-name="arrival"]');
    if (first) first.focus();
  }

  Object.assign(board, { drawTable, drawFields, typed, openFields });
})();
