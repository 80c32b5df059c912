// What the preview writes into the page.
//
// What is drawn is written into the page directly, of which Dash hears when nobody types any more: each of its properties
// costs a look at all.
window.corral = window.corral || {};
(function () {
  const preview = (window.corral.preview = window.corral.preview || {});

  const set = (id, properties) => window.dash_clientside.set_props(id, properties);
  const REST = 500; // ms without a new picture after which Dash is told
  let telling = 0; // of what Dash is told
  preview.written = {}; // what stands in the page and Dash does not know: {id: {before, text}}

  const now = () => performance.now();
  const answer = () => document.querySelector(".answer");
  const mark = (name, isOn) => answer() && answer().classList.toggle(name, isOn);
  const isPreview = () => answer() && answer().classList.contains("previewing");

  function write(id, text) {
    const place = document.getElementById(id);
    if (!place || place.textContent === text) return;
    preview.written[id] = { before: preview.written[id] ? preview.written[id].before : place.textContent, text: text };
    place.textContent = text;
  }

  function tellDash() {
    window.clearTimeout(telling);
    telling = window.setTimeout(() => {
      const told = Object.entries(preview.written);
      preview.written = {};
      told.forEach(([id, { text }]) => document.getElementById(id) && set(id, { children: text }));
      const whole = document.getElementById("studio-fingerprint");
      if (whole && whole.textContent && isPreview()) set("studio-fingerprint", { children: "" }); // it is of another answer
    }, REST);
  }

  function takeBack(ids) {
    ids
      .filter((id) => id in preview.written)
      .forEach((id) => {
        const place = document.getElementById(id);
        if (place && place.textContent === preview.written[id].text) place.textContent = preview.written[id].before;
        delete preview.written[id];
      });
  }

  Object.assign(preview, { set, now, mark, isPreview, write, tellDash, takeBack });
})();
