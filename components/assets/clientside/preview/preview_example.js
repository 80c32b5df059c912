// The curves of an example that was just chosen: they are known, and come before its form has been built.
import * as before from "../before/before.js";
import { forget } from "./preview_asking.js";
import { mark } from "./preview_page.js";
import { preview } from "./preview_state.js";

export async function showExample(name) {
  if (!preview.looked.told || preview.looked.isLive) return;
  forget();
  before.forget();
  mark("awaiting", true); // until the answer comes by way of Dash at the latest
  const mine = (preview.chosen = { isDrawn: false });
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
    mark("awaiting", false);
  } catch {
    // then it comes with all the rest
  }
}
