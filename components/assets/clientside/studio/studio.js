// The Studio page: errors at their fields, and the address bar.
import { changeAddress, isRaceOfCompare } from "./open.js";

const none = () => window.dash_clientside.no_update;

let shownErrors = []; // paths of fields at which something stands

const idOf = (path) => JSON.stringify({ path: path, type: "studio-field" });

// The part in which nobody has looked for the field: it is opened, and the field comes.
function whenThere(path, folded, then) {
  const part = Object.keys(folded || {}).find((one) => JSON.stringify(folded[one]).includes(JSON.stringify(path)));
  const away = part && document.querySelector(`#studio-sketch details[data-part="${CSS.escape(part)}"]`);
  if (!away) return;
  away.open = true;
  const place = new MutationObserver(() => {
    if (!document.getElementById(idOf(path))) return;
    place.disconnect();
    then();
  });
  place.observe(away, { childList: true, subtree: true });
}

export function whenFieldIsThere(path, then) {
  if (document.getElementById(idOf(path))) return then();
  const known = window.dash_component_api.getLayout("studio-folded");
  whenThere(path, known && known.props.data, then);
}

export const callbacks = {
  // What is wrong stands at its field; what was wrong before is taken away.
  showErrors: (errors, folded) => {
    const before = shownErrors;
    const shown = (shownErrors = Object.keys(errors));
    const show = (path, error) => {
      const id = { path: path, type: "studio-field" };
      const place = { path: path, type: "studio-field-error" };
      if (document.getElementById(JSON.stringify(place))) window.dash_clientside.set_props(place, { children: error });
      const field = document.getElementById(JSON.stringify(id));
      if (!field) return error && whenThere(path, folded, () => shownErrors === shown && show(path, error));
      window.dash_clientside.set_props(id, { error: error });
      if (!error) return;
      for (let part = field; part; part = part.parentElement.closest("#studio-sketch details")) part.open = true; // or nobody would see it
    };
    before.filter((path) => !(path in errors)).forEach((path) => show(path, ""));
    Object.entries(errors).forEach(([path, error]) => show(path, error));
    return none();
  },

  // The address bar always holds the scenario. What the sender of a link saw was of that link's scenario.
  keepAddress: (link) => {
    const drawer = document.getElementById("studio-drawer");
    if (drawer && !drawer.dataset.met) {
      drawer.dataset.met = "yes";
    }
    if (isRaceOfCompare()) return none(); // whose address holds both sides
    const before = new URLSearchParams(window.location.search).get("s");
    if (link) changeAddress(link === before ? {} : before ? { s: link, f: "" } : { s: link });
    return none();
  },

  copyMethods: (clicks) => {
    if (!clicks) return none();
    const parts = document.querySelectorAll("#studio-methods p");
    const text = Array.from(parts, (part) => part.textContent).join("\n\n");
    const byHand = () => window.dash_clientside.set_props("studio-copied", { children: "Mark the text and copy it." });
    const done = () => window.dash_clientside.set_props("studio-copied", { children: "Copied." });
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
    return none();
  },
};
