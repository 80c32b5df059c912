// The schedules of drawn jobs below each other, one for each policy that is shown.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  function drawStrips() {
    const { answer } = board.state;
    board.parts.status.textContent = board.state.wrong.length
      ? (board.state.wrong.length === 1 ? "Line " : "Lines ") +
        board.state.wrong.slice(0, 6).join(", ") +
        " of the list cannot be read; mend them beside Jobs in the sketch, where the reason stands, and the picture can be changed again."
      : board.state.said;
    if (!answer) return;
    const keys = answer.keys;
    const marks = board.ticks(board.scale.until, board.scale.perSecond);
    const machines = answer.groups.reduce((sum, group) => sum + group.count, 0);
    const looks = JSON.parse(board.host.dataset.looks);
    const shown = answer.schedules.filter((one) => !board.state.off.includes(one.policy));
    const drawn = (shown.length ? shown : answer.schedules).map((one) => {
      const section = board.make("section", { class: "jobs-policy" });
      const head = board.make("div", { class: "jobs-head" }, section);
      head.style.width = Math.min(board.scale.width, board.scale.room) + "px";
      const name = board.make("h2", {}, head);
      const mark = board.make(
        "span",
        { class: "jobs-mark", "aria-hidden": "true" },
        name,
        (looks[one.policy] || [])[2] || "",
      );
      mark.style.setProperty("--light", (looks[one.policy] || [])[0]);
      mark.style.setProperty("--dark", (looks[one.policy] || [])[1]);
      name.append(" " + one.policy);
      const found = board.strip(one, {
        x: board.x,
        width: board.scale.width,
        left: board.LEFT,
        machines: machines,
        keys: keys,
        jobs: answer.jobs,
        color: board.color,
        ink: board.ink,
        ticks: marks,
        name: (n) => "job " + (n + 1),
      });
      board.make(
        "p",
        {},
        head,
        "mean wait " +
          board.said(one.wait) +
          " s · mean response " +
          board.said(one.response) +
          " s" +
          (one.profit === null ? "" : " · profit " + board.said(one.profit) + " $") +
          (found.refused ? " · " + found.refused + " not taken" : "") +
          (one.cut ? " · too many changes to draw them all" : ""),
      );
      section.appendChild(found.svg);
      return section;
    });
    board.parts.strips.replaceChildren(...drawn);
    board.relight();
  }

  Object.assign(board, { drawStrips });
})();
