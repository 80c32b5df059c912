// Hands on the picture of a whole schedule: a mark, the wheel, fingers and keys become another window.

const TOUCH = 6; // px that a pointer moves though it only clicks
const FLAT = 12; // px of a mark below which it is one of time alone
const WHEEL = 1.0015,
  LARGER = 1.6,
  MOVE = 0.1,
  FAR = 10;

// The window within what there is, and not shorter than what there is to see.
export function tidy(whole, at) {
  const fit = (low, high, least, most, shortest) => {
    const length = Math.min(Math.max(high - low, Math.min(shortest, most - least)), most - least);
    const middle = (low + high) / 2;
    const begin = Math.min(Math.max(middle - length / 2, least), most - length);
    return [begin, begin + length];
  };
  const [since, until] = fit(at.since, at.until, whole.since, whole.until, 1);
  const [lowest, highest] = fit(at.lowest, at.highest, 0, whole.highest, Math.min(4, whole.highest));
  return { since: since, until: until, lowest: lowest, highest: highest };
}

export function zoomed(at, factor, time, ofLevels, level) {
  const around = (low, high, middle) => [middle - (middle - low) * factor, middle + (high - middle) * factor];
  const found = Object.assign({}, at);
  if (ofLevels)
    [found.lowest, found.highest] = around(
      at.lowest,
      at.highest,
      level === undefined ? (at.lowest + at.highest) / 2 : level,
    );
  else [found.since, found.until] = around(at.since, at.until, time === undefined ? (at.since + at.until) / 2 : time);
  return found;
}

export function moved(at, times, levels) {
  const by = (at.until - at.since) * times,
    up = (at.highest - at.lowest) * levels;
  return { since: at.since + by, until: at.until + by, lowest: at.lowest + up, highest: at.highest + up };
}

export function keyed(whole, at, event) {
  const far = event.shiftKey ? FAR : 1;
  switch (event.key) {
    case "ArrowLeft":
      return moved(at, -MOVE * far, 0);
    case "ArrowRight":
      return moved(at, MOVE * far, 0);
    case "ArrowUp":
      return moved(at, 0, MOVE * far);
    case "ArrowDown":
      return moved(at, 0, -MOVE * far);
    case "+":
    case "=":
      return zoomed(at, 1 / LARGER);
    case "-":
    case "_":
      return zoomed(at, LARGER);
    case "]":
      return zoomed(at, 1 / LARGER, undefined, true);
    case "[":
      return zoomed(at, LARGER, undefined, true);
    case "Home":
    case "0":
      return { since: whole.since, until: whole.until, lowest: 0, highest: whole.highest };
    default:
      return null;
  }
}

// *view*: {canvas, box(), at(), whole(), go(window), mark(rectangle or null), point(x, y or null)}
export function holdWhole(view) {
  const { canvas } = view;
  const fingers = new Map();
  let drag = null,
    pinch = null;
  const spot = (event) => {
    const at = canvas.getBoundingClientRect();
    return { x: event.clientX - at.left, y: event.clientY - at.top };
  };
  const timeAt = (x, at) => at.since + ((x - view.box().left) / view.box().width) * (at.until - at.since);
  const levelAt = (y, at) => at.highest - ((y - view.box().top) / view.box().height) * (at.highest - at.lowest);
  const go = (at) => view.go(tidy(view.whole(), at));

  canvas.addEventListener(
    "wheel",
    (event) => {
      if (!view.whole()) return;
      event.preventDefault();
      const { x, y } = spot(event),
        at = view.at();
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.shiftKey)
        return go(moved(at, event.deltaX / view.box().width, 0));
      go(zoomed(at, Math.pow(WHEEL, event.deltaY || event.deltaX), timeAt(x, at), event.shiftKey, levelAt(y, at)));
    },
    { passive: false },
  );

  canvas.addEventListener("pointerdown", (event) => {
    if (!view.whole() || event.button !== 0) return;
    fingers.set(event.pointerId, spot(event));
    canvas.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      pinch = { width: Math.max(20, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2, at: view.at() };
      drag = null;
      return view.mark(null);
    }
    drag = { from: spot(event), at: view.at(), pans: event.pointerType === "touch" || event.altKey, isFar: false };
  });
  canvas.addEventListener("pointermove", (event) => {
    const here = spot(event);
    if (!fingers.has(event.pointerId)) return view.point(here);
    fingers.set(event.pointerId, here);
    if (pinch && fingers.size === 2) {
      const [a, b] = [...fingers.values()];
      const at = zoomed(pinch.at, pinch.width / Math.max(20, Math.abs(a.x - b.x)), timeAt(pinch.middle, pinch.at));
      return go(moved(at, (pinch.middle - (a.x + b.x) / 2) / view.box().width, 0));
    }
    if (!drag) return;
    drag.isFar = drag.isFar || Math.hypot(here.x - drag.from.x, here.y - drag.from.y) > TOUCH;
    if (!drag.isFar) return;
    if (drag.pans)
      return go(
        moved(
          drag.at,
          (drag.from.x - here.x) / view.box().width,
          event.pointerType === "touch" ? 0 : (here.y - drag.from.y) / view.box().height,
        ),
      );
    drag.mark = marked(drag.from, here);
    view.mark(drag.mark);
  });
  function marked(from, to) {
    const box = view.box();
    const within = (value, low, length) => Math.min(Math.max(value, low), low + length);
    const xs = [from.x, to.x].map((x) => within(x, box.left, box.width)).sort((a, b) => a - b);
    const isFlat = Math.abs(from.y - to.y) < FLAT;
    const ys = isFlat
      ? [box.top, box.top + box.height]
      : [from.y, to.y].map((y) => within(y, box.top, box.height)).sort((a, b) => a - b);
    return { left: xs[0], width: xs[1] - xs[0], top: ys[0], height: ys[1] - ys[0] };
  }
  function end(event, isLost) {
    const there = fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    const { mark, isFar } = drag || {};
    drag = null;
    view.mark(null);
    if (!there || isLost) return;
    if (mark && mark.width > 2) {
      const at = view.at();
      return go({
        since: timeAt(mark.left, at),
        until: timeAt(mark.left + mark.width, at),
        lowest: levelAt(mark.top + mark.height, at),
        highest: levelAt(mark.top, at),
      });
    }
    if (!isFar) view.point(spot(event));
  }
  canvas.addEventListener("pointerup", (event) => end(event, false));
  canvas.addEventListener("pointercancel", (event) => end(event, true));
  canvas.addEventListener("pointerleave", () => view.point(null));
  canvas.addEventListener("keydown", (event) => {
    if (!view.whole() || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && drag) {
      drag = null;
      return view.mark(null);
    }
    const wanted = keyed(view.whole(), view.at(), event);
    if (!wanted) return;
    event.preventDefault();
    event.stopPropagation(); // the player has keys of its own
    go(wanted);
  });
}
