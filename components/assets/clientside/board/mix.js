// What a job does with its time, as a bar whose borders can be dragged: three fields that make 100 % together.
import * as d3 from "../d3.js";
import * as board from "./form.js";
import * as grip from "./handle.js";

const HEIGHT = 28; // px
const LETTER = 7; // px
const WHOLE = 100; // %
const TOUCH = 24; // px around a border

function draw(root) {
  const { parts } = JSON.parse(root.dataset.mix);
  root.replaceChildren();
  const svg = d3.select(root).append("svg").attr("width", "100%").attr("height", HEIGHT);
  const segments = parts.map((part, n) => {
    const group = svg.append("g");
    return {
      rect: group
        .append("rect")
        .attr("class", "mix-" + n)
        .attr("height", HEIGHT),
      text: group
        .append("text")
        .attr("text-anchor", "middle")
        .attr("y", HEIGHT / 2)
        .attr("dy", "0.35em"),
    };
  });
  let isHeld = false;
  const wide = () => root.clientWidth || 300;
  const values = () => parts.map((part) => board.valueOf(part.path, Number(part.value) || 0));
  const until = (n) =>
    values()
      .slice(0, n + 1)
      .reduce((all, one) => all + one, 0);

  // Border *n* stands behind part n; what one part gets the next one loses.
  const borders = parts.slice(0, -1).map((part, n) => {
    const next = parts[n + 1];
    const before = () => until(n) - values()[n];
    const handle = {
      path: part.path,
      title: "Border of " + part.title + " and " + next.title + root.dataset.owner,
      step: part.step,
      whole: false,
      get low() {
        return Math.max(before() + part.low, until(n + 1) - next.high);
      },
      get high() {
        return Math.min(before() + part.high, until(n + 1) - next.low);
      },
    };
    const node = svg.append("g").attr("class", "edge border");
    node.append("rect").attr("class", "touch").attr("width", TOUCH).attr("height", HEIGHT);
    node.append("rect").attr("class", "grip").attr("rx", 2).attr("width", 4).attr("height", HEIGHT);
    const told = grip.make(node.node(), {
      handle: handle,
      across: true,
      up: 1,
      value: () => until(n),
      at: (event) => Math.round((event.x / wide()) * WHOLE),
      told: (value) => {
        const both = until(n + 1) - before();
        const own = Number((value - before()).toPrecision(12));
        return { [part.path]: own, [next.path]: Number((both - own).toPrecision(12)) };
      },
      words: () => [part, next].map((one, k) => one.title + " " + values()[n + k] + " %").join(", "),
      grasped: () => (isHeld = true),
      moved: arrange,
      released: () => {
        isHeld = false;
        arrange();
      },
    });
    return { node: node, told: told };
  });

  function arrange() {
    const now = values();
    let from = 0;
    segments.forEach((one, n) => {
      const [x, width] = [(from / WHOLE) * wide(), Math.max(0, (now[n] / WHOLE) * wide())];
      one.rect.attr("x", x).attr("width", width);
      const words = [parts[n].title + " " + now[n] + " %", now[n] + " %", ""];
      one.text.attr("x", x + width / 2).text(words.find((text) => text.length * LETTER <= width - 8) || "");
      from += now[n];
    });
    borders.forEach(({ node, told }, n) => {
      const x = (until(n) / WHOLE) * wide();
      node.select(".touch").attr("x", x - TOUCH / 2);
      node.select(".grip").attr("x", x - 2);
      told.say();
    });
  }

  arrange();
  return () => isHeld || arrange();
}

export { draw as drawMix };
