// The form of the Studio is built anew when fields come or go: what was open stays open, and the focus where it was.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const open = new Set();
  let focused = "";

  // Before the next paint, so that nothing is seen to close and open again.
  function bringBack(sketch) {
    sketch.querySelectorAll("details[data-part]").forEach((part) => {
      if (open.has(part.dataset.part)) part.open = true;
    });
    const lost = focused && document.activeElement === document.body && document.getElementById(focused);
    if (lost) lost.focus({ preventScroll: true });
  }

  window.dash_clientside.sketch = {
    keepPlace: function () {
      const sketch = document.getElementById("studio-sketch");
      if (!sketch || sketch.dataset.met) return none();
      sketch.dataset.met = "yes";
      const remember = (event) => {
        const part = event.target.dataset.part;
        if (part && event.target.isConnected) open[event.target.open ? "add" : "delete"](part);
      };
      sketch.addEventListener("toggle", remember, true); // it does not bubble
      sketch.addEventListener("focusin", (event) => (focused = event.target.id));
      document.addEventListener("focusin", (event) => {
        if (!sketch.contains(event.target)) focused = "";
      });
      new MutationObserver(() => bringBack(sketch)).observe(sketch, { childList: true, subtree: true });
      return none();
    },
  };
})();
