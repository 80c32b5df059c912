// Whether there is a sketch on the page, told to the style sheets. `:has()` would have the browser look through the whole
// page again at each change, and a picture that is drawn changes it a hundred times.
(function () {
  const page = document.documentElement;
  const look = () => page.toggleAttribute("data-sketch", document.getElementById("studio-run") !== null);
  new MutationObserver(look).observe(page, { childList: true, subtree: true });
})();
