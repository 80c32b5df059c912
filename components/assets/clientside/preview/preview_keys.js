// Keys are heard as the browser tells of them: by way of Dash, each takes as long as the server does for the curve.
window.corral = window.corral || {};
(function () {
  const preview = (window.corral.preview = window.corral.preview || {});

  const UNHEARD = 15000; // ms after which a key that led to nothing is forgotten
  const LIVE = 30; // ms after a key until a tab that draws the sketch by way of Dash hears of it
  preview.unheard = 0; // timer of a key of which Dash has not told yet
  preview.isChoosing = false; // something was chosen of which Dash has not told yet

  function forgetHeard() {
    const left = preview.untold();
    Array.from(preview.typed.keys()).forEach((name) => {
      const place = preview.placeOf(name);
      if (place >= 0 && !left.has(place)) preview.typed.delete(name);
    });
    if (preview.typed.size) return;
    window.clearTimeout(preview.unheard);
    preview.unheard = 0;
    preview.isChoosing = false;
  }

  // Before it is whole, as "0." is not, a number would be written over while somebody types it.
  function tellWhole() {
    const { read, asText } = window.corral.typing;
    const isWhole = ({ text, isNumber }) => !isNumber || [String(read(text)), asText(read(text))].includes(text);
    if (Array.from(preview.typed.values()).every(isWhole)) window.corral.tellTyped();
  }

  // In the frame of the key.
  function hear(target) {
    if (!target.closest || !target.closest("#studio-sketch")) return;
    const isText =
      target.type !== "checkbox" && target.tagName !== "SELECT" && target.getAttribute("role") !== "combobox";
    const isNumber = ["numeric", "decimal"].includes(target.inputMode);
    window.corral.keyHeard();
    if (isText) preview.typed.set(target.id, { text: target.value, isNumber: isNumber });
    preview.tellForm();
    window.clearTimeout(preview.unheard);
    preview.unheard = 0;
    if (preview.looked.isLive) {
      preview.unheard = window.setTimeout(tellWhole, LIVE);
      return;
    }
    preview.isChoosing = !isText; // which Dash tells of
    const isKnown = isText && preview.allPlaced() && JSON.stringify(preview.current()) === preview.sought;
    if (isKnown && !preview.asked && !preview.tries) return preview.mark("awaiting", preview.isComing); // as it was
    preview.mark("awaiting", true);
    preview.unheard = window.setTimeout(() => {
      preview.unheard = 0; // it was no value
      preview.isChoosing = false;
      preview.typed.clear();
      if (!preview.asked) preview.mark("awaiting", false);
    }, UNHEARD);
    if (isText && !isKnown && preview.allPlaced()) preview.wantCurves(); // or when its place is known
  }

  Object.assign(preview, { forgetHeard, hear });
})();
