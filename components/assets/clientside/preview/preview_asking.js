// The questions of the preview.
//
// One question at a time. A newer one takes the place of one that has just been asked; one that has been on its way for
// longer is awaited, or slow networks would never show anything, and so is one that took the place of another, or a quick
// hand would see nothing until it rests. The last one is always asked. While a hand moves something, a second one is sent
// half-way through the first: the server reads it while the workers compute. Answers are drawn in the order of questions.
// Of a key the curves are asked for first, where they can be moved, and all that is said of them while they are.
import { withoutPreview } from "../studio/sketch.js";
import { canMove, draw, drawMoved, drawOwn } from "./preview_drawing.js";
import * as previewForm from "./preview_form.js";
import { allPlaced } from "./preview_form.js";
import { mark, now, tellDash, write } from "./preview_page.js";
import { preview } from "./preview_state.js";

const YOUNG = 60; // ms for which a question may be taken back
const PLACES = 100; // answers that are kept: hands go to and fro
const AGAIN = [300, 700, 1500, 3000, 3000, 5000, 5000]; // ms until what the workers or the network missed is asked again

let ahead = null; // the next one that a moving hand has sent, of which the answer is awaited after that
let trip = 60; // ms that an answer took last
const places = new Map(); // what came for places of the hand, by what was asked
let newest = 0;
let timer = 0; // of another try

export function forget() {
  window.clearTimeout(timer);
  window.clearTimeout(preview.resting);
  dropAsked();
  mark("moving", false);
  preview.wanted = null;
  preview.tries = 0;
  preview.isComing = false;
  mark("awaiting", false);
}

// Asked once more, as long as nothing else is wanted.
function later(mine, words) {
  if (words) write("studio-stale", words);
  tellDash();
  if (preview.wanted !== mine || preview.tries >= AGAIN.length) return mark("awaiting", false);
  timer = window.setTimeout(ask, AGAIN[preview.tries]);
  preview.tries += 1;
}

function send(isSecond) {
  const abort = new AbortController();
  const body = preview.wanted.body();
  const told = JSON.stringify(body);
  const answer = places.has(told) ? Promise.resolve(places.get(told)) : answerTo(told, abort.signal);
  return {
    number: preview.wanted.number,
    since: now(),
    isSecond: isSecond,
    abort: abort,
    answer: answer,
    isWhole: !body.moving && !body.first,
    then: preview.wanted.then,
  };
}

// Nothing of what was taken back, or while the server is away for a moment.
async function answerTo(told, signal) {
  try {
    const sent = await fetch("/_studio/preview", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: told,
      signal: signal,
    });
    if (sent.ok) return keepPlace(told, await sent.json());
    return sent.status < 500 ? { state: "wrong" } : null;
  } catch {
    return null;
  }
}

function keepPlace(told, found) {
  if (found.state === "moved") places.set(told, found);
  if (places.size > PLACES) places.delete(places.keys().next().value);
  return found;
}

function dropAsked() {
  [preview.asked, ahead].forEach((one) => one && one.abort.abort());
  preview.asked = ahead = null;
}

export async function ask(isSecond) {
  window.clearTimeout(timer);
  const mine = preview.wanted;
  if (!mine || preview.asked || !preview.looked.told) return; // a page that has just come asks when it can
  const own = (preview.asked = ahead || send(isSecond === true));
  ahead = null;
  const found = await own.answer;
  if (preview.asked !== own) return; // something newer was asked, or nothing is wanted any more
  preview.asked = null;
  trip = now() - own.since;
  const isOld = own.number < preview.drawnLast; // a place passed before was drawn meanwhile
  if (found && !isOld) preview.drawnLast = own.number;
  const isFirst =
    found && found.state === "moved" && own.then && preview.wanted && preview.wanted.number === own.number;
  if (isFirst) want(own.then); // of the same values
  const isBehind = preview.wanted !== null && preview.wanted.number > own.number;
  if (isBehind) ask(); // the workers compute while this one is drawn
  const isDrawn = found && found.state === "moved" && !isOld && (await drawMoved(found, own.number, isFirst));
  const isLast = preview.wanted !== null && preview.wanted.number === own.number + 1;
  if (isFirst && isDrawn && isLast && isHeard()) mark("awaiting", false);
  if (found && found.state === "drawn" && !isOld) await draw(found, own.number);
  if (own.isWhole) preview.whole.took = now() - own.since;
  if (found && found.state === "same") await drawOwn(found);
  if (found && found.state === "long") {
    write("studio-stale", found.stale);
    tellDash();
  }
  if (!preview.wanted || isBehind) return;
  if (preview.wanted.number > own.number) return ask();
  if (found && found.state !== "later") preview.tries = 0; // workers that are preparing are asked for as long as it takes
  if (!found || found.state === "later" || found.state === "preparing") return later(mine, found && found.stale);
  if (["wrong", "known", "long"].includes(found.state)) withoutPreview();
  if (found.state === "known") preview.isComing = true;
  else if (isHeard()) mark("awaiting", false);
}

// Or it may be older than what stands in the form.
const isHeard = () => !preview.unheard || (allPlaced() && !preview.isChoosing);

// Of a place that the hand has passed before the curves are there, whatever is on its way.
function drawKept({ number, body }) {
  const found = places.get(JSON.stringify(body()));
  if (!found) return;
  preview.drawnLast = number;
  drawMoved(found, number, false);
}

// While a hand moves something, each of its places is on the way to the next one: none is taken back.
export function want(body, isMoving, then) {
  newest += 1;
  preview.tries = 0;
  preview.isComing = false;
  preview.wanted = { number: newest, body: body, then: then };
  const isReplaced =
    preview.asked !== null && !isMoving && !preview.asked.isSecond && now() - preview.asked.since < YOUNG;
  if (isReplaced) dropAsked();
  if (isMoving && preview.asked) drawKept(preview.wanted);
  ask(isReplaced);
  if (isMoving && !ahead && preview.asked && preview.asked.number < newest && now() - preview.asked.since > trip / 2)
    ahead = send(false);
}

// The curves first, where they take the places of those that are there.
export function wantCurves() {
  if (!canMove()) return want(previewForm.body());
  want(previewForm.body(undefined, "first"), false, previewForm.body());
}

export const isAwaiting = () => preview.asked !== null;
