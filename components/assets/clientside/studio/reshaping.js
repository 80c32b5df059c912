// Changes of which fields the form has, one after the other. The server builds such a form anew, and Dash throws its
// answer away when another change is asked for before it has come: of two strokes of a quick hand the first was lost, and
// Run took the sketch without the last. What is done meanwhile waits for the form; what fields were given meanwhile is
// given to the new ones.
window.corral = window.corral || {};
(function () {
  const LOOK = 100; // ms
  const UNHEARD = 20000; // ms until a change has changed nothing, of which the page has shown nothing;
  const IDLE = 3000; // the same after the answer: slow pages take their time to show it
  const UNFOLDS = 2000; // ms in which parts that were open come back after the form, and the page gets its length
  const ACTION = "studio-action";

  let current = null; // what is on its way: {since, loaded, hasPlace, hasFields, removed, isAddition}
  let waiting = []; // what comes next: {act, removed, isRun}
  let isOwn = false; // a click that has waited
  let place = null; // how far the sketch was scrolled; a form that is built anew is short for a moment
  const given = new Map(); // values by path that fields were given meanwhile

  const now = () => performance.now();
  const sketch = () => document.getElementById("studio-sketch");
  const run = () => document.getElementById("studio-run");
  const isBusy = () => current !== null || waiting.length > 0;

  function scroller() {
    const aside = sketch() && sketch().closest("aside");
    return aside && aside.scrollHeight > aside.clientHeight && getComputedStyle(aside).overflowY !== "visible" ? aside : document.scrollingElement;
  }

  // Back to where somebody was, once, if the form was too short for that when it came. Who went on is left alone.
  function stay() {
    if (place === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller();
    const isThere = Math.abs(scrollTop - place.top) <= 1;
    if (!place.isBuilt) return isThere || (place = null);
    if (!isThere && scrollHeight - clientHeight >= place.top - 1) {
      scroller().scrollTop = place.top;
      place = null;
    } else if (now() > place.until) place = null;
  }

  function watch() {
    stay();
    if (place) window.requestAnimationFrame(watch);
  }
  ["wheel", "touchmove", "pointerdown", "keydown"].forEach((name) => document.addEventListener(name, () => (place = null), { capture: true, passive: true }));

  function mark(isAwaiting) {
    const { preview } = window.corral;
    if (preview && preview.looked && !preview.looked.isLive) preview.mark("awaiting", isAwaiting);
  }

  function begin(change) {
    given.clear();
    current = { since: now(), removed: change.removed, isAddition: change.isAddition };
    if (place === null) {
      place = { top: scroller().scrollTop, isBuilt: false, until: Infinity };
      watch();
    }
    mark(true);
    window.setTimeout(look, LOOK);
  }

  // Most of the time the form comes; where the server had nothing to change, or is away, nobody says so.
  function look() {
    if (!current) return;
    const isLoading = Boolean(sketch()) && sketch().dataset.dashIsLoading === "true";
    if (isLoading) current.loaded = now();
    const isOver = !isLoading && now() - (current.loaded || current.since) > (current.loaded ? IDLE : UNHEARD);
    if (!isOver) return window.setTimeout(look, LOOK);
    mark(false);
    end();
  }

  function came(part) {
    if (!current) return;
    current[part] = true;
    if (current.hasPlace && current.hasFields) window.setTimeout(end); // whoever else hears of the form hears first
  }

  function end() {
    if (!current) return;
    const { isAddition } = current;
    current = null;
    if (isAddition)
      given.forEach((value, path) => {
        const found = window.corral.valueOf(path);
        if (found !== undefined && String(found) !== String(value))
          window.dash_clientside.set_props({ path: path, type: "studio-field" }, { value: value });
      });
    given.clear();
    if (place) place.until = now() + UNFOLDS;
    next();
  }

  function next() {
    if (current || !waiting.length) return;
    const change = waiting.shift();
    if (!change.isRun) begin(change);
    change.act();
    if (change.isRun) next();
  }

  function ask(change) {
    waiting.push(change);
    next();
  }

  function press(button) {
    if (!button || button.disabled) return;
    isOwn = true;
    button.click();
    isOwn = false;
  }

  // Entry *number* of a list, as it will be when what waits is done; null if that takes it away.
  function placeOf(list, number) {
    const gone = [current, ...waiting].filter((one) => one && one.removed && one.removed.list === list);
    return gone.reduce((at, { removed }) => (at === null || at === removed.number ? null : at - (at > removed.number)), number);
  }

  function hold(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function pressed(event, button) {
    const { action, number } = JSON.parse(button.id);
    const [verb, ...rest] = action.split("-"), list = rest.join("-");
    const isOfEntry = verb === "remove" || verb === "copy";
    const change = (at) => ({ removed: verb === "remove" ? { list: list, number: at } : null, isAddition: verb === "add" || verb === "copy" });
    if (!isBusy()) return begin(change(number));
    hold(event);
    const at = isOfEntry ? placeOf(list, number) : number;
    if (at === null) return; // pressed twice
    const id = JSON.stringify({ action: action, number: at, type: ACTION });
    ask({ ...change(at), act: () => press(document.getElementById(id)) });
  }

  function runPressed(event) {
    if (!isBusy()) return;
    hold(event);
    if (waiting.some(({ isRun }) => isRun)) return;
    run().setAttribute("aria-busy", "true"); // it is seen that it was heard
    const act = () => {
      run().removeAttribute("aria-busy");
      press(run());
    };
    ask({ isRun: true, act: act });
  }

  document.addEventListener("click", (event) => {
    if (isOwn || !event.target.closest) return;
    const button = event.target.closest("button");
    if (!button || button.disabled) return;
    if (button.id === "studio-run") runPressed(event);
    else if (button.id.includes(`"type":"${ACTION}"`)) pressed(event, button);
  }, true);

  window.corral.reshape = (data) =>
    ask({ isAddition: data.path.endsWith(".new"), act: () => window.dash_clientside.set_props("studio-reshaped", { data: data }) });
  window.corral.reshaping = {
    coming: () => place && (place.isBuilt = true),
    placed: () => came("hasPlace"),
    built: () => came("hasFields"),
    given: (path, value) => current && given.set(path, value),
  };
})();
