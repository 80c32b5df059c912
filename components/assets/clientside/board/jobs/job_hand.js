// The pointer on drawn jobs: a new one is drawn, or one is moved or pulled at a handle.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const timeAt = (event) =>
    (event.clientX - board.parts.list.firstChild.getBoundingClientRect().left - board.LEFT) / board.scale.perSecond;

  function grab(event) {
    if (event.button !== 0 || !board.parts.list.contains(event.target)) return;
    const own = event.target.closest("[data-key]");
    if (!board.isEditable()) return own && board.select(Number(own.dataset.key), true);
    if (!own && event.pointerType === "touch") return; // a finger scrolls there; jobs are added by the button
    const grip = event.target.closest("[data-grip]");
    event.preventDefault();
    board.write();
    const before = board.state.jobs.map((job) => Object.assign({}, job));
    const at = timeAt(event);
    board.gesture = {
      before: before,
      selected: board.state.selected,
      at: at,
      y: event.clientY,
      what: "move",
      unit: board.stack(board.state.jobs, board.scale.perSecond).unit,
      moved: false,
    };
    if (own) {
      board.gesture.job = board.byKey(Number(own.dataset.key));
      board.gesture.what = grip ? grip.dataset.grip : "move";
      board.gesture.from = Object.assign({}, board.gesture.job);
      board.select(board.gesture.job.key, true);
    } else {
      if (board.state.jobs.length >= board.MOST) return (board.gesture = null);
      board.gesture.what = "new";
      board.gesture.start = Math.max(0, board.snap(at));
    }
    board.parts.list.setPointerCapture(event.pointerId);
  }

  function drag(event) {
    if (!board.gesture) return board.hover(event);
    const time = timeAt(event),
      down = event.clientY - board.gesture.y;
    if (Math.abs(time - board.gesture.at) * board.scale.perSecond < 3 && Math.abs(down) < 3 && !board.gesture.moved)
      return;
    board.gesture.moved = true;
    const by = time - board.gesture.at,
      { job, from, what } = board.gesture;
    if (what === "new") {
      if (!board.gesture.job)
        board.gesture.job = board.add({ arrival: board.gesture.start, run: board.step(), machines: 1 });
      board.gesture.job.arrival = Math.max(0, Math.min(board.gesture.start, board.snap(time)));
      board.change(board.gesture.job, "run", Math.max(board.step(), Math.abs(board.snap(time) - board.gesture.start)));
      board.change(board.gesture.job, "machines", Math.min(mostMachines(), 1 + Math.max(0, down) / board.gesture.unit));
    } else if (what === "move")
      board.change(job, "arrival", by * board.scale.perSecond === 0 ? from.arrival : board.snap(from.arrival + by));
    else if (what === "run") board.change(job, "run", Math.max(board.step(), board.snap(from.run + by)));
    else if (what === "machines")
      board.change(job, "machines", Math.min(mostMachines(), from.machines + down / board.gesture.unit));
    else if (what === "estimate") board.change(job, "estimate", board.snap((from.estimate || from.run) + by));
    atHand(event);
    board.draw();
    board.want();
  }

  const mostMachines = () =>
    board.state.answer ? board.state.answer.groups.reduce((sum, group) => sum + group.count, 0) : 2000;

  function atHand(event) {
    const job = board.gesture.job;
    const told = {
      new: () =>
        "arrives " + board.said(job.arrival) + " s, " + board.said(job.run) + " s on " + board.machinesOf(job.machines),
      move: () => "arrives " + board.said(job.arrival) + " s",
      run: () => "run time " + board.said(job.run) + " s",
      machines: () => board.machinesOf(job.machines),
      estimate: () => (job.estimate === null ? "estimate exact" : "estimate " + board.said(job.estimate) + " s"),
    }[board.gesture.what]();
    board.parts.hand.textContent = told;
    board.parts.hand.hidden = false;
    const box = board.parts.board.getBoundingClientRect();
    board.parts.hand.style.left =
      Math.max(0, Math.min(event.clientX - box.left + 14, box.width - board.parts.hand.offsetWidth - 4)) + "px";
    board.parts.hand.style.top = event.clientY - box.top - 30 + "px";
  }

  function letGo() {
    if (!board.gesture) return;
    const { moved, job } = board.gesture;
    board.gesture = null;
    board.parts.hand.hidden = true;
    if (moved) board.write();
    board.draw();
    board.want();
    if (moved && job) board.say(board.words(job));
    if (!moved && job) tap(job.key);
  }

  // Two clicks on a job show its numbers. The browser tells of no double click on what a pointer was captured from.
  const TWICE = 450; // ms
  let tapped = { key: null, at: 0 };
  function tap(key) {
    const now = performance.now();
    const isSecond = tapped.key === key && now - tapped.at < TWICE;
    tapped = { key: isSecond ? null : key, at: now };
    if (isSecond) board.openFields();
  }

  function takeBack() {
    if (!board.gesture) return false;
    board.state.jobs = board.gesture.before;
    board.state.selected = board.gesture.selected;
    board.gesture = null;
    board.parts.hand.hidden = true;
    board.draw();
    board.want();
    return true;
  }

  Object.assign(board, { grab, drag, mostMachines, letGo, takeBack });
})();
