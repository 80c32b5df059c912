// What somebody works on in a picture has its exact fields below: they come in sight with the block that is clicked or
// has the focus, and those of the block before are put away, unless something is wrong there or somebody has opened or
// used them.

let chosen = ""; // the entry whose block was chosen last
let isOwn = false; // its fields came by that alone

const fieldsOf = (entry) => document.querySelector(`#studio-sketch details[data-exact="${CSS.escape(entry)}"]`);

function mark() {
  document
    .querySelectorAll("#studio-sketch [data-entry]")
    .forEach((one) => one.classList.toggle("chosen", one.dataset.entry === chosen));
}

function choose({ target }) {
  const block = target.closest && target.closest("#studio-sketch [data-entry]");
  if (target.closest && chosen && target.closest("details[data-exact]") === fieldsOf(chosen)) isOwn = false;
  if (!block || block.dataset.entry === chosen) return;
  const before = chosen && fieldsOf(chosen);
  if (before && isOwn && !before.querySelector("[aria-invalid]")) before.open = false;
  const fields = fieldsOf(block.dataset.entry);
  chosen = fields ? block.dataset.entry : "";
  isOwn = Boolean(fields && !fields.open);
  if (fields) fields.open = true;
  mark();
}

// What is added or copied comes with its fields in sight.
const NEW = '#studio-sketch :is([id*=\'"action":"add-\'], [id*=\'"action":"copy-\'])';
const all = () => Array.from(document.querySelectorAll("#studio-sketch details[data-exact]"));
let known = null; // which entries there were when one more was asked for

function arrived() {
  const fresh = known && all().find((one) => !known.includes(one.dataset.exact));
  if (!fresh) return;
  known = null;
  chosen = fresh.dataset.exact;
  isOwn = false;
  fresh.open = true;
  mark();
}

export { arrived as exactArrived };

export function start() {
  document.addEventListener(
    "click",
    ({ target }) => {
      if (target.closest && target.closest(NEW)) known = all().map((one) => one.dataset.exact);
    },
    true,
  );

  document.addEventListener("focusin", choose);
  document.addEventListener("pointerdown", choose, true); // d3 keeps it to itself
  // Fields that somebody puts away are not chosen any more, so that the block brings them back.
  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open || !chosen || target.dataset.exact !== chosen) return;
      chosen = "";
      mark();
    },
    true,
  );
  document.addEventListener("corral-form", mark);
}
