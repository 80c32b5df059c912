// The curves of an example that was just chosen: they are known, and come before its form has been built.
window.corral = window.corral || {};
(function () {
  const preview = (window.corral.preview = window.corral.preview || {});

  preview.chosen = null; // the example whose curves are on their way

  window.corral.showExample = async function (name) {
    if (!preview.looked.told || preview.looked.isLive) return;
    preview.forget();
    window.corral.before.forget();
    preview.mark("awaiting", true); // until the answer comes by way of Dash at the latest
    const mine = (preview.chosen = {});
    const { metric, shown, scheme, off } = preview.looked.told;
    const told = new URLSearchParams({
      metric: metric || "",
      shown: shown || "",
      scheme: scheme || "light",
      off: (off || []).join(),
    });
    try {
      const sent = await fetch("/_studio/example/" + encodeURIComponent(name) + "?" + told);
      const found = sent.ok ? await sent.json() : null;
      const picture = document.querySelector("#studio-curves .js-plotly-plot");
      if (!found || preview.chosen !== mine || !picture || !picture.data) return;
      await window.Plotly.react(picture, found.figure.data, found.figure.layout);
      document.getElementById("studio-verdict").textContent = found.verdict; // as Dash will write it, too
      document.getElementById("studio-more").textContent = found.more;
      mine.isDrawn = true;
      preview.mark("awaiting", false);
    } catch {
      // then it comes with all the rest
    }
  };
})();
