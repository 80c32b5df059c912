// One policy in focus, the others pale: as long as the hand or the focus is on its chip. Of eleven curves one can be
// followed, and nothing is drawn anew.
(function () {
  const PALE = "0.12";

  function nameOf(target) {
    const chip = target.closest && target.closest("#studio-shown-policies-row .mantine-Chip-root");
    const input = chip && chip.querySelector("input");
    return input ? input.value : "";
  }

  function show(name) {
    const picture = document.querySelector("#studio-curves .js-plotly-plot");
    if (!picture) return;
    picture.querySelectorAll(".scatterlayer .trace").forEach((node) => {
      const known = node.__data__ && node.__data__[0] && node.__data__[0].trace;
      const isOther = name && known && known.legendgroup !== name && known.name !== name + " before";
      node.style.opacity = isOther ? PALE : "";
    });
  }

  ["pointerover", "focusin"].forEach((event) => document.addEventListener(event, ({ target }) => nameOf(target) && show(nameOf(target))));
  ["pointerout", "focusout"].forEach((event) => document.addEventListener(event, ({ target }) => nameOf(target) && show("")));
})();
