// "What if?": a candidate of a decision is asked about. The answer belongs to the step that is shown.

export function start() {
  const linked = Number(new URLSearchParams(window.location.search).get("step")) || 1;
  let now = { n: Math.max(0, linked - 1) }; // candidates may be there before the player is
  document.addEventListener("corral-instant", ({ detail }) => (now = detail));
  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button.what-if");
    if (!button) return;
    document.querySelectorAll("button.what-if[aria-pressed]").forEach((one) => one.removeAttribute("aria-pressed"));
    button.setAttribute("aria-pressed", "true");
    const { job, choice } = button.dataset;
    window.dash_clientside.set_props("studio-what-if", { data: { job: Number(job), choice: choice, step: now.n } });
  });
}
