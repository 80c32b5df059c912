// The head of the page: which page is open, and on a narrow one the menu of all pages.

// "/learn/upgrading" is a part of "/learn"; nothing is a part of "/".
function mark(head) {
  const path = window.location.pathname;
  head.querySelectorAll("nav a").forEach((way) => {
    const there = new URL(way.href).pathname;
    if (there === path) way.setAttribute("aria-current", "page");
    else if (there !== "/" && path.startsWith(there + "/")) way.setAttribute("aria-current", "true");
  });
}

function open(isOpen) {
  const button = document.getElementById("shell-menu");
  if (!button) return;
  button.closest(".page-head").classList.toggle("open", isOpen);
  button.setAttribute("aria-expanded", String(isOpen));
}
const isOpen = () => Boolean(document.querySelector(".page-head.open"));

export function start() {
  document.addEventListener("click", ({ target }) => {
    if (target.closest && target.closest("#shell-menu")) open(!isOpen());
    else if (isOpen()) open(false);
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen()) return;
    open(false);
    document.getElementById("shell-menu").focus();
  });

  const come = new MutationObserver(() => {
    const button = document.getElementById("shell-menu");
    if (!button) return;
    come.disconnect();
    mark(button.closest(".page-head"));
  });
  come.observe(document.documentElement, { childList: true, subtree: true });
}
