// Jobs drawn by hand on an axis of time, and below them, while the hand moves, the schedule of each policy: their place
// on the page, and what the form holds. `job_board.js` says what is known of them.
import { board, make, PATH, state } from "./job_board.js";
import { addByKey, remove, select } from "./job_changes.js";
import { heard, write } from "./job_field.js";
import { drag, grab, letGo, takeBack } from "./job_hand.js";
import { press } from "./job_keys.js";
import { light } from "./job_light.js";
import { drawTable, openFields, typed } from "./job_numbers.js";
import { draw } from "./job_picture.js";
import { want } from "./job_schedules.js";
import * as jobText from "./job_text.js";

const none = () => window.dash_clientside.no_update;

function build(place) {
  board.host = place;
  place.replaceChildren();
  /** @type {Properties} */
  const parts = (board.parts = { board: make("div", { class: "jobs-board" }, place) });
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
  parts.fields = make(
    "div",
    { class: "jobs-fields", role: "group", "aria-label": "Numbers of the selected job" },
    parts.board,
  );
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
  parts.table = make(
    "div",
    { class: "scroller", tabindex: "0", role: "region", "aria-label": "Table of the jobs" },
    parts.details,
  );
  parts.details.addEventListener("toggle", drawTable);
  parts.list.addEventListener("pointerdown", grab);
  parts.board.addEventListener("pointermove", drag);
  parts.list.addEventListener("pointerup", letGo);
  parts.list.addEventListener("pointercancel", takeBack);
  parts.board.addEventListener("pointerleave", () => board.gesture || light(null));
  parts.board.addEventListener("keydown", press);
  parts.list.addEventListener("focusin", ({ target }) => {
    const own = target.closest("[data-key]");
    if (own) light(own.dataset.key);
  });
  parts.board.addEventListener("focusout", ({ relatedTarget }) => {
    if (board.keysTimer && !parts.board.contains(relatedTarget)) write();
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
  new ResizeObserver(() => board.host === place && !board.gesture && place.clientWidth && draw()).observe(parts.scroll);
  draw();
  want();
}

function look() {
  const place = document.querySelector("[data-jobs]");
  if (place && (place !== board.host || !place.firstChild)) build(place);
}

export const callbacks = {
  // What the form holds, whenever that changes.
  follow: (values, draft, off, ids) => {
    const at = ids.findIndex(({ path }) => path === PATH);
    const jobs = (((draft || {}).workload || {}).arrivals || {}).jobs;
    state.form = { values: values, ids: ids, draft: draft };
    state.off = off || [];
    if (at >= 0) {
      if (!board.gesture) heard(values[at] || "");
    } else if (Array.isArray(jobs)) heard(jobText.write(jobs));
    else return none();
    look();
    draw();
    want();
    return none();
  },
};

export function start() {
  // What was changed by keys is one step before anything else is pressed.
  document.addEventListener(
    "pointerdown",
    (event) => board.keysTimer && !(event.target.closest && event.target.closest(".jobs-fields")) && write(),
    true,
  );
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}
