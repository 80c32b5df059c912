// What the hand and the keys do to hours: a brush over all of them, a slider for each, and the line of the mean.
import * as d3 from "../../d3.js";
import * as board from "../form.js";
import * as grip from "../handle.js";
import * as hourNumbers from "./hour_numbers.js";

const FAST = 10; // times the step, with Shift or by the page
const ACROSS = { ArrowLeft: -1, ArrowRight: 1 };
const UP = { ArrowUp: 1, ArrowDown: -1, PageUp: FAST, PageDown: -FAST };
const REACH = 24; // px around what can be held

// The value at the hand.
export function makeBubble(svg) {
  const bubble = svg.append("g").attr("class", "bubble").attr("aria-hidden", "true").attr("display", "none");
  bubble.append("rect").attr("rx", 3).attr("y", -11).attr("height", 22);
  bubble.append("text").attr("text-anchor", "middle").attr("dy", "0.32em");
  return {
    show: (words, x, y, width) => {
      bubble.raise().attr("display", null).select("text").text(words);
      const wide = bubble.select("text").node().getBBox().width + 12;
      bubble.attr("transform", `translate(${Math.max(wide / 2 + 2, Math.min(width - wide / 2 - 2, x))}, ${y})`);
      bubble
        .select("rect")
        .attr("x", -wide / 2)
        .attr("width", wide);
    },
    hide: () => bubble.attr("display", "none"),
  };
}

function sayHour(stage, hour) {
  const { factors, rate, strength } = stage.now,
    at = stage.place();
  const share = hourNumbers.relative(factors, strength)[hour];
  stage.say(
    hourNumbers.named(hour, factors.length) + ", " + stage.rateWords(rate * share),
    at.left + (hour + 0.5) * at.hour,
    at.bottom - (factors[hour] / stage.top) * at.high - 16,
  );
}

// A column for each hour can be focused, one of them by Tab; the brush goes over all of them.
export function makeColumns(stage, group, sheet) {
  const { path } = stage.told.hours;
  let before = null,
    last = null;
  const write = (factors, isLast) => board[isLast ? "letGo" : "move"]({ [path]: hourNumbers.write(factors) });
  const isCurve = (factors) => hourNumbers.read(factors) !== null; // somebody has to come

  function brush(event) {
    const to = { hour: stage.hourAt(event.x), factor: stage.factorAt(event.y) };
    const drawn = hourNumbers.stroke(stage.now.factors, last || to, to);
    last = to;
    stage.active = to.hour;
    if (isCurve(drawn)) write(drawn, false);
    stage.arrange();
    sayHour(stage, to.hour);
  }

  function over() {
    before = last = null;
    stage.isHeld = false;
    stage.hush();
    stage.fit();
  }

  sheet.call(
    d3
      .drag()
      .container(() => stage.svg.node())
      .on("start", (event) => {
        if (event.sourceEvent.type === "mousedown") event.sourceEvent.preventDefault(); // the focus goes to the hour
        before = stage.now.factors;
        stage.isHeld = true;
        stage.active = stage.hourAt(event.x);
        group.node().children[stage.active].focus({ preventScroll: true });
        brush(event);
      })
      .on("drag", (event) => before && brush(event))
      .on("end", () => {
        if (!before) return; // taken back
        if (hourNumbers.write(before) !== hourNumbers.write(stage.now.factors)) write(stage.now.factors, true);
        else board.forget();
        over();
      }),
  );

  function goTo(hour) {
    stage.active = Math.min(stage.now.factors.length - 1, Math.max(0, hour));
    stage.arrange();
    group.node().children[stage.active].focus({ preventScroll: true });
  }

  function step(by) {
    const { factors } = stage.now;
    const size = 10 ** (Math.floor(Math.log10(Math.max(...factors))) - 1); // 0.1 where the highest is from 1 to 10
    const next = grip.stepped(factors[stage.active], by, { low: 0, high: stage.told.hours.high, step: size });
    const found = factors.map((one, hour) => (hour === stage.active ? next : one));
    if (!isCurve(found)) return;
    write(found, true);
    stage.fit();
    sayHour(stage, stage.active);
  }

  group.node().addEventListener("keydown", (event) => {
    if (event.key === "Escape" && before) {
      // takes back what is being drawn
      write(before, false);
      board.forget();
      over();
      return event.stopPropagation();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const ends = { Home: 0, End: stage.now.factors.length - 1 };
    if (event.key in ends) goTo(ends[event.key]);
    else if (event.key in ACROSS) goTo(stage.active + ACROSS[event.key] * (event.shiftKey ? 6 : 1));
    else if (event.key in UP) step(UP[event.key] * (event.shiftKey && event.key.startsWith("Arrow") ? FAST : 1));
    else return;
    event.preventDefault();
  });
  group.node().addEventListener("focusin", () => stage.isHeld || sayHour(stage, stage.active));
  group.node().addEventListener("focusout", () => stage.isHeld || stage.hush());

  return {
    arrange: (at, shares) => {
      const { rate } = stage.now;
      stage.active = Math.min(stage.active, shares.length - 1);
      group
        .selectAll("rect")
        .data(shares)
        .join("rect")
        .attr("class", "hour-column")
        .attr("role", "slider")
        .attr("aria-orientation", "vertical")
        .attr("data-hour", (one, hour) => hour)
        .attr("tabindex", (one, hour) => (hour === stage.active ? 0 : -1))
        .attr("aria-label", (one, hour) => "Arrivals from " + hourNumbers.named(hour, shares.length))
        .attr("aria-valuemin", 0)
        .attr("aria-valuemax", stage.told.hours.high)
        .attr("aria-valuenow", (one, hour) => stage.now.factors[hour])
        .attr("aria-valuetext", (one) => stage.rateWords(rate * one))
        .attr("x", (one, hour) => at.left + hour * at.hour)
        .attr("width", at.hour)
        .attr("y", at.top)
        .attr("height", at.high);
    },
  };
}

// The mean rate: the hours keep their proportions.
export function makeMean(stage) {
  const handle = stage.told.rate;
  const group = stage.svg.append("g").attr("class", "edge height hour-handle");
  group
    .append("rect")
    .attr("class", "touch")
    .attr("x", -4)
    .attr("y", -REACH / 2)
    .attr("width", REACH + 4)
    .attr("height", REACH);
  group.append("path").attr("class", "grip").attr("d", "M0,0 L10,-6 V6 Z");
  let grasped = null; // {rate, height}: the scale, while the line is held
  const hand = () => {
    const at = stage.place();
    stage.say("mean " + stage.rateWords(stage.now.rate), at.width - 90, grasped.y - 16);
  };
  const told = grip.make(group.node(), {
    handle: handle,
    across: false,
    up: 1,
    value: () => stage.now.rate,
    at: (event) => {
      const high = stage.place().bottom - event.y;
      grasped.y = event.y;
      return Number(Math.max(handle.low, (grasped.rate * high) / grasped.height).toPrecision(3));
    },
    words: (value) => "mean rate: " + stage.rateWords(value),
    grasped: (event) => {
      const at = stage.place();
      grasped = {
        rate: stage.now.rate,
        height: (hourNumbers.mean(stage.now.factors) / stage.top) * at.high,
        y: event.y,
      };
      stage.isHeld = true;
      hand();
    },
    moved: () => {
      stage[stage.isHeld ? "arrange" : "fit"]();
      if (stage.isHeld) hand();
    },
    released: () => {
      stage.isHeld = false;
      stage.hush();
      stage.fit();
    },
  });
  return {
    arrange: (x, y) => {
      group.attr("transform", `translate(${x}, ${y})`);
      told.say();
    },
  };
}
