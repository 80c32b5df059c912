// The part of plotly.js that the figures use: lines and points, which are in its core, bars, boxes, and maps.
const Plotly = require("plotly.js/lib/core");

Plotly.register([require("plotly.js/lib/bar"), require("plotly.js/lib/box"), require("plotly.js/lib/heatmap")]);

module.exports = Plotly;
