// A table of words and numbers by React alone: Mantine's asks of each cell which theme, size and style it has, and a
// page opens with some hundred cells in tables that are closed.

const row = (cells, tag, key) =>
  window.React.createElement(
    "tr",
    { key: key },
    cells.map((cell, n) => window.React.createElement(tag, { key: n }, cell)),
  );

export function Table({ id, data, className }) {
  return window.React.createElement(
    "table",
    { id: id, className: className },
    window.React.createElement("caption", null, data.caption),
    window.React.createElement("thead", null, row(data.head, "th")),
    window.React.createElement(
      "tbody",
      null,
      data.body.map((cells, n) => row(cells, "td", n)),
    ),
  );
}
