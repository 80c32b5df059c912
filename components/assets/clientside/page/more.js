// The list behind "more": its lines come as one text, by way of Dash or past it, and are listed while somebody looks.

const watched = new WeakMap(); // what watches the text of a list that is open

function list(details) {
  const text = details.querySelector(".more-lines");
  const items = text.textContent
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    });
  details.querySelector("ul").replaceChildren(...items);
}

export function start() {
  // This event does not bubble.
  document.addEventListener(
    "toggle",
    (/** @type {{ target: any }} */ { target }) => {
      if (!target.matches || !target.matches(".more") || !target.querySelector(".more-lines")) return;
      if (watched.has(target)) watched.get(target).disconnect();
      if (!target.open) return;
      list(target);
      const watch = new MutationObserver(() => list(target));
      watch.observe(target.querySelector(".more-lines"), { childList: true, characterData: true, subtree: true });
      watched.set(target, watch);
    },
    true,
  );
}
