// The rail of a lesson: where the reader is, and the way to every step.

const LINE = 0.35; // of the height of the window: the step that is there is the one that is read
const rail = () => document.querySelector(".learn-rail");
const links = () => [...rail().querySelectorAll("a")];
const sectionOf = (link) => document.getElementById("learn-step-" + link.dataset.step);
let isDue = false;
let said = "";

function follow() {
  isDue = false;
  if (!rail()) return;
  const all = links();
  const line = window.innerHeight * LINE;
  const isAtEnd =
    window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2 && window.scrollY > 0;
  const reached = all.filter((link) => sectionOf(link) && sectionOf(link).getBoundingClientRect().top <= line);
  const open = all.filter((link) => sectionOf(link) && !sectionOf(link).classList.contains("closed"));
  const here = (isAtEnd ? open : reached.filter((link) => open.includes(link))).pop() || all[0];
  all.forEach((link) => {
    link.classList.toggle("closed", !open.includes(link));
    if (link === here) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  });
  const words = "Step " + (all.indexOf(here) + 1) + " of " + all.length + ": " + here.dataset.title;
  if (words !== said || document.getElementById("learn-progress").textContent !== words)
    window.dash_clientside.set_props("learn-progress", { children: words });
  said = words;
}

const soon = () => {
  if (isDue || !rail()) return;
  isDue = true;
  window.requestAnimationFrame(follow);
};

export const followRail = () => window.setTimeout(soon, 0);

export function start() {
  window.addEventListener("scroll", soon, { passive: true });
  window.addEventListener("resize", soon);

  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest(".learn-rail a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const head = document.getElementById(link.hash.slice(1));
    head.scrollIntoView();
    head.focus({ preventScroll: true });
  });
}
