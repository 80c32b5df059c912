// What of D3 the pictures are drawn with.
export { ticks } from "d3-array";
export { drag } from "d3-drag";
export { pointer, select } from "d3-selection";
