// Whether the pictures of a replay are those that were asked for. What is asked for has a number, the answer says which
// one it answers, and a tab says what it has drawn: until all three agree, what stands there is marked as late.
//
// It is marked past Dash, in the frame in which it is asked for; Dash hears of it when nothing is under way any more.

const LATER = 2000; // ms
let last = 0;
let answered = 0;
let state = "there"; // or "waiting", or "refused"
let isAhead = false; // somebody has let something go of which Dash has not heard yet

// Equal as JSON, in whatever order keys are: some come from the server, some from this page.
function same(a, b) {
  if (a === b) return true;
  if (!a || !b || typeof a !== "object" || typeof b !== "object") return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
}

function mark(now) {
  state = now;
  const place = document.getElementById("studio-waiting");
  if (place) place.className = { there: "hidden", waiting: "waiting", refused: "waiting refused" }[now];
  document.dispatchEvent(new CustomEvent("corral-late"));
}
export const isLate = () => state !== "there";
export function letGo() {
  isAhead = true;
  mark("waiting");
}

// The number of what is asked for now, or of what was asked for last if that is the same and was not refused.
export function wanted(isNew) {
  if (isNew) last += 1;
  const isThere = !isNew && answered === last;
  if (isNew) mark("waiting");
  else if (isAhead && isThere) mark("there");
  isAhead = false;
  const detail = { number: last, isThere: isThere };
  document.dispatchEvent(new CustomEvent("corral-wanted", { detail: detail }));
  return last;
}
// The workers are not there yet: as long as nothing else is wanted, it is asked for again.
function askAgain(wanted) {
  mark("waiting");
  window.setTimeout(() => {
    if (last !== wanted.number || !document.getElementById("studio-waiting")) return;
    window.dash_clientside.set_props("studio-wanted", { data: { ...wanted, number: wanted(true) } });
  }, LATER);
}
export const isRefused = () => state === "refused";

export const callbacks = {
  // When everything that was under way has come or failed.
  look: (tab, wanted, answer, replayed, _drawn, bars) => {
    const seen = window.dash_clientside.callback_context.inputs_list.flat().find((one) => one.id && one.id.tab === tab);
    const isAnswered = !!(wanted && answer && answer.number === wanted.number);
    if (answer) answered = answer.number;
    if (isAhead) return window.dash_clientside.no_update;
    if (!wanted || !(bars[tab] || []).includes("policy")) mark("there");
    else if (isAnswered && answer.is_later) askAgain(wanted);
    else if (!isAnswered || answer.is_refused) mark("refused");
    else mark(!seen || same(seen.value && seen.value.which, replayed) ? "there" : "waiting");
    return window.dash_clientside.no_update;
  },
};
