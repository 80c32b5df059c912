// Pictures on tabs that nobody has opened are drawn when they are seen: twenty of them, mostly empty, would otherwise
// be drawn before the first page is there, and again whenever their figures change.
(function () {
  let plotly;
  const waiting = new WeakMap(); // element: {args, done: [functions]}; of several figures the last one is drawn

  function drawWhenSeen(react) {
    const observer = new ResizeObserver((entries) => {
      entries.forEach(({ target }) => {
        const wanted = waiting.get(target);
        if (!wanted || !target.isConnected || target.offsetParent === null) return;
        observer.unobserve(target);
        waiting.delete(target);
        const drawn = react(target, ...wanted.args);
        wanted.done.forEach((resolve) => resolve(drawn));
      });
    });
    return function (element, ...args) {
      const isHidden = element instanceof Element && element.isConnected && element.offsetParent === null;
      if (!isHidden && !waiting.has(element)) return react(element, ...args);
      const wanted = waiting.get(element) || { done: [] };
      wanted.args = args;
      waiting.set(element, wanted);
      observer.observe(element);
      return new Promise((resolve) => wanted.done.push(resolve));
    };
  }

  Object.defineProperty(window, "Plotly", {
    configurable: true,
    get: () => plotly,
    set: (loaded) => {
      plotly = Object.assign({}, loaded, { react: drawWhenSeen(loaded.react) });
    },
  });
})();
