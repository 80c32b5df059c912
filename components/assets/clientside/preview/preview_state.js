// What the preview knows, and the modules of this folder change: what is asked and drawn, and what Dash has told.

/** @type {Properties} */
export const preview = {
  wanted: null, // what is to be shown: {number, body, then}
  asked: null, // what is asked: {number, since, abort, answer}
  drawnLast: 0, // number of what was answered last
  tries: 0,
  isComing: false, // the answer is known, and comes by way of Dash
  offersMap: null, // whether the choice of what a map shows is there; null: as Dash left it
  chosen: null, // the example whose curves are on their way
  sought: "", // the values that were asked for last, or of what the page came with

  // What the form holds, and how it is looked at. Each is told by itself, and may be late.
  held: { values: [], ids: [] },
  looked: { isLive: false },
  study: { id: "" },

  whole: { asked: -Infinity, took: 0 }, // ms: when a moving hand had the last whole answer asked for, and how long one takes
  resting: 0, // timer of a hand that may rest
  unheard: 0, // timer of a key of which Dash has not told yet
  isChoosing: false, // something was chosen of which Dash has not told yet
  written: {}, // what stands in the page and Dash does not know: {id: {before, text}}
};
