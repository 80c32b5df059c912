// The tab of the whole schedule: what it shows when it is opened, and when what it shows has become another.
window.dash_clientside = window.dash_clientside || {};
window.corral = window.corral || {};
(function () {
  const view = (window.corral.wholeView = window.corral.wholeView || {});
  const none = () => window.dash_clientside.no_update;
  const TRIES = 200; // frames

  const which = () => JSON.stringify([view.told.study.tree, view.told.point, view.policy, view.replication]);

  function show(now) {
    if (!now || !view.place()) return;
    if (!view.parts || !view.place().contains(view.parts.picture)) view.build();
    const { policies, study } = now.study.tree;
    const before = view.told && which();
    const isRecolored = view.told && view.told.scheme !== now.scheme;
    view.told = now;
    const there = policies.filter((name) => !(now.off || []).includes(name));
    if (!there.includes(view.policy)) view.policy = there[0] || policies[0];
    view.replication = Math.min(view.replication, study.replications - 1);
    view.offer();
    if (!view.id || before !== which()) view.find();
    else if (isRecolored) view.look();
  }

  // The element may come a moment after what it is to show.
  function whenThere(now, tries) {
    if (view.place() || !tries) return show(now);
    window.requestAnimationFrame(() => whenThere(now, tries - 1));
  }

  window.dash_clientside.whole = {
    show: function (now) {
      if (now) whenThere(now, TRIES);
      return none();
    },
  };
})();
