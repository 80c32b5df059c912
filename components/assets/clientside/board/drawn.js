// Which boards stand on the page: each is drawn when it comes, and follows the form.
(function () {
  const KINDS = {
    board: (root) => window.corral.drawCluster(root), mix: (root) => window.corral.drawMix(root),
    events: (root) => window.corral.drawEvents(root),
    bent: (root) => window.corral.drawCurve(root), owners: (root) => window.corral.drawOwners(root),
    hours: (root) => window.corral.drawHours(root), classes: (root) => window.corral.drawClasses(root),
  };
  const ALL = Object.keys(KINDS).map((kind) => "[data-" + kind + "]").join();
  const drawn = new WeakMap(); // by place: {told, follow}

  // Those that it has drawn.
  function drawAll() {
    const fresh = [];
    document.querySelectorAll(ALL).forEach((root) => {
      const kind = Object.keys(KINDS).find((one) => one in root.dataset);
      const known = drawn.get(root);
      if (known && known.told === root.dataset[kind] && root.firstChild) return;
      const width = root.clientWidth;
      const follow = KINDS[kind](root);
      drawn.set(root, { told: root.dataset[kind], follow: follow });
      fresh.push(root);
      if (!known) watch(root, width);
    });
    return fresh;
  }

  // An observer tells at once of what it begins to watch: that has just been drawn, as *wide* as it is.
  function watch(root, wide) {
    let isFirst = true;
    new ResizeObserver(() => {
      if (!isFirst || root.clientWidth !== wide) drawn.get(root).follow();
      isFirst = false;
    }).observe(root);
  }

  document.addEventListener("corral-form", () => {
    const fresh = drawAll();
    document.querySelectorAll(ALL).forEach((root) => fresh.includes(root) || drawn.get(root).follow());
  });

  window.corral = window.corral || {};
  window.corral.drawBoards = drawAll;
})();
