// The studies that were run in this browser, the latest first; and which of them in this tab.

const MOST = 20;
const OF_TAB = "corral-runs";
let isPressed = false; // Run, since the study store last changed
let presses = 0; // of Run; a page that has just come tells of the button, too

// Another tab may have written since this one was opened.
function stored(known) {
  try {
    const found = JSON.parse(window.localStorage.getItem("shell-recent"));
    return Array.isArray(found) ? found : known;
  } catch {
    return known;
  }
}

export function ranHere() {
  try {
    const found = JSON.parse(window.sessionStorage.getItem(OF_TAB));
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // nothing is kept, or nothing that can be read
  }
}

const latest = (fresh, before) => [fresh, ...before.filter((one) => one && one.link !== fresh.link)].slice(0, MOST);

function rememberHere(fresh) {
  try {
    window.sessionStorage.setItem(OF_TAB, JSON.stringify(latest(fresh, ranHere())));
  } catch {
    // full, or forbidden
  }
}

export const callbacks = {
  remember: (clicks, study, link, named, known) => {
    const none = window.dash_clientside.no_update;
    // Together, where the answer to a click came before the click was handed over.
    const changed = window.dash_clientside.callback_context.triggered.map((one) => one.prop_id.split(".")[0]);
    if (changed.includes("studio-run") && (clicks || 0) > presses) isPressed = true;
    presses = clicks || 0;
    if (!changed.includes("studio-study")) return none;
    if (!study || study.stale || !link) {
      isPressed = false;
      return none;
    }
    const isRun = study.state === "running" || (isPressed && study.state === "done");
    isPressed = false;
    const before = stored(Array.isArray(known) ? known : []);
    if (!isRun) return none;
    rememberHere({ family: study.tree && study.tree.family, link: link });
    if (before.length && before[0].link === link) return none;
    const own = (study.tree && study.tree.title) || "Scenario without a title";
    const title = named && named.id === study.id ? named.title : own; // else the name is on its way
    const fresh = { title: title, family: study.tree && study.tree.family, link: link, when: new Date().toISOString() };
    return latest(fresh, before);
  },
};
