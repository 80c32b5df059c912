// What came for a question of the preview, drawn into the picture that is there.
import * as before from "../before/before.js";
import * as snapshots from "../before/snapshots.js";
import * as movingCurves from "../pictures/moving_curves.js";
import { isPreview, mark, set, tellDash, write } from "./preview_page.js";
import { preview } from "./preview_state.js";

const pictureNow = () => document.querySelector("#studio-curves .js-plotly-plot");

async function drawWhole(figure, shown) {
  const picture = pictureNow();
  if (picture && picture.data) await movingCurves.drawAll(picture, shown);
  else set("studio-curves", { figure: figure }); // the first one
}

export const canMove = () => movingCurves.isReady(pictureNow());

// The curves of a place that the hand passes; what they say follows. Where that *isComing* it draws what cannot be moved.
export async function drawMoved(found, number, isComing) {
  const shown = before.moved(found.figure);
  const isOld = () => number < preview.drawnLast;
  const isMoved = await movingCurves.draw(pictureNow(), shown, isOld);
  if (!isMoved && !isComing) await drawWhole(found.figure, shown);
  if (isOld() || (!isMoved && isComing)) return false;
  mark("older", false);
  mark("previewing", true);
  mark("moving", true);
  return true;
}

// Where the hand is elsewhere already, words and places of the curves; all else when it rests.
export async function draw(found, number) {
  const isPassing = () => preview.wanted !== null && preview.wanted.number > number;
  const isOld = () => number < preview.drawnLast;
  const isMoved = isPassing() && (await movingCurves.draw(pictureNow(), before.moved(found.figure), isOld));
  if (!isMoved) await drawWhole(found.figure, before.with(found.figure, null));
  if (number < preview.drawnLast) return; // the next one is drawn already
  mark("older", false);
  if (!preview.wanted || preview.wanted.number === number) mark("moving", false);
  snapshots.drawn(found.study, found.figure);
  write("studio-verdict", found.verdict);
  write("studio-more", found.more);
  write("studio-curves-text", found.text);
  write("studio-stale", found.stale);
  mark("previewing", true);
  const choices = found.map_choices;
  const isMap = document.querySelector("#studio-map-shown") && choices.length > 0;
  if (isMap !== preview.offersMap) {
    preview.offersMap = isMap;
    set("studio-map-shown", isMap ? { data: choices, display: "block" } : { display: "none" });
  }
  tellDash();
}

// What was typed was taken back before Dash has heard of it: the page shows its own answer again.
export async function drawOwn(found) {
  if (!isPreview()) return;
  const own = window.dash_component_api.getLayout("studio-curves");
  if (pictureNow() && own && own.props.figure) {
    await drawWhole(own.props.figure, before.with(own.props.figure, preview.study.id));
  }
  ["verdict", "more", "curves-text", "stale", "fingerprint"].forEach((name) => write("studio-" + name, found[name]));
  mark("previewing", false);
  mark("moving", false);
  preview.offersMap = null;
  tellDash();
}
