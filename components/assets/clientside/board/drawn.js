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

  function drawAll() {
    document.querySelectorAll(ALL).forEach((root) => {
      const kind = Object.keys(KINDS).find((one) => one in root.dataset);
      const known = drawn.get(root);
      if (known && known.told === root.dataset[kind] && root.firstChild) return;
      const follow = KINDS[kind](root);
      if (!known) new ResizeObserver(() => drawn.get(root).follow()).observe(root);
      drawn.set(root, { told: root.dataset[kind], follow: follow });
    });
  }

  document.addEventListener("corral-form", () => {
    drawAll();
    document.querySelectorAll(ALL).forEach((root) => drawn.get(root).follow());
  });

  window.corral = window.corral || {};
  window.corral.drawBoards = drawAll;
})();
