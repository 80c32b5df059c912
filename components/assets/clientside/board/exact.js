// What somebody works on in a picture has its exact fields below: they come in sight with the block that is clicked or
// has the focus, and those of the block before are put away, unless something is wrong there.
(function () {
  let chosen = ""; // the entry whose fields were opened last, by this

  const fieldsOf = (entry) => document.querySelector(`#studio-sketch details[data-exact="${CSS.escape(entry)}"]`);

  function mark() {
    document.querySelectorAll("#studio-sketch [data-entry]").forEach((one) => one.classList.toggle("chosen", one.dataset.entry === chosen));
  }

  function choose({ target }) {
    const block = target.closest && target.closest("#studio-sketch [data-entry]");
    if (!block || block.dataset.entry === chosen) return;
    const before = chosen && fieldsOf(chosen);
    if (before && !before.querySelector("[aria-invalid]")) before.open = false;
    const fields = fieldsOf(block.dataset.entry);
    chosen = fields ? block.dataset.entry : "";
    if (fields) fields.open = true;
    mark();
  }

  // What is added or copied comes with its fields in sight.
  const NEW = "#studio-sketch :is([id*='\"action\":\"add-'], [id*='\"action\":\"copy-'])";
  const all = () => Array.from(document.querySelectorAll("#studio-sketch details[data-exact]"));
  let known = null; // which entries there were when one more was asked for
  document.addEventListener("click", ({ target }) => {
    if (target.closest && target.closest(NEW)) known = all().map((one) => one.dataset.exact);
  }, true);

  function arrived() {
    const fresh = known && all().find((one) => !known.includes(one.dataset.exact));
    if (!fresh) return;
    known = null;
    chosen = fresh.dataset.exact;
    fresh.open = true;
    mark();
  }

  window.corral = window.corral || {};
  window.corral.exactArrived = arrived;
  document.addEventListener("focusin", choose);
  document.addEventListener("pointerdown", choose, true); // d3 keeps it to itself
  // Fields that somebody puts away are not chosen any more, so that the block brings them back.
  document.addEventListener("toggle", ({ target }) => {
    if (target.open || !chosen || target.dataset.exact !== chosen) return;
    chosen = "";
    mark();
  }, true);
  document.addEventListener("corral-form", mark);
})();
