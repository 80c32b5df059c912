// The schedules of drawn jobs below each other, one for each policy that is shown.
import { board, color, ink, make, state } from "./job_board.js";
import { relight } from "./job_light.js";
import { LEFT, x } from "./job_picture.js";
import { ticks } from "./job_scale.js";
import { said, strip } from "./job_strips.js";

export function drawStrips() {
  const { answer } = state;
  board.parts.status.textContent = state.wrong.length
    ? (state.wrong.length === 1 ? "Line " : "Lines ") +
      state.wrong.slice(0, 6).join(", ") +
      " of the list cannot be read; mend them beside Jobs in the sketch, where the reason stands, and the picture can be changed again."
    : state.said;
  if (!answer) return;
  const keys = answer.keys;
  const marks = ticks(board.scale.until, board.scale.perSecond);
  const machines = answer.groups.reduce((sum, group) => sum + group.count, 0);
  const looks = JSON.parse(board.host.dataset.looks);
  const shown = answer.schedules.filter((one) => !state.off.includes(one.policy));
  const drawn = (shown.length ? shown : answer.schedules).map((one) => {
    const section = make("section", { class: "jobs-policy" });
    const head = make("div", { class: "jobs-head" }, section);
    head.style.width = Math.min(board.scale.width, board.scale.room) + "px";
    const name = make("h2", {}, head);
    const mark = make("span", { class: "jobs-mark", "aria-hidden": "true" }, name, (looks[one.policy] || [])[2] || "");
    mark.style.setProperty("--light", (looks[one.policy] || [])[0]);
    mark.style.setProperty("--dark", (looks[one.policy] || [])[1]);
    name.append(" " + one.policy);
    const found = strip(one, {
      x: x,
      width: board.scale.width,
      left: LEFT,
      machines: machines,
      keys: keys,
      jobs: answer.jobs,
      color: color,
      ink: ink,
      ticks: marks,
      name: (n) => "job " + (n + 1),
    });
    make(
      "p",
      {},
      head,
      "mean wait " +
        said(one.wait) +
        " s · mean response " +
        said(one.response) +
        " s" +
        (one.profit === null ? "" : " · profit " + said(one.profit) + " $") +
        (found.refused ? " · " + found.refused + " not taken" : "") +
        (one.cut ? " · too many changes to draw them all" : ""),
    );
    section.appendChild(found.svg);
    return section;
  });
  board.parts.strips.replaceChildren(...drawn);
  relight();
}
