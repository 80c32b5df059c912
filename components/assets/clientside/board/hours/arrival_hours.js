// Arrivals by the hour, drawn by hand: a bar for each hour, the mean rate as a line that can be held, and below them when
// the jobs of the first replication come. What is drawn stands in the fields of the form and nowhere else.
import * as d3 from "../../d3.js";
import * as edges from "../edges.js";
import * as board from "../form.js";
import * as hourHand from "./hour_hand.js";
import * as hourNumbers from "./hour_numbers.js";

const LEFT = 44,
  RIGHT = 28,
  TOP = 20,
  AXIS = 16,
  RUG = 14,
  BELOW = 6; // px
const ROOM = 1.25; // times the highest bar: how far up can be drawn
const FEWEST = 3; // whole days or weeks from which on it can be told whether a queue settles

function draw(root) {
  const numbers = hourNumbers,
    { number } = edges;
  const orEndless = (key, value) => (key === "high" && value === null ? Infinity : value);
  const told = JSON.parse(root.dataset.hours, orEndless);
  root.replaceChildren();
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", "100%");
  const layer = (name) => svg.append("g").attr("class", name).attr("aria-hidden", "true");
  const axis = layer("board-axis"),
    bars = layer("hour-bars"),
    rug = svg.append("path").attr("class", "hour-rug");
  const inForce = svg.append("path").attr("class", "hour-steps"),
    line = svg.append("line").attr("class", "hour-mean");
  const sheet = svg.append("rect").attr("class", "hour-sheet");
  const columns = svg.append("g");
  const title = svg
    .append("text")
    .attr("class", "axis-title board-sum")
    .attr("x", 4)
    .attr("y", 12)
    .text(told.unit.name);
  const bubble = hourHand.makeBubble(svg);
  const stage = {
    root: root,
    svg: svg,
    told: told,
    now: read(null),
    isHeld: false,
    active: 9,
    place: place,
    factorAt: factorAt,
    hourAt: hourAt,
    arrange: arrange,
    fit: fit,
    say: say,
    hush: bubble.hide,
    rateWords: rateWords,
  };
  const mean = hourHand.makeMean(stage);
  const cells = hourHand.makeColumns(stage, columns, sheet);

  function read(before) {
    const plain = (one, usual) => board.valueOf(one.path, typeof one.value === "number" ? one.value : usual);
    const factors =
      numbers.read(board.valueOf(told.hours.path, told.hours.value)) || (before ? before.factors : told.hours.value);
    return {
      factors: factors,
      rate: plain(told.rate, 1) > 0 ? plain(told.rate, 1) : 1,
      strength: Math.min(1, Math.max(0, plain(told.strength, 1))),
      jobs: plain(told.jobs, 0),
    };
  }

  function rateWords(rate) {
    return number(rate * told.unit.factor) + " " + told.unit.name;
  }

  // What is where: the height of a factor follows from the scale, which stays as it is while something is held.
  function place() {
    const width = root.clientWidth || 336,
      height = root.clientHeight || 176;
    const high = height - TOP - AXIS - RUG - BELOW,
      wide = width - LEFT - RIGHT;
    return {
      width: width,
      left: LEFT,
      top: TOP,
      wide: wide,
      high: high,
      bottom: TOP + high,
      hour: wide / stage.now.factors.length,
    };
  }
  function zoom() {
    return stage.rateOfScale ? stage.now.rate / stage.rateOfScale : 1;
  }

  function heightOf(factor) {
    return (factor / stage.top) * place().high * zoom();
  }

  function hourAt(x) {
    return Math.min(stage.now.factors.length - 1, Math.max(0, Math.floor((x - LEFT) / place().hour)));
  }

  function factorAt(y) {
    return Math.min(told.hours.high, Math.max(0, ((place().bottom - y) / place().high) * stage.top));
  }

  function say(words, x, y) {
    bubble.show(words, x, Math.max(12, y), place().width);
  }

  function arrange() {
    stage.now = read(stage.now);
    const { factors, rate, strength } = stage.now,
      at = place();
    const shares = numbers.relative(factors, strength),
      average = numbers.mean(factors);
    const gap = at.hour > 4 ? 1 : 0;
    bars
      .selectAll("rect")
      .data(factors)
      .join("rect")
      .attr("x", (one, hour) => LEFT + hour * at.hour)
      .attr("width", Math.max(0.5, at.hour - gap))
      .attr("y", (one) => at.bottom - Math.min(at.high, heightOf(one)))
      .attr("height", (one) => Math.min(at.high, heightOf(one)));
    const steps = shares.map(
      (one, hour) => `${hour ? "L" : "M"}${LEFT + hour * at.hour},${at.bottom - heightOf(one * average)}h${at.hour}`,
    );
    inForce.attr("d", strength < 1 ? steps.join("") : "");
    const y = at.bottom - heightOf(average);
    line
      .attr("x1", LEFT)
      .attr("x2", at.width - RIGHT)
      .attr("y1", y)
      .attr("y2", y);
    mean.arrange(at.width - RIGHT, y);
    sheet.attr("x", LEFT).attr("y", TOP).attr("width", at.wide).attr("height", at.high);
    cells.arrange(at, shares);
    const ticks = numbers.arrivals(told.sample.paid, shares, rate);
    const all = factors.length * numbers.HOUR;
    rug.attr(
      "d",
      ticks
        .map((one) => `M${(LEFT + (one / all) * at.wide).toFixed(1)},${at.bottom + AXIS + BELOW}v${RUG - 4}`)
        .join(""),
    );
    drawAxis(at, rate, average);
    tell(ticks.length, shares);
  }

  function drawAxis(at, rate, average) {
    const worth = (rate * told.unit.factor) / average; // of a factor of 1
    const top = (stage.top * worth) / zoom();
    const y = d3.ticks(0, top, 3).map((value) => ({
      x: LEFT - 8,
      y: at.bottom - (value / top) * at.high,
      words: number(value),
      anchor: "end",
      to: at.wide + 8,
    }));
    const x = numbers.marks(stage.now.factors.length).map(({ hour, words }) => ({
      x: LEFT + hour * at.hour,
      y: at.bottom + 11,
      words: words,
      anchor: hour && hour < 24 ? "middle" : hour ? "end" : "start",
      to: 0,
    }));
    if (stage.now.factors.length === numbers.WEEK)
      x.forEach((one) => Object.assign(one, { x: one.x + 12 * at.hour, anchor: "middle" }));
    const groups = axis
      .selectAll("g")
      .data(y.concat(x))
      .join((added) => {
        const tick = added.append("g");
        tick.append("line");
        tick.append("text").attr("dy", "0.32em");
        return tick;
      });
    groups.attr("transform", (one) => `translate(${one.x}, ${one.y})`);
    groups
      .select("line")
      .attr("x1", 4)
      .attr("x2", (one) => (one.to ? one.to : 4));
    groups
      .select("text")
      .attr("text-anchor", (one) => one.anchor)
      .text((one) => one.words);
  }

  // In words, below the strip.
  function tell(count, shares) {
    const place = root.parentNode && root.parentNode.querySelector("[data-hours-told]");
    if (!place) return;
    const { rate, jobs } = stage.now,
      isWeek = shares.length === numbers.WEEK;
    const most = shares.indexOf(Math.max(...shares)),
      period = isWeek ? "week" : "day";
    const periods = (jobs * 1000) / rate / (shares.length * numbers.HOUR);
    const { every } = told.sample;
    const words = [
      place.dataset.draw,
      "Mean " +
        rateWords(rate) +
        ", most from " +
        numbers.named(most, shares.length) +
        " with " +
        rateWords(rate * shares[most]) +
        ".",
      "A replication lasts about " + number(periods) + (isWeek ? " weeks." : " days."),
      periods < FEWEST + 0.2
        ? "Whole " +
          period +
          "s are measured, and three tell whether a queue settles: " +
          Math.ceil((jobs / periods) * (FEWEST + 0.5)) +
          " jobs or more."
        : "",
      "Below: jobs of the first " + period + (every > 1 ? ", a line for every " + every + "." : "."),
    ];
    const text = words.filter((one) => one).join(" ");
    if (place.textContent !== text) place.textContent = text;
  }

  function fit() {
    stage.now = read(stage.now);
    stage.top = Math.max(...stage.now.factors, 1.4 * numbers.mean(stage.now.factors)) * ROOM;
    stage.rateOfScale = stage.now.rate;
    title.attr("display", null);
    arrange();
  }

  fit();
  return () => stage.isHeld || fit();
}

export { draw as drawHours };
