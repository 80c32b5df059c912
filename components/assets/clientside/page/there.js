// Whether there is a sketch on the page, told to the style sheets. `:has()` would have the browser look through the whole
// page again at each change, and a picture that is drawn changes it a hundred times.

const look = () =>
  document.documentElement.toggleAttribute("data-sketch", document.getElementById("studio-run") !== null);

export function start() {
  new MutationObserver(look).observe(document.documentElement, { childList: true, subtree: true });
}
