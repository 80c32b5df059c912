// The studies that were run in this browser, the latest first.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const MOST = 20;
  let isPressed = false; // Run, since the study store last changed

  // Another tab may have written since this one was opened.
  function stored(known) {
    try {
      const found = JSON.parse(window.localStorage.getItem("shell-recent"));
      return Array.isArray(found) ? found : known;
    } catch {
      return known;
    }
  }

  window.dash_clientside.recent = {
    remember: function (_clicks, study, link, known) {
      const none = window.dash_clientside.no_update;
      if (dash_clientside.callback_context.triggered_id === "studio-run") {
        isPressed = true;
        return none;
      }
      if (!study || study.stale || !link) {
        isPressed = false;
        return none;
      }
      const isRun = study.state === "running" || (isPressed && study.state === "done");
      isPressed = false;
      const before = stored(Array.isArray(known) ? known : []);
      if (!isRun || (before.length && before[0].link === link)) return none;
      const title = (study.tree && study.tree.title) || "Scenario without a title";
      const fresh = { title: title, link: link, when: new Date().toISOString() };
      return [fresh, ...before.filter((one) => one && one.link !== link)].slice(0, MOST);
    },
  };
})();
