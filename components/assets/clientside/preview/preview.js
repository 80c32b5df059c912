// The preview, past Dash: what is typed or dragged is sent as it is, and the curves that come back are drawn at once.
//
// What Dash tells of the form and of its own answers comes in here. `preview_asking.js` asks, `preview_drawing.js` draws
// what comes, `preview_keys.js`, `preview_hand.js` and `preview_example.js` say what is to be asked for.
window.dash_clientside = window.dash_clientside || {};
window.corral = window.corral || {};
(function () {
  const preview = (window.corral.preview = window.corral.preview || {});

  const none = () => window.dash_clientside.no_update;
  let isOwed = false; // Dash has an answer that is not drawn yet
  let isOpened = false; // the page has come, and was looked at

  // Who opens a study that nobody has computed yet sees what a key would show. A lesson asks for a prediction first.
  function showUnknown() {
    if (isOpened || !preview.held.ids.length || !preview.looked.told || !preview.study.id) return;
    isOpened = true;
    const isPlain = document.querySelector(".studio:not(.of-lesson):not(.of-embed)");
    if (isPlain && preview.isUnknown() && !preview.looked.isLive && !preview.wanted) preview.want(preview.body());
  }
  document.addEventListener("input", ({ target }) => preview.hear(target), true);

  // A picture has come by way of Dash. If something newer was drawn meanwhile, that is asked for again.
  window.corral.drawnByDash = function () {
    const isLate = isOwed && preview.isPreview();
    isOwed = false;
    if (isLate) {
      preview.mark("awaiting", true);
      return preview.want(preview.body());
    }
    if (preview.isComing) preview.mark("awaiting", false);
    preview.isComing = false;
  };

  // What the form holds, as Dash tells it; *changed* fields are named unless the page has just come.
  window.corral.typed = function (values, ids, changed) {
    window.clearTimeout(preview.resting);
    const before = JSON.stringify(preview.current());
    const isBuilt = ids.length !== preview.held.ids.length || ids.some((id, n) => id.path !== preview.held.ids[n].path);
    const wasNowhere = !preview.allPlaced();
    preview.held = { values: values, ids: ids };
    if (changed.length && changed.length === ids.length) preview.typed.clear(); // built anew, and holds what it is to hold
    if (wasNowhere && preview.allPlaced() && preview.untold().size && !preview.looked.isLive)
      preview.want(preview.body()); // typed before the field was known
    preview.forgetHeard();
    preview.tellForm();
    if (!preview.sought) preview.sought = JSON.stringify(preview.current());
    if (!changed.length) showUnknown();
    if (!changed.length || preview.looked.isLive) return; // the page has just come; or a tab draws the sketch itself
    if (!isBuilt && before === JSON.stringify(preview.current())) {
      if (!preview.asked && !preview.tries && !preview.unheard && !preview.isComing) preview.mark("awaiting", false);
      return; // it is asked for, or drawn
    }
    if (changed.length === 1) preview.mark("awaiting", true);
    preview.want(preview.body());
  };

  window.dash_clientside.preview = {
    look: function (tab, draft, metric, shown, scheme, off, bars) {
      const before = preview.looked;
      preview.looked = {
        isLive: (bars[tab] || []).includes("live"),
        told: { draft: draft, metric: metric, shown: shown, scheme: scheme, off: off },
      };
      if (!before.told) preview.ask(); // somebody was quicker than the page
      showUnknown();
      if (!before.told || !preview.held.ids.length) return none();
      // A form that was built anew, or a tab that has not drawn the sketch itself; all else is drawn with the answer.
      if (before.told.draft !== draft || (before.isLive && !preview.looked.isLive))
        if (!preview.looked.isLive) {
          preview.mark("awaiting", true); // what came meanwhile was of the draft before
          preview.want(preview.body());
        }
      return none();
    },

    // An answer that is no preview is on the page, or on its way.
    leave: function (now) {
      const isSame =
        !preview.study.id ||
        (preview.study.id === now.id && !preview.isPreview()) ||
        (preview.chosen && preview.chosen.isDrawn);
      preview.study = now;
      showUnknown();
      preview.mark("as-sketched", !now.stale); // though it may never have been run: its replays are those of the sketch
      if (now.stale) return none();
      preview.chosen = null;
      preview.forget();
      preview.takeBack(["studio-stale"]);
      if (now.state === "running") return none(); // the preview stays until there is something new, and what is said of it
      preview.takeBack(Object.keys(preview.written));
      preview.mark("previewing", false);
      preview.offersMap = null;
      if (isSame) return none();
      preview.isComing = isOwed = true; // the curves take another way than the study that they are of
      preview.mark("awaiting", true);
      return none();
    },
  };
})();
