// "Why?" beside the verdict: the tab opens at the verdict's own point, with the policies that it names.

const set = (id, value) => window.dash_clientside.set_props(id, { value: value });

// Whether there is a tab that says why; the answer to whom comes from the server.
export function askWhy(tab) {
  const button = document.getElementById(tab);
  if (!button || button.disabled || !document.querySelector(".why-button")) return false;
  window.dash_clientside.set_props("studio-why-asked", { data: Date.now() });
  return true;
}

export const callbacks = {
  openAt: (pair, there) => {
    if (!pair || !(there || []).includes("why")) return window.dash_clientside.no_update;
    const isThere = document.getElementById("studio-why-first");
    if (pair.first) {
      if (isThere) set("studio-why-first", pair.first);
      if (isThere) set("studio-why-second", pair.second);
      set("studio-replay-point", pair.point);
    }
    if (isThere) set("studio-why-metric", pair.metric);
    set("studio-tabs", "why");
    return window.dash_clientside.no_update;
  },
};
