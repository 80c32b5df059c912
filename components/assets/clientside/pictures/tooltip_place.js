// The box with the values of all curves at an x stands in the upper corner on the other side of the pointer, and not on
// what one looks at.
(function () {
  const AIR = 8; // px
  let pointer = 0;

  document.addEventListener("pointermove", ({ clientX }) => (pointer = clientX), { capture: true, passive: true });

  function place(picture, layer) {
    const box = layer.querySelector("g.legend");
    const size = picture._fullLayout && picture._fullLayout._size;
    if (!box || !size) return;
    const width = box.getBBox().width;
    const left = size.l + AIR;
    const right = size.l + size.w - width - AIR;
    const isLeft = pointer - picture.getBoundingClientRect().left < size.l + size.w / 2;
    const wanted = `translate(${Math.max(AIR, isLeft ? right : left)}, ${size.t + AIR})`;
    if (box.getAttribute("transform") !== wanted) box.setAttribute("transform", wanted);
  }

  const watched = new WeakSet();
  document.addEventListener("corral-drawn", ({ target }) => {
    const layer = target.querySelector && target.querySelector(".hoverlayer");
    if (!layer || watched.has(layer) || !target.layout || target.layout.hovermode !== "x unified") return;
    watched.add(layer);
    new MutationObserver(() => place(target, layer)).observe(layer, { childList: true, subtree: true, attributes: true, attributeFilter: ["transform"] });
  });
})();
