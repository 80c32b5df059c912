// A drawn job that is pointed at or has the focus is lit in every strip.
import { board } from "./job_board.js";

export function hover({ target }) {
  const found = target.closest && target.closest("[data-job]");
  light(found && board.host.contains(found) ? found.dataset.job : null);
}

let lit = null;
export function light(key) {
  if (lit === key) return;
  lit = key;
  relight();
}
export function relight() {
  board.host.querySelectorAll(".lit").forEach((one) => one.classList.remove("lit"));
  const found = lit === null ? [] : board.host.querySelectorAll('[data-job="' + lit + '"]');
  found.forEach((one) => one.classList.add("lit"));
  board.host.classList.toggle("has-lit", found.length > 0);
}
