// A free place of a lane is painted: what happens there from where the hand comes down to where it is let go, to so many
// of the machines as the hand goes up.
import * as d3 from "../../d3.js";
import * as handle from "../handle.js";
import * as eventKinds from "./event_kinds.js";

const NEAR = 4; // px that are a click
const USUAL = { notice: 0, every: 0, spread: 0, presence: 1, weekend_off: false };

export function make(stage, add) {
  const shape = stage.svg.append("rect").attr("class", "drawn").attr("display", "none");
  let from = null;
  const kind = () => eventKinds.KINDS[stage.drawing()];
  const snap = (x) => handle.round(Math.max(0, Math.min(stage.stretch.length, stage.timeAt(x))), stage.stretch.step);

  function found({ x, y }) {
    const { lane } = from,
      size = lane.group.count;
    const ends = [snap(from.x), snap(x)].sort((one, other) => one - other);
    if (ends[0] === ends[1]) ends[1] += stage.stretch.step;
    const share = (lane.y + lane.height - Math.min(from.y, y)) / lane.height;
    const count = Math.max(1, Math.min(size, Math.round(share * size)));
    return { event: stage.drawing(), group: lane.group.name, ...kind().fresh(ends[0], ends[1], count) };
  }

  function show(event) {
    const { lane } = from,
      values = { ...USUAL, ...from.values };
    const spans = kind().spans(values, stage.stretch.length);
    const one = spans.find(({ to }) => to > snap(Math.min(from.x, event.x))) || spans[0];
    const height = kind().share(values, lane.group.count) * lane.height;
    shape
      .attr("display", null)
      .attr("x", stage.x(one.from))
      .attr("width", stage.x(one.to) - stage.x(one.from))
      .attr("y", lane.y + lane.height - height)
      .attr("height", height);
    stage.bubble.say(kind().words(values), event.x, lane.y - 2);
  }

  function stop() {
    from = null;
    shape.attr("display", "none");
    stage.bubble.hush();
  }

  function takeBack(event) {
    if (event.key !== "Escape") return;
    stop();
    event.stopPropagation();
  }

  // The d3 way of a drag, for each lane.
  return d3
    .drag()
    .container(() => stage.svg.node())
    .clickDistance(NEAR)
    .on("start", (event) => {
      stage.isHeld = true;
      const isFull = stage.strip.events.length >= stage.strip.most;
      from = isFull ? null : { x: event.x, y: event.y, lane: stage.laneAt(event.y) };
      document.addEventListener("keydown", takeBack, true);
    })
    .on("drag", (event) => {
      if (!from || (!from.values && Math.abs(event.x - from.x) < NEAR)) return;
      from.values = found(event);
      show(event);
    })
    .on("end", () => {
      document.removeEventListener("keydown", takeBack, true);
      stage.isHeld = false;
      const values = from && from.values;
      stop();
      if (values) add(values);
    });
}
