// What becomes of a look at how far the study is: a late answer never overwrites what a click has said meanwhile.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  window.dash_clientside.study = {
    // Run, Cancel and another sketch each make a new version of the study on the page. A look that was on its way
    // before is about an older one.
    accept: function (polled, study) {
      if (!polled || polled.id !== study.id || polled.version !== study.version) return [none(), none()];
      const now = Object.assign({}, polled, { stale: study.stale, tree: study.tree });
      return [Object.keys(now).every((name) => same(now[name], study[name])) ? none() : now, now.state !== "running"];
    },
  };
})();
