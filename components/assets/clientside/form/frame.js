// Boxes and words of a form, drawn by React alone: what Dash mounts is asked at every change on the page whether it
// concerns it, see components/controls/own.py. Here are no fields but the places where Dash puts them.
import { Chip, Chips } from "./chips.js";
import { Field } from "./field.js";
import { Table } from "./table.js";

// *nodes* as components/controls/framed.py writes them; *children* are Dash's.
function drawn(nodes, children) {
  return nodes.map((node, n) => {
    if (typeof node === "string") return node;
    if (typeof node === "number") return window.React.createElement(window.React.Fragment, { key: n }, children[node]);
    const [tag, properties, inside] = node;
    const kind = { Chip: Chip, Chips: Chips, Field: Field, Frame: Frame, Table: Table }[tag] || tag;
    return window.React.createElement(kind, Object.assign({ key: n }, properties), ...drawn(inside, children));
  });
}

export function Frame(props) {
  const children = Array.isArray(props.children) ? props.children : [props.children];
  return window.React.createElement(window.React.Fragment, null, ...drawn(props.shape, children));
}
