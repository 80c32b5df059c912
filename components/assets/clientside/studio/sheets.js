// The Studio on a narrow screen is two sheets, Sketch and Answer, with a bar below both: the way from one to the other,
// Run with what is done of it, and the curves in small, which follow the hand.
import * as snapshotPicture from "../before/snapshot_picture.js";

export function start() {
  const root = document.documentElement;
  const NARROW = window.matchMedia("(max-width: 900px)"); // as in the style sheets
  const SHEETS = ["sketch", "answer"];
  const find = (id) => document.getElementById(id);
  const studio = () => document.querySelector(".studio:not(.of-lesson, .of-embed)");
  const scrolled = { sketch: 0, answer: 0 }; // where each sheet was left

  const make = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const curve = make("span", { className: "sheet-curve", ariaHidden: "true" });
  const tabOf = (name, ...children) =>
    make("button", { type: "button", className: "sheet-tab", id: "sheet-tab-" + name, role: "tab" }, ...children);
  const tabs = { sketch: tabOf("sketch", "Sketch"), answer: tabOf("answer", curve, "Answer") };
  const list = make("div", { className: "sheet-tabs", role: "tablist", ariaLabel: "Sheets" }, tabs.sketch, tabs.answer);
  const run = make("button", { type: "button", className: "sheet-run" });
  const words = run.appendChild(make("span", { textContent: "Run" }));
  const done = run.appendChild(make("i", {}));
  const bar = make("nav", { className: "sheet-bar", ariaLabel: "Sketch, answer and Run" }, list, run);

  const now = () => (root.dataset.sheet === "sketch" ? "sketch" : "answer");
  const sheetOf = (name) =>
    studio() && studio().querySelector(name === "sketch" ? ":scope > .sketch" : ":scope > .answer");

  function show(name) {
    const isOther = now() !== name;
    if (isOther) scrolled[now()] = window.scrollY;
    root.dataset.sheet = name;
    SHEETS.forEach((one) => {
      tabs[one].setAttribute("aria-selected", String(one === name));
      tabs[one].tabIndex = one === name ? 0 : -1;
      const sheet = sheetOf(one);
      if (!sheet) return;
      sheet.id = sheet.id || "sheet-" + one;
      tabs[one].setAttribute("aria-controls", sheet.id);
    });
    if (isOther) window.scrollTo(0, scrolled[name]);
  }

  // How far the study is, as the page says it.
  let isDue = false;
  function follow() {
    isDue = false;
    const own = find("studio-run");
    const row = find("studio-progress-row");
    if (!own || !row) return;
    const progress = row.querySelector("[role=progressbar]");
    const isRunning = row.classList.contains("running");
    const share = isRunning && progress ? Math.round(Number(progress.getAttribute("aria-valuenow")) || 0) : 0;
    const isPressed = own.getAttribute("aria-busy") === "true";
    const text = isRunning ? share + "\u202f%" : isPressed ? "…" : "Run";
    if (words.textContent !== text) words.textContent = text;
    done.style.width = share + "%";
    run.disabled = own.disabled || isRunning || isPressed;
    run.setAttribute("aria-label", isRunning ? "Running, " + share + " %" : "Run");
  }
  const soon = () => {
    if (!isDue) window.requestAnimationFrame(follow);
    isDue = true;
  };
  const watch = new MutationObserver(soon);
  const WATCHED = {
    attributes: true,
    attributeFilter: ["class", "disabled", "aria-valuenow", "aria-busy", "data-disabled"],
    subtree: true,
  };

  function come() {
    const isThere = NARROW.matches && Boolean(studio()) && Boolean(find("studio-run"));
    if (isThere === bar.isConnected) return;
    watch.disconnect();
    if (!isThere) {
      bar.remove();
      delete root.dataset.sheet;
      return;
    }
    document.body.append(bar);
    show(now());
    watch.observe(find("studio-progress-row"), WATCHED);
    watch.observe(find("studio-run"), WATCHED);
    follow();
  }

  SHEETS.forEach((name) => tabs[name].addEventListener("click", () => show(name)));

  run.addEventListener("click", () => find("studio-run") && find("studio-run").click());
  list.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: "sketch", ArrowRight: "answer", Home: "sketch", End: "answer" }[event.key];
    if (!by) return;
    event.preventDefault();
    tabs[by].focus();
    show(by);
  });

  // Whoever presses Run wants to see what comes, wherever the button was; so does nobody whose sketch is refused.
  document.addEventListener("click", ({ target }) => {
    const button = target.closest && target.closest("#studio-run");
    if (!button || button.disabled || !bar.isConnected) return;
    scrolled.answer = 0;
    show("answer");
    window.scrollTo(0, 0);
    if (find("answer")) find("answer").focus({ preventScroll: true }); // what had the focus is out of sight, or cannot be pressed
  });
  // Ways past what stands before lead to the sheet that they are on.
  document.addEventListener(
    "click",
    ({ target }) => {
      const way = bar.isConnected && target.closest && target.closest("a.skip-link");
      if (way) show(way.hash === "#answer" ? "answer" : "sketch");
    },
    true,
  );

  NARROW.addEventListener("change", come);
  new MutationObserver(come).observe(document.documentElement, { childList: true, subtree: true });

  document.addEventListener("corral-curves", ({ detail }) => {
    const place = find("studio-snapshots");
    if (!bar.isConnected || !place) return;
    const small = snapshotPicture;
    const looks = JSON.parse(place.dataset.looks);
    const found = small.of(detail, looks);
    curve.replaceChildren(...(found ? [small.draw(found, small.scales([found])[found.axes], looks)] : []));
  });
}
