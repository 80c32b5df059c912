// A log of a machine, dropped on the page or picked: sent as it is, read by a worker, opened as a study of its own. The
// study of the page stays if its log is this one.

const MOST = 20000000; // bytes, as in engine/logs/limits.py
const SOON = 400; // ms between two looks whether it has been read
const LONGEST = 60000; // ms after which nobody waits any more
const SCENARIO = /\.json$/i;

let shown = null; // the panel that says what becomes of the file
let turn = 0; // a later file has the last word

function panel() {
  if (shown) return shown;
  shown = Object.assign(document.createElement("div"), { className: "log-file", hidden: true });
  shown.setAttribute("role", "status");
  document.body.append(shown);
  return shown;
}

function say(text, isWrong) {
  const here = panel();
  here.hidden = !text;
  here.classList.toggle("wrong", Boolean(isWrong));
  here.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
  if (!isWrong) return;
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Close" });
  close.addEventListener("click", () => say(""));
  here.append(close);
  close.focus();
}

// Times of accounting output say no zone: it is asked for, and the file is read again by it.
function askZone(file, link) {
  const here = panel();
  const zones = Intl.supportedValuesOf ? Intl.supportedValuesOf("timeZone") : [];
  const label = Object.assign(document.createElement("label"), {
    textContent: file.name + " says no time zone. In which one does the machine stand? ",
  });
  const input = Object.assign(document.createElement("input"), {
    type: "text",
    value: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    maxLength: 40,
  });
  const list = Object.assign(document.createElement("datalist"), { id: "log-zones" });
  list.append(...zones.map((zone) => Object.assign(document.createElement("option"), { value: zone })));
  input.setAttribute("list", list.id);
  const by = Object.assign(document.createElement("button"), { type: "button", textContent: "Read it so" });
  by.addEventListener("click", () => read(file, input.value.trim() || "UTC"));
  input.addEventListener("keydown", (event) => event.key === "Enter" && by.click());
  const utc = Object.assign(document.createElement("button"), { type: "button", textContent: "Leave it at UTC" });
  utc.addEventListener("click", () => window.location.assign(link));
  label.append(input);
  here.replaceChildren(label, list, by, utc);
  input.focus();
}

async function told(answer) {
  const found = await answer.json().catch(() => null);
  if (answer.ok && found) return found;
  throw new Error(found && found.errors ? found.errors.join(" ") : "The server did not answer; try again.");
}

async function read(file, zone) {
  const mine = ++turn;
  if (file.size > MOST)
    return say(
      file.name + ": " + file.size.toLocaleString("en") + " bytes are too long; at most 20,000,000 are allowed.",
      true,
    );
  const open = window.location.pathname === "/" ? new URLSearchParams(window.location.search).get("s") : "";
  const more = Object.entries({ name: file.name.slice(0, 80), zone, study: open }).filter(([, value]) => value);
  const called = "?" + new URLSearchParams(more);
  say("Sending " + file.name + " …");
  try {
    const until = performance.now() + LONGEST;
    let found = await told(
      await fetch("/api/v1/logs" + called, {
        method: "POST",
        body: file,
        headers: { "Content-Type": "application/octet-stream" },
      }),
    );
    while (!found.link) {
      if (performance.now() > until) throw new Error("It has not been read within a minute; try again.");
      say("Reading " + file.name + " …");
      await new Promise((go) => window.setTimeout(go, SOON));
      found = await told(await fetch("/api/v1/logs/" + found.id + called));
    }
    if (mine !== turn) return;
    const link = "/?s=" + found.link + "&tab=log";
    if (found.zone_is_missing && !found.kept) askZone(file, link);
    else window.location.assign(link);
  } catch (problem) {
    if (mine === turn) say(file.name + ": " + (problem instanceof Error ? problem.message : problem), true);
  }
}

async function readScenario(file) {
  const text = await file.text().catch(() => null);
  window.dash_clientside.set_props("share-file", {
    data: { name: file.name, on_studio: window.location.pathname === "/", when: Date.now(), text: text },
  });
}

const take = (file) => (SCENARIO.test(file.name) ? readScenario(file) : read(file));

function pick() {
  const input = Object.assign(document.createElement("input"), { type: "file" });
  input.addEventListener("change", () => input.files[0] && take(input.files[0]));
  input.click();
}

const isFile = (event) => event.dataTransfer && Array.from(event.dataTransfer.types).includes("Files");
const mark = (isOver) => document.documentElement.classList.toggle("file-over", isOver);

// The command that makes accounting output; of a page that came over plain HTTP it is marked, to be copied by hand.
async function copyCommand(button) {
  const command = button.parentElement.querySelector("code");
  const said = button.parentElement.querySelector("[role=status]");
  try {
    await navigator.clipboard.writeText(command.textContent);
    said.textContent = "Copied.";
  } catch {
    window.getSelection().selectAllChildren(command);
    said.textContent = "It is marked: copy it by the keys.";
  }
}

export function start() {
  document.addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", (event) => !event.relatedTarget && mark(false));
  document.addEventListener("drop", (event) => {
    mark(false);
    if (!isFile(event) || !event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  document.addEventListener("click", (event) => event.target.closest("[data-open-log]") && pick());

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy-command]");
    if (button) copyCommand(button);
  });
}
