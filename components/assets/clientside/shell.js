// The header: light or dark; and pictures to save.
window.dash_clientside = window.dash_clientside || {};
window.dash_clientside.shell = {
  // When the switch is pressed; at the start, what was chosen before, or what the system asks for.
  switchScheme: function (clicks, _id, scheme) {
    if (clicks && dash_clientside.callback_context.triggered_id === "shell-scheme-switch") {
      return scheme === "dark" ? "light" : "dark";
    }
    if (scheme) return scheme; // said again, so that pictures that the server drew in light colours follow
    return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  },

  showScheme: function (scheme) {
    return [scheme || "light", scheme === "dark" ? "☀ Light" : "☾ Dark"];
  },

  // A picture as the browser shows it, at twice its size in pixels for PNG; the name says what it shows.
  savePicture: function (clicks) {
    const trigger = dash_clientside.callback_context.triggered_id;
    const picture = trigger && document.querySelector("#" + trigger.graph + " .js-plotly-plot");
    if (picture && clicks.some(Boolean))
      Plotly.downloadImage(picture, {
        format: trigger.form,
        filename: "corral-" + trigger.graph,
        width: picture.offsetWidth,
        height: picture.offsetHeight,
        scale: trigger.form === "png" ? 2 : 1,
      });
    return dash_clientside.no_update;
  },
};
