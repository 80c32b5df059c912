// On paper a picture is a copy that is drawn as wide as paper: what is drawn for a screen would be cut at the right or
// shrink with its words, and would leave the room of a screen's height below it. Browsers wait for this and for nothing
// that comes later, so nobody is asked for anything. `print.css` shows the copy in place of the picture.
import * as printLines from "./print_lines.js";

const WIDTH = 672; // px of a sheet of A4 or letter, inside margins of 1.2 cm
const TALLEST = 880; // px that fit on one sheet with a line below
const isSeen = (picture) => picture.data && picture.offsetParent !== null && picture.querySelector(".main-svg");

function copied(picture) {
  const own = structuredClone({ data: picture.data, layout: picture.layout });
  const { least, onPaper } = printLines;
  const height = Math.min(Math.max(picture.clientHeight, least(own)), TALLEST);
  const told = onPaper(own, WIDTH, height);
  return [told.data, Object.assign(told.layout, { width: WIDTH, height: height, autosize: false })];
}

function print(picture) {
  const paper = document.createElement("div");
  paper.className = "on-paper";
  picture.closest(".dash-graph").after(paper);
  try {
    window.Plotly.newPlot(paper, ...copied(picture), { staticPlot: true });
  } catch (error) {
    paper.remove(); // the picture itself is better than none
    throw error;
  }
}

function clear() {
  document.querySelectorAll(".on-paper").forEach((paper) => (window.Plotly.purge(paper), paper.remove()));
}

export function start() {
  window.addEventListener("beforeprint", () => {
    clear();
    [...document.querySelectorAll(".dash-graph .js-plotly-plot")].filter(isSeen).forEach(print);
  });
  window.addEventListener("afterprint", clear);
}
