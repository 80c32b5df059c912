// The preview, past Dash: what is typed or dragged is sent as it is, and the curves that come back are drawn at once.
//
// Keys are heard as the browser tells of them: by way of Dash, each takes as long as the server does for the curve.
//
// One question at a time. A newer one takes the place of one that has just been asked; one that has been on its way for
// longer is awaited, or slow networks would never show anything, and so is one that took the place of another, or a quick
// hand would see nothing until it rests. The last one is always asked. While a hand moves something, a second one is sent
// half-way through the first: the server reads it while the workers compute. Answers are drawn in the order of questions.
//
// Of most places that a hand passes the curves alone are asked for, and drawn into the picture that is there, see
// `moving_curves.js`. Words and all that stands around the curves are pale meanwhile: they follow now and then, and when
// the hand rests.
//
// What is drawn is written into the page directly, of which Dash hears when nobody types any more: each of its properties
// costs a look at all.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const set = (id, properties) => window.dash_clientside.set_props(id, properties);
  const YOUNG = 60; // ms for which a question may be taken back
  const UNHEARD = 15000; // ms after which a key that led to nothing is forgotten
  const LIVE = 30; // ms after a key until a tab that draws the sketch by way of Dash hears of it
  const LATE = 250; // ms by which curves may be behind the hand before they are marked
  const REST = 500; // ms without a new picture after which Dash is told
  const STILL = 150; // ms after which a hand rests, and the whole answer is asked for
  const WHOLE = 600; // ms from one whole answer to the next while it moves, at least
  const PART = 6; // so many times as long as one takes, where that is longer
  const PLACES = 100; // answers that are kept: hands go to and fro
  const AGAIN = [300, 700, 1500, 3000, 3000, 5000, 5000]; // ms until what the workers or the network missed is asked again

  let wanted = null; // what is to be shown: {number, body}
  let asked = null; // what is asked: {number, since, abort, answer}
  let ahead = null; // the next one that a moving hand has sent, of which the answer is awaited after that
  let trip = 60; // ms that an answer took last
  let whole = { asked: -WHOLE, took: 0 }; // ms: when a moving hand had the last whole answer asked for, and how long one takes
  let resting = 0; // timer of a hand that may rest
  const places = new Map(); // what came for places of the hand, by what was asked
  let newest = 0;
  let drawnLast = 0; // number of what was answered last
  let late = 0; // timer of a mark
  let tries = 0;
  let timer = 0; // of another try
  let telling = 0; // of what Dash is told
  let written = {}; // what stands in the page and Dash does not know: {id: {before, text}}
  let unheard = 0; // timer of a key of which Dash has not told yet
  let isComing = false; // the answer is known, and comes by way of Dash
  let isOwed = false; // Dash has an answer that is not drawn yet
  let isOpened = false; // the page has come, and was looked at
  let isChoosing = false; // something was chosen of which Dash has not told yet
  let sought = ""; // the values that were asked for last, or of what the page came with
  const typed = new Map(); // what was typed, until Dash has told of it: {text, isNumber} by the id of the field
  let chosen = null; // the example whose curves are on their way
  let offersMap = null; // whether the choice of what a map shows is there; null: as Dash left it

  const now = () => performance.now();
  const answer = () => document.querySelector(".answer");
  const mark = (name, isOn) => answer() && answer().classList.toggle(name, isOn);
  const isPreview = () => answer() && answer().classList.contains("previewing");

  function write(id, text) {
    const place = document.getElementById(id);
    if (!place || place.textContent === text) return;
    written[id] = { before: written[id] ? written[id].before : place.textContent, text: text };
    place.textContent = text;
  }

  function tellDash() {
    window.clearTimeout(telling);
    telling = window.setTimeout(() => {
      const told = Object.entries(written);
      written = {};
      told.forEach(([id, { text }]) => document.getElementById(id) && set(id, { children: text }));
      const whole = document.getElementById("studio-fingerprint");
      if (whole && whole.textContent && isPreview()) set("studio-fingerprint", { children: "" }); // it is of another answer
    }, REST);
  }

  function takeBack(ids) {
    ids.filter((id) => id in written).forEach((id) => {
      const place = document.getElementById(id);
      if (place && place.textContent === written[id].text) place.textContent = written[id].before;
      delete written[id];
    });
  }

  function forget() {
    window.clearTimeout(timer);
    window.clearTimeout(resting);
    dropAsked();
    mark("moving", false);
    wanted = null;
    tries = 0;
    isComing = false;
    mark("awaiting", false);
  }

  const pictureNow = () => document.querySelector("#studio-curves .js-plotly-plot");

  async function drawWhole(figure, shown) {
    const picture = pictureNow();
    if (picture && picture.data) await window.corral.movingCurves.drawAll(picture, shown);
    else set("studio-curves", { figure: figure }); // the first one
  }

  // The curves of a place that the hand passes; what they say follows.
  async function drawMoved(found, number) {
    const shown = window.corral.before.moved(found.figure);
    const isOld = () => number < drawnLast;
    if (!(await window.corral.movingCurves.draw(pictureNow(), shown, isOld))) await drawWhole(found.figure, shown);
    if (isOld()) return;
    mark("older", false);
    mark("previewing", true);
    mark("moving", true);
  }

  async function draw(found, number) {
    await drawWhole(found.figure, window.corral.before.with(found.figure, null));
    if (number < drawnLast) return; // the next one is drawn already
    mark("older", false);
    if (!wanted || wanted.number === number) mark("moving", false);
    window.corral.snapshots.drawn(found.study, found.figure);
    write("studio-verdict", found.verdict);
    write("studio-more", found.more);
    write("studio-curves-text", found.text);
    write("studio-stale", found.stale);
    mark("previewing", true);
    const choices = found.map_choices;
    const isMap = document.querySelector("#studio-map-shown") && choices.length > 0;
    if (isMap !== offersMap) {
      offersMap = isMap;
      set("studio-map-shown", isMap ? { data: choices, display: "block" } : { display: "none" });
    }
    tellDash();
  }

  // What was typed was taken back before Dash has heard of it: the page shows its own answer again.
  async function drawOwn(found) {
    if (!isPreview()) return;
    const own = window.dash_component_api.getLayout("studio-curves");
    if (pictureNow() && own && own.props.figure) {
      await drawWhole(own.props.figure, window.corral.before.with(own.props.figure, study.id));
    }
    ["verdict", "more", "curves-text", "stale", "fingerprint"].forEach((name) => write("studio-" + name, found[name]));
    mark("previewing", false);
    mark("moving", false);
    offersMap = null;
    tellDash();
  }

  // Asked once more, as long as nothing else is wanted.
  function later(mine, words) {
    if (words) write("studio-stale", words);
    tellDash();
    if (wanted !== mine || tries >= AGAIN.length) return mark("awaiting", false);
    timer = window.setTimeout(ask, AGAIN[tries]);
    tries += 1;
  }

  function send(isSecond) {
    const abort = new AbortController();
    const body = wanted.body();
    const told = JSON.stringify(body);
    const answer = places.has(told) ? Promise.resolve(places.get(told)) : answerTo(told, abort.signal);
    return { number: wanted.number, since: now(), isSecond: isSecond, abort: abort, answer: answer, isWhole: !body.moving };
  }

  // Nothing of what was taken back, or while the server is away for a moment.
  async function answerTo(told, signal) {
    try {
      const sent = await fetch("/_studio/preview", {
        method: "POST", headers: { "Content-Type": "application/json" }, body: told, signal: signal,
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
    [asked, ahead].forEach((one) => one && one.abort.abort());
    asked = ahead = null;
  }

  async function ask(isSecond) {
    window.clearTimeout(timer);
    const mine = wanted;
    if (!mine || asked || !looked.told) return; // a page that has just come asks when it can
    const own = (asked = ahead || send(isSecond === true));
    ahead = null;
    const found = await own.answer;
    if (asked !== own) return; // something newer was asked, or nothing is wanted any more
    asked = null;
    trip = now() - own.since;
    if (found) drawnLast = own.number;
    const isBehind = wanted !== null && wanted.number > own.number;
    if (isBehind) ask(); // the workers compute while this one is drawn
    if (found && found.state === "moved") await drawMoved(found, own.number);
    if (found && found.state === "drawn") await draw(found, own.number);
    if (own.isWhole) whole.took = now() - own.since;
    if (found && found.state === "same") await drawOwn(found);
    if (found && found.state === "long") {
      write("studio-stale", found.stale);
      tellDash();
    }
    if (!wanted || isBehind) return;
    if (wanted.number > own.number) return ask();
    if (found && found.state !== "later") tries = 0; // workers that are preparing are asked for as long as it takes
    if (!found || found.state === "later" || found.state === "preparing") return later(mine, found && found.stale);
    if (["wrong", "known", "long"].includes(found.state)) window.corral.withoutPreview();
    if (found.state === "known") isComing = true;
    else if (!unheard || (allPlaced() && !isChoosing)) mark("awaiting", false); // or it may be older than what stands in the form
  }

  // While a hand moves something, each of its places is on the way to the next one: none is taken back.
  function want(body, isMoving) {
    newest += 1;
    tries = 0;
    isComing = false;
    wanted = { number: newest, body: body };
    const isReplaced = asked !== null && !isMoving && !asked.isSecond && now() - asked.since < YOUNG;
    if (isReplaced) dropAsked();
    ask(isReplaced);
    if (isMoving && !ahead && asked && asked.number < newest && now() - asked.since > trip / 2) ahead = send(false);
  }

  // What the form holds, and how it is looked at. Each is told by itself, and may be late.
  let held = { values: [], ids: [] };
  let looked = { isLive: false };
  let study = { id: "" };

  function body(values, isMoving) {
    sought = JSON.stringify(values || current());
    // Where nothing is known, nothing that the page shows can be the same.
    const shown = () => (isUnknown() ? "" : study.id);
    const ids = values && held.ids; // of which these values are, whatever the form holds when they are sent
    return () => Object.assign({ values: values || current(), ids: ids || held.ids, study: shown(), moving: isMoving === true }, looked.told);
  }
  const isUnknown = () => study.state === "unknown" && !study.done;

  // Who opens a study that nobody has computed yet sees what a key would show. A lesson asks for a prediction first.
  function showUnknown() {
    if (isOpened || !held.ids.length || !looked.told || !study.id) return;
    isOpened = true;
    const isPlain = document.querySelector(".studio:not(.of-lesson):not(.of-embed)");
    if (isPlain && isUnknown() && !looked.isLive && !wanted) want(body());
  }

  // Where what was typed belongs, if that is a field of the form by itself.
  const placeOf = (name) => held.ids.findIndex((id) => name === JSON.stringify(id, Object.keys(id).sort()));
  const allPlaced = () => Array.from(typed.keys()).every((name) => placeOf(name) >= 0);

  // What was typed, as Dash will tell it: a number where there was one, without its unit and what sets thousands apart.
  const readTyped = ({ text, isNumber }, before) =>
    isNumber || typeof before === "number" ? window.corral.typing.read(text) : text;

  // What Dash has not told of yet, by place. On a slow page, what was typed before comes after the last key.
  function untold() {
    const found = new Map();
    typed.forEach((one, name) => {
      const place = placeOf(name);
      if (place < 0) return;
      const value = readTyped(one, held.values[place]);
      if (String(value) !== String(held.values[place])) found.set(place, value);
    });
    return found;
  }

  function current() {
    const found = untold();
    return held.values.map((value, n) => (found.has(n) ? found.get(n) : value));
  }

  function forgetHeard() {
    const left = untold();
    Array.from(typed.keys()).forEach((name) => {
      const place = placeOf(name);
      if (place >= 0 && !left.has(place)) typed.delete(name);
    });
    if (typed.size) return;
    window.clearTimeout(unheard);
    unheard = 0;
    isChoosing = false;
  }

  // Before it is whole, as "0." is not, a number would be written over while somebody types it.
  function tellWhole() {
    const { read, asText } = window.corral.typing;
    const isWhole = ({ text, isNumber }) => !isNumber || [String(read(text)), asText(read(text))].includes(text);
    if (Array.from(typed.values()).every(isWhole)) window.corral.tellTyped();
  }

  // In the frame of the key.
  function hear(target) {
    if (!target.closest || !target.closest("#studio-sketch")) return;
    const isText = target.type !== "checkbox" && target.tagName !== "SELECT" && target.getAttribute("role") !== "combobox";
    const isNumber = ["numeric", "decimal"].includes(target.inputMode);
    window.corral.keyHeard();
    if (isText) typed.set(target.id, { text: target.value, isNumber: isNumber });
    tellForm();
    window.clearTimeout(unheard);
    unheard = 0;
    if (looked.isLive) {
      unheard = window.setTimeout(tellWhole, LIVE);
      return;
    }
    isChoosing = !isText; // which Dash tells of
    const isKnown = isText && allPlaced() && JSON.stringify(current()) === sought;
    if (isKnown && !asked && !tries) return mark("awaiting", isComing); // as it was
    mark("awaiting", true);
    unheard = window.setTimeout(() => {
      unheard = 0; // it was no value
      isChoosing = false;
      typed.clear();
      if (!asked) mark("awaiting", false);
    }, UNHEARD);
    if (isText && !isKnown && allPlaced()) want(body()); // or when its place is known
  }
  document.addEventListener("input", ({ target }) => hear(target), true);

  window.corral = window.corral || {};
  // While a control is dragged: the same form with other values, by path. Nothing but the picture follows. False where
  // the open tab draws the sketch by way of Dash.
  window.corral.dragged = function (values) {
    if (looked.isLive) return false;
    const before = current();
    const there = held.ids.map(({ path }, n) => (path in values ? values[path] : before[n]));
    const isWhole = now() - whole.asked > Math.max(WHOLE, PART * whole.took);
    if (isWhole) whole.asked = now();
    want(body(there, !isWhole), true);
    window.clearTimeout(resting);
    if (!isWhole) resting = window.setTimeout(() => want(body(there), true), STILL);
    if (!late) late = window.setTimeout(markLate, LATE);
    return true;
  };
  // Curves that follow at once need no mark.
  function markLate() {
    late = 0;
    if (wanted && wanted.number > drawnLast) mark("awaiting", true);
  }

  // What the field at *path* holds, as far as anybody knows; undefined where the form has none.
  window.corral.valueOf = function (path) {
    const place = held.ids.findIndex((id) => id.path === path);
    if (place < 0) return undefined;
    const found = untold();
    return found.has(place) ? found.get(place) : held.values[place];
  };
  const tellForm = () => document.dispatchEvent(new CustomEvent("corral-form"));

  // An example that was just chosen: its curves are known, and come before its form has been built.
  window.corral.showExample = async function (name) {
    if (!looked.told || looked.isLive) return;
    forget();
    window.corral.before.forget();
    mark("awaiting", true); // until the answer comes by way of Dash at the latest
    const mine = (chosen = {});
    const { metric, shown, scheme, off } = looked.told;
    const told = new URLSearchParams({ metric: metric || "", shown: shown || "", scheme: scheme || "light", off: (off || []).join() });
    try {
      const sent = await fetch("/_studio/example/" + encodeURIComponent(name) + "?" + told);
      const found = sent.ok ? await sent.json() : null;
      const picture = document.querySelector("#studio-curves .js-plotly-plot");
      if (!found || chosen !== mine || !picture || !picture.data) return;
      await window.Plotly.react(picture, found.figure.data, found.figure.layout);
      document.getElementById("studio-verdict").textContent = found.verdict; // as Dash will write it, too
      document.getElementById("studio-more").textContent = found.more;
      mine.isDrawn = true;
      mark("awaiting", false);
    } catch {
      // then it comes with all the rest
    }
  };

  // Tells Dash of the last keys, if it has not heard of them; whether that was so.
  window.corral.tellTyped = function () {
    const found = untold();
    found.forEach((value, place) => set(held.ids[place], { value: value }));
    typed.forEach((one, name) => placeOf(name) >= 0 && window.corral.typing.told(name));
    return found.size > 0;
  };

  // A picture has come by way of Dash. If something newer was drawn meanwhile, that is asked for again.
  window.corral.drawnByDash = function () {
    const isLate = isOwed && isPreview();
    isOwed = false;
    if (isLate) {
      mark("awaiting", true);
      return want(body());
    }
    if (isComing) mark("awaiting", false);
    isComing = false;
  };

  // What is sketched at this moment, for who asks about it past Dash; nothing before the page has told its draft.
  window.corral.sketched = () => looked.told && { draft: looked.told.draft, values: current(), ids: held.ids };

  window.corral.isAwaiting = () => asked !== null;

  // What the form holds, as Dash tells it; *changed* fields are named unless the page has just come.
  window.corral.typed = function (values, ids, changed) {
    window.clearTimeout(resting);
    const before = JSON.stringify(current());
    const isBuilt = ids.length !== held.ids.length || ids.some((id, n) => id.path !== held.ids[n].path);
    const wasNowhere = !allPlaced();
    held = { values: values, ids: ids };
    if (changed.length && changed.length === ids.length) typed.clear(); // built anew, and holds what it is to hold
    if (wasNowhere && allPlaced() && untold().size && !looked.isLive) want(body()); // typed before the field was known
    forgetHeard();
    tellForm();
    if (!sought) sought = JSON.stringify(current());
    if (!changed.length) showUnknown();
    if (!changed.length || looked.isLive) return; // the page has just come; or a tab draws the sketch itself
    if (!isBuilt && before === JSON.stringify(current())) {
      if (!asked && !tries && !unheard && !isComing) mark("awaiting", false);
      return; // it is asked for, or drawn
    }
    if (changed.length === 1) mark("awaiting", true);
    want(body());
  };

  window.dash_clientside.preview = {
    look: function (tab, draft, metric, shown, scheme, off, bars) {
      const before = looked;
      looked = {
        isLive: (bars[tab] || []).includes("live"),
        told: { draft: draft, metric: metric, shown: shown, scheme: scheme, off: off },
      };
      if (!before.told) ask(); // somebody was quicker than the page
      showUnknown();
      if (!before.told || !held.ids.length) return none();
      // A form that was built anew, or a tab that has not drawn the sketch itself; all else is drawn with the answer.
      if (before.told.draft !== draft || (before.isLive && !looked.isLive)) if (!looked.isLive) want(body());
      return none();
    },

    // An answer that is no preview is on the page, or on its way.
    leave: function (now) {
      const isSame = !study.id || (study.id === now.id && !isPreview()) || (chosen && chosen.isDrawn);
      study = now;
      showUnknown();
      mark("as-sketched", !now.stale); // though it may never have been run: its replays are those of the sketch
      if (now.stale) return none();
      chosen = null;
      forget();
      takeBack(["studio-stale"]);
      if (now.state === "running") return none(); // the preview stays until there is something new, and what is said of it
      takeBack(Object.keys(written));
      mark("previewing", false);
      offersMap = null;
      if (isSame) return none();
      isComing = isOwed = true; // the curves take another way than the study that they are of
      mark("awaiting", true);
      return none();
    },
  };
})();
