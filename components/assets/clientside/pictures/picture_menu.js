// What can be saved of a picture: itself as it is shown, and the table below it. One menu for all pictures of a page.

const GAP = 4; // px between the button and the menu
let menu = null;
let opener = null;

// At twice its size in pixels for PNG; the name says what it shows.
function save(form) {
  const picture = document.querySelector("#" + CSS.escape(opener.dataset.of) + " .js-plotly-plot");
  if (!picture) return;
  window.Plotly.downloadImage(picture, {
    format: form,
    filename: "corral-" + opener.dataset.of,
    width: picture.offsetWidth,
    height: picture.offsetHeight,
    scale: form === "png" ? 2 : 1,
  });
}

// The first table that follows the picture on its tab.
function table() {
  const around = opener.closest("[role=tabpanel]") || opener.closest("main, .answer");
  const isAfter = (one) => opener.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
  return around && [...around.querySelectorAll("details.table-of-picture")].find(isAfter);
}

function show(found) {
  found.open = true;
  found.querySelector("summary").focus();
  found.scrollIntoView({ block: "nearest" });
}

/** @returns {any[][]} */
function entries() {
  const found = table();
  const csv = found && [...found.querySelectorAll("button")].find((one) => one.textContent.includes("CSV"));
  return [
    ["Picture as PNG", () => save("png")],
    ["Picture as SVG", () => save("svg")],
    csv && ["Table as CSV", () => csv.click()],
    found && ["Show the table", () => show(found)],
  ].filter(Boolean);
}

function close(isDone) {
  if (!isDone) opener.focus();
  menu.hidePopover();
}

function createMenu() {
  menu = Object.assign(document.createElement("div"), { className: "save-menu", popover: "auto" });
  menu.setAttribute("role", "menu");
  menu.addEventListener("toggle", ({ newState }) => opener.setAttribute("aria-expanded", String(newState === "open")));
  menu.addEventListener("keydown", (event) => {
    const all = [...menu.children];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = { Home: 0, End: all.length - 1 }[event.key];
    const now = all.indexOf(document.activeElement);
    if (event.key === "Tab") return close(false);
    if (event.key === "Escape") {
      event.stopPropagation();
      close(false);
    } else if (step !== undefined) all[(now + step + all.length) % all.length].focus();
    else if (at !== undefined) all[at].focus();
    else return;
    event.preventDefault();
  });
  document.body.append(menu);
}

function open(button) {
  if (!menu) createMenu();
  opener = button;
  const items = entries().map(([text, act]) => {
    const item = Object.assign(document.createElement("button"), { type: "button", textContent: text, tabIndex: -1 });
    item.setAttribute("role", "menuitem");
    item.addEventListener("click", () => (close(text.startsWith("Show")), act()));
    return item;
  });
  menu.replaceChildren(...items);
  menu.showPopover();
  place();
  items[0].focus({ preventScroll: true });
}

function place() {
  const { right, top, bottom } = opener.getBoundingClientRect();
  const isBelow = bottom + GAP + menu.offsetHeight <= window.innerHeight;
  menu.style.left = Math.max(GAP, right - menu.offsetWidth) + "px";
  menu.style.top = Math.max(GAP, isBelow ? bottom + GAP : top - GAP - menu.offsetHeight) + "px";
}

export function start() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("button.picture-menu");
    if (button && button.getAttribute("aria-expanded") !== "true") open(button);
  });
  window.addEventListener("scroll", () => menu && menu.matches(":popover-open") && place(), { passive: true });
}
