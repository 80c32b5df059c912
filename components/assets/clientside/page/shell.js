// The header: light or dark.

export const callbacks = {
  // When the switch is pressed; at the start, what was chosen before, or what the system asks for.
  // A page begins in light colors, and hears of them only if it has to change.
  switchScheme: (clicks, _id, scheme) => {
    const page = document.documentElement.dataset;
    if (clicks && window.dash_clientside.callback_context.triggered_id === "shell-scheme-switch") {
      page.scheme = scheme === "dark" ? "light" : "dark";
      try {
        localStorage.setItem("shell-scheme", JSON.stringify(page.scheme));
      } catch {
        // then it holds for this page alone
      }
    }
    return page.scheme === scheme ? window.dash_clientside.no_update : page.scheme; // it was found before the first paint
  },

  drawIn: (scheme, drawn) => (scheme && scheme !== drawn ? scheme : window.dash_clientside.no_update),

  showScheme: (scheme) => [scheme || "light", scheme === "dark" ? "☀ Light" : "☾ Dark"],
};
