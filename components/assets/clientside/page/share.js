// The share dialog: what is shared, copying, files; and pages in frames of other sites.
import { changeAddress, chosenState, isRaceOfCompare } from "../studio/open.js";

const none = () => window.dash_clientside.no_update;
const mostBytes = () => Number(document.querySelector("[data-most-bytes]").dataset.mostBytes); // the server counts again
const OF_ANSWER = [
  "s",
  "tab",
  "metric",
  "policy",
  "point",
  "replication",
  "job",
  "iteration",
  "step",
  "whatif",
  "pair",
  "racers",
  "against",
  "episode",
  "off",
  "f",
];
const NOT_SHARED = ["present"]; // how somebody looks at a page, not what is on it
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const isEmbedded = () => window.location.pathname === "/embed";

function throws() {
  try {
    window.localStorage.getItem("");
    return false;
  } catch {
    return true;
  }
}

const quoted = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

// The fingerprint of a whole result that belongs to the sketch, or nothing.
// A log that travels in a link tells when each user sent jobs; a number is not anonymity.
function people(tree) {
  const arrivals = (tree.workload && tree.workload.arrivals) || {};
  return arrivals.carried
    ? "The jobs of the log travel in this link. Its users are numbers, but who knows when somebody submitted a job finds the others of that user."
    : "";
}

function seen(studied) {
  const found = studied && !studied.study.stale && /fingerprint ([0-9a-f]{16})$/.exec(studied.fingerprint || "");
  return found ? found[1] : "";
}

function shared(studied) {
  const address = new URL(window.location.href);
  NOT_SHARED.forEach((name) => address.searchParams.delete(name));
  const fingerprint = seen(studied);
  if (fingerprint && studied.link === address.searchParams.get("s"))
    address.searchParams.set("f", fingerprint + "-" + studied.engine);
  return address;
}

const search = (parameters) => {
  const text = parameters.toString().replace(/%2C/g, ",");
  return text ? "?" + text : "";
};

// The same race as the Studio's address says it, for a frame.
function ofStudio(asked) {
  const found = new URLSearchParams(asked);
  const others = ["b", "c", "d"]
    .map((side) => asked.get(side) || "")
    .join(",")
    .replace(/,+$/, "");
  Object.entries({ s: asked.get("a"), tab: "race", against: others }).forEach(([name, value]) =>
    found.set(name, value || ""),
  );
  found.delete("metric"); // of Compare
  return found;
}

function embedCode(address, title) {
  const kept = new URLSearchParams();
  const asked = isRaceOfCompare() ? ofStudio(address.searchParams) : address.searchParams;
  OF_ANSWER.forEach((name) => asked.has(name) && kept.set(name, asked.get(name)));
  const source = address.origin + "/embed" + search(kept);
  return (
    '<iframe src="' +
    quoted(source) +
    '" title="' +
    quoted(title) +
    '" width="100%" height="720" loading="lazy"></iframe>'
  );
}

async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers have no clipboard for pages that came over plain HTTP, as in a class room.
    if (!field) return false;
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

// The head of a dialog is a header element, which would count as a second head of the page.
function dressHead(tries) {
  const heads = document.querySelectorAll("header.mantine-Modal-header:not([role])");
  heads.forEach((head) => head.setAttribute("role", "presentation"));
  if (!heads.length && tries) window.setTimeout(() => dressHead(tries - 1), 20);
}

export const callbacks = {
  notice: (link, tree, study, fingerprint, named, asked) => ({
    link: link,
    tree: tree,
    study: study,
    fingerprint: fingerprint,
    named: named,
    engine: asked.engine,
  }),

  open: (clicks, studied, checking) => {
    if (!clicks) return window.dash_clientside.callback_context.outputs_list.map(none);
    dressHead(50);
    changeAddress(chosenState); // what has just been chosen, too
    const address = shared(studied);
    const path = address.pathname + search(address.searchParams);
    const tree = studied ? studied.tree : null;
    const title = tree && !isRaceOfCompare() ? studied.named.title : document.title;
    const away = studied ? "" : "hidden";
    const isStale = Boolean(studied && studied.study.stale);
    const isKnown = Boolean(studied && !isStale && /[0-9a-f]{16}/.test(studied.fingerprint || ""));
    const words = isStale
      ? "The sketch has changed since the result on the page was computed. Press Run first."
      : isKnown
        ? studied.fingerprint + "."
        : "There is no result yet. Press Run first.";
    const isOld = !checking || !studied || checking.tree !== studied.study.tree;
    return [
      true,
      { origin: address.origin, address: path },
      title,
      tree && !isRaceOfCompare() ? [studied.named.notes, people(tree)].filter(Boolean).join(" ") : "",
      address.origin + path,
      LOCAL.test(address.hostname) ? "hint" : "hidden",
      "hidden",
      "",
      tree ? embedCode(address, title) : "",
      "share-part " + away,
      away,
      "share-part " + away,
      words,
      !isKnown,
      isOld ? "" : none(),
    ];
  },

  enlarge: (clicks, isOpen) => {
    const isPressed = window.dash_clientside.callback_context.triggered_id === "share-qr-enlarge" && clicks;
    if (isPressed) dressHead(50);
    return isPressed ? [true, false] : [none(), !isOpen];
  },

  copy: (clicks) => {
    const trigger = window.dash_clientside.callback_context.triggered_id;
    if (!trigger || !clicks.some(Boolean)) return none();
    const field = document.getElementById("share-" + trigger.what);
    const place = { type: "share-copied", what: trigger.what };
    const say = (text) => window.dash_clientside.set_props(place, { children: text });
    say("");
    copied(field.value, field).then((isDone) => say(isDone ? "Copied." : "Mark the text and copy it."));
    return none();
  },

  // A file is read in the browser, so that one that is too long is never sent.
  pickFile: (clicks) => {
    if (!clicks) return none();
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,application/json";
    input.addEventListener("change", async () => {
      const file = input.files[0];
      if (!file) return;
      const read = { name: file.name, on_studio: window.location.pathname === "/", when: Date.now() };
      if (file.size > mostBytes()) {
        const [size, most] = [file.size, mostBytes()].map((bytes) => bytes.toLocaleString("en"));
        read.problem = size + " bytes are too long; at most " + most + " are allowed";
      } else {
        read.text = await file.text().catch(() => null);
      }
      window.dash_clientside.set_props("share-file", { data: read });
    });
    input.click();
    return none();
  },

  // In the Studio as if an example had been chosen, so that undo brings back what was there; else on its page.
  bring: (opened) => {
    if (!opened) return none();
    if (opened.on_studio) window.dash_clientside.set_props("studio-restored", { data: opened.tree });
    else window.location.assign("/?s=" + opened.link);
    return false;
  },
};

export function start() {
  if (isEmbedded()) document.documentElement.classList.add("embedded");

  // A frame follows the system and not what somebody chose in the header, and keeps nothing. Some browsers throw where
  // a frame of another site asks for what is kept.
  if (isEmbedded() || throws()) {
    const kept = new Map();
    const storage = {
      getItem: (name) => (kept.has(name) ? kept.get(name) : null),
      setItem: (name, value) => kept.set(name, String(value)),
      removeItem: (name) => kept.delete(name),
    };
    Object.defineProperty(window, "localStorage", { configurable: true, get: () => storage });
  }
}
