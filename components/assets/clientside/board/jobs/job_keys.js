// Keys on drawn jobs.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

  function press(event) {
    if (event.key === "Escape" && board.takeBack()) return event.preventDefault();
    const own = event.target.closest && event.target.closest("[data-key]");
    if (!own || !board.parts.list.contains(own) || event.ctrlKey || event.metaKey) return;
    const job = board.byKey(Number(own.dataset.key));
    const jobs = board.sorted(board.state.jobs),
      at = jobs.indexOf(job);
    const by = (event.shiftKey ? 10 : 1) * board.step();
    const isAcross = ["ArrowLeft", "ArrowRight"].includes(event.key);
    let done = true;
    if (ARROWS[event.key] && !isAcross && !event.altKey) {
      board.select(jobs[Math.max(0, Math.min(jobs.length - 1, at + ARROWS[event.key]))].key, true);
    } else if (event.key === "Home" || event.key === "End")
      board.select(jobs[event.key === "Home" ? 0 : jobs.length - 1].key, true);
    else if (event.key === " ") board.select(job.key, true);
    else if (!board.isEditable()) done = false;
    else if (isAcross) board.alter(job, event.altKey ? "run" : "arrival", ARROWS[event.key] * by);
    else if (ARROWS[event.key]) board.alter(job, "machines", -ARROWS[event.key] * (event.shiftKey ? 10 : 1));
    else if (event.key === "[" || event.key === "]") board.alter(job, "estimate", (event.key === "[" ? -1 : 1) * by);
    else if (event.key === "Enter") board.openFields();
    else if (event.key === "Delete" || event.key === "Backspace") board.remove();
    else if (event.key === "Insert" || event.key === "n" || event.key === "N") board.addByKey();
    else done = false;
    if (done) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  Object.assign(board, { press });
})();
