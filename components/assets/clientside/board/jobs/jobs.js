// Jobs drawn by hand on an axis of time, and below them, while the hand moves, the schedule of each policy: their place
// on the page, and what the form holds. `job_board.js` says what is known of them.
window.dash_clientside = window.dash_clientside || {};
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  Object.assign(board, window.corral.jobScale, window.corral.jobStrips);

  const none = () => window.dash_clientside.no_update;

  function build(place) {
    board.host = place;
    place.replaceChildren();
    const parts = (board.parts = { board: board.make("div", { class: "jobs-board" }, place) });
    const bar = board.make("div", { class: "jobs-bar", role: "toolbar", "aria-label": "Jobs" }, parts.board);
    const button = (text, title, act) => {
      const made = board.make("button", { type: "button", class: "jobs-button", title: title }, bar, text);
      made.addEventListener("click", act);
      return made;
    };
    parts.buttons = {
      add: button("+ Add a job", "N or Insert", board.addByKey),
      change: button("Change numbers", "Enter, or a double click", board.openFields),
      remove: button("Delete job", "Delete", board.remove),
    };
    parts.fields = board.make(
      "div",
      { class: "jobs-fields", role: "group", "aria-label": "Numbers of the selected job" },
      parts.board,
    );
    parts.fields.hidden = true;
    parts.status = board.make("p", { class: "jobs-status", role: "status" }, parts.board);
    parts.scroll = board.make("div", { class: "jobs-scroll" }, parts.board);
    parts.list = board.make("div", { class: "jobs-place" }, parts.scroll);
    parts.strips = board.make("div", { class: "jobs-strips" }, parts.scroll);
    parts.hand = board.make("div", { class: "jobs-hand", "aria-hidden": "true" }, parts.board);
    parts.hand.hidden = true;
    parts.said = board.make("p", { class: "visually-hidden", "aria-live": "polite" }, parts.board);
    parts.text = board.make("p", { class: "picture-text", "aria-live": "polite" }, parts.board);
    parts.details = board.make("details", { class: "table-of-picture" }, parts.board);
    board.make("summary", {}, parts.details, "Table of the jobs");
    parts.table = board.make(
      "div",
      { class: "scroller", tabindex: "0", role: "region", "aria-label": "Table of the jobs" },
      parts.details,
    );
    parts.details.addEventListener("toggle", board.drawTable);
    parts.list.addEventListener("pointerdown", board.grab);
    parts.board.addEventListener("pointermove", board.drag);
    parts.list.addEventListener("pointerup", board.letGo);
    parts.list.addEventListener("pointercancel", board.takeBack);
    parts.board.addEventListener("pointerleave", () => board.gesture || board.light(null));
    parts.board.addEventListener("keydown", board.press);
    parts.list.addEventListener("focusin", ({ target }) => {
      const own = target.closest("[data-key]");
      if (own) board.light(own.dataset.key);
    });
    parts.board.addEventListener("focusout", ({ relatedTarget }) => {
      if (board.keysTimer && !parts.board.contains(relatedTarget)) board.write();
      if (!parts.board.contains(relatedTarget)) board.light(null);
    });
    parts.fields.addEventListener("input", board.typed);
    parts.fields.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" && event.key !== "Enter") return;
      event.preventDefault();
      parts.fields.hidden = true;
      board.select(board.state.selected, true);
    });
    parts.table.addEventListener("click", ({ target }) => {
      const own = target.closest("[data-select]");
      if (own) {
        board.select(Number(own.dataset.select), false);
        board.openFields();
      }
    });
    new ResizeObserver(() => board.host === place && !board.gesture && place.clientWidth && board.draw()).observe(
      parts.scroll,
    );
    board.draw();
    board.want();
  }

  function look() {
    const place = document.querySelector("[data-jobs]");
    if (place && (place !== board.host || !place.firstChild)) build(place);
  }

  // What was changed by keys is one step before anything else is pressed.
  document.addEventListener(
    "pointerdown",
    (event) => board.keysTimer && !(event.target.closest && event.target.closest(".jobs-fields")) && board.write(),
    true,
  );
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });

  window.dash_clientside.jobs = {
    // What the form holds, whenever that changes.
    follow: function (values, draft, off, ids) {
      const at = ids.findIndex(({ path }) => path === board.PATH);
      const jobs = (((draft || {}).workload || {}).arrivals || {}).jobs;
      board.state.form = { values: values, ids: ids, draft: draft };
      board.state.off = off || [];
      if (at >= 0) {
        if (!board.gesture) board.heard(values[at] || "");
      } else if (Array.isArray(jobs)) board.heard(window.corral.jobText.write(jobs));
      else return none();
      look();
      board.draw();
      board.want();
      return none();
    },
  };
})();
