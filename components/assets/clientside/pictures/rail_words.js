// Words of the rail stay inside their picture: how wide that is, only the browser knows. What would be cut moves as far as
// it has to.

const AIR = 2; // px

function keepInside(picture) {
  const notes = (picture._fullLayout && picture._fullLayout.annotations) || [];
  const room = picture.getBoundingClientRect();
  if (!room.width) return;
  const scale = room.width / picture.offsetWidth || 1; // of presenter mode
  // All are read before any is moved: to read in between would have the page laid out for each.
  const found = notes.flatMap(
    ({ name }, n) => (name === "rail" && picture.querySelector(`.annotation[data-index="${n}"]`)) || [],
  );
  found.forEach((node) => (node.style.transform = ""));
  found
    .map((node) => [node, node.getBoundingClientRect()])
    .forEach(([node, { left, right }]) => {
      const over = Math.min(0, room.right - AIR - right); // to the left; but what is too long is cut at its end
      const by = Math.max(over, room.left + AIR - left);
      if (by < 0 || left < room.left + AIR) node.style.transform = `translateX(${by / scale}px)`;
    });
}

const watched = new WeakSet();

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    if (!target.on || !target.layout || watched.has(target)) return;
    watched.add(target);
    target.on("plotly_afterplot", () => keepInside(target));
    keepInside(target);
  });
}
