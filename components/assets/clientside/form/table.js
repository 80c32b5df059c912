// A table of words and numbers by React alone: Mantine's asks of each cell which theme, size and style it has, and a
// page opens with some hundred cells in tables that are closed.
window.corral_controls = window.corral_controls || {};
(function () {
  const { createElement } = window.React;

  const row = (cells, tag, key) =>
    createElement("tr", { key: key }, cells.map((cell, n) => createElement(tag, { key: n }, cell)));

  window.corral_controls.Table = function ({ id, data, className }) {
    return createElement("table", { id: id, className: className },
      createElement("caption", null, data.caption),
      createElement("thead", null, row(data.head, "th")),
      createElement("tbody", null, data.body.map((cells, n) => row(cells, "td", n))));
  };
})();
