// What hand and keys do to drawn jobs: select, change, add, remove.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const FINEST = 1; // s

  function select(key, isFocused) {
    board.state.selected = key;
    board.draw();
    const found = isFocused && board.parts.list.querySelector('[data-key="' + key + '"]');
    if (found) found.focus({ preventScroll: true });
  }

  function change(job, name, value) {
    const snapped =
      name === "machines" ? Math.max(1, Math.round(value)) : Math.max(name === "arrival" ? 0 : FINEST, value);
    job[name] = board.tidy(snapped);
    if (name === "run" && job.estimate !== null && job.estimate < job.run) job.estimate = job.run;
    if (name === "estimate" && job.estimate <= job.run) job.estimate = null;
    if (name === "machines" && job.smallest !== null) job.smallest = Math.min(job.smallest, job.machines);
    if (name === "machines" && job.largest !== null) job.largest = Math.max(job.largest, job.machines);
  }

  const step = () => board.gridStep(board.scale.perSecond);
  const snap = (time) => board.tidy(Math.round(time / step()) * step());

  function add(given) {
    if (!board.isEditable() || board.state.jobs.length >= board.MOST) return null;
    const taken = new Set(board.state.jobs.map((job) => job.key));
    let key = 0;
    while (taken.has(key)) key += 1;
    const job = Object.assign(
      {
        key: key,
        label: "",
        kind: "rigid",
        smallest: null,
        largest: null,
        estimate: null,
        deadline: null,
        profit: 1000,
      },
      given,
    );
    board.state.jobs.push(job);
    board.state.selected = key;
    return job;
  }

  function addByKey() {
    const last = board.sorted(board.state.jobs).pop();
    const one = board.byKey(board.state.selected) || last;
    const job = add({
      arrival: board.tidy((one ? one.arrival : 0) + step()),
      run: board.tidy(Math.max(FINEST, snap(one ? one.run : 5 * step()))),
      machines: one ? one.machines : 1,
    });
    if (!job) return;
    board.want();
    board.write();
    select(job.key, true);
    say(board.called(job) + " added");
  }

  function remove() {
    const job = board.byKey(board.state.selected);
    if (!job || !board.isEditable()) return;
    if (board.state.jobs.length === 1) return say("At least one job is needed.");
    const at = board.numberOf(job.key) - 1,
      name = board.called(job);
    board.state.jobs = board.state.jobs.filter((one) => one !== job);
    const next = board.sorted(board.state.jobs)[Math.min(at, board.state.jobs.length - 1)];
    board.want();
    board.write();
    select(next.key, true);
    say(name + " deleted");
  }

  const say = (text) => (board.parts.said.textContent = text);

  function alter(job, name, by) {
    board.state.selected = job.key;
    const before = name === "estimate" ? job.estimate || job.run : job[name];
    const value = name === "machines" ? Math.min(board.mostMachines(), before + by) : before + by;
    change(job, name, name === "arrival" || name === "machines" ? value : Math.max(FINEST, value));
    board.draw();
    board.want();
    board.writeSoon();
  }

  Object.assign(board, { select, change, step, snap, add, addByKey, remove, say, alter });
})();
