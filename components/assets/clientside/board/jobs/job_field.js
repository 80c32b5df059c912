// The text of the field that holds drawn jobs, from which link, undo and study follow: one gesture writes it once.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const FIELD = { path: board.PATH, type: "studio-field" };
  const REST = 450; // ms without a key until what keys have changed is one step

  const tidy = (value) => Number(Number(value).toPrecision(12));

  // Jobs keep their keys, and so their colors, where their lines are the same as before.
  function adopt(text) {
    const { jobs, wrong } = window.corral.jobText.read(text);
    const lines = new Map();
    board.state.jobs.forEach((job) =>
      lines.set(window.corral.jobText.line(job), (lines.get(window.corral.jobText.line(job)) || []).concat(job.key)),
    );
    const taken = new Set();
    jobs.forEach((job) => {
      const same = (lines.get(window.corral.jobText.line(job)) || []).find((key) => !taken.has(key));
      if (same !== undefined) taken.add((job.key = same));
    });
    const places = new Map(board.sorted(board.state.jobs).map((job, n) => [n, job.key]));
    jobs.forEach((job, n) => {
      // of the same place, if its job is gone
      if (
        job.key === undefined &&
        places.has(n) &&
        !taken.has(places.get(n)) &&
        jobs.length === board.state.jobs.length
      )
        taken.add((job.key = places.get(n)));
    });
    let free = 0;
    jobs.forEach((job) => {
      if (job.key !== undefined) return;
      while (taken.has(free)) free += 1;
      taken.add((job.key = free));
    });
    board.state.jobs = jobs;
    board.state.wrong = wrong;
    board.state.text = text;
    if (!board.byKey(board.state.selected)) board.state.selected = null;
  }

  function write() {
    window.clearTimeout(board.keysTimer);
    board.keysTimer = 0;
    const text = window.corral.jobText.write(board.sorted(board.state.jobs));
    if (text === board.state.text) return;
    board.state.text = text;
    board.state.sent.push(text);
    window.dash_clientside.set_props(FIELD, { value: text });
  }

  function writeSoon() {
    window.clearTimeout(board.keysTimer);
    board.keysTimer = window.setTimeout(write, REST);
  }

  function heard(text) {
    const at = board.state.sent.indexOf(text);
    if (at >= 0) {
      board.state.sent.splice(0, at + 1);
      return;
    }
    if (text === board.state.text) return;
    board.state.sent = [];
    window.clearTimeout(board.keysTimer);
    board.keysTimer = 0;
    adopt(text);
  }

  Object.assign(board, { tidy, write, writeSoon, heard });
})();
