// A field: a label, an input of the browser's own, and what is wrong with it. What is typed stays as it was typed until
// somebody leaves the field; `typing.js` tells Dash of it.
import * as typing from "./typing.js";

const USUAL_ORDER = ["label", "description", "input", "error"];

const attributesOf = (props) =>
  Object.fromEntries(Object.entries(props).filter(([name]) => name.startsWith("aria-") || name.startsWith("data-")));

function options(data) {
  return (data || []).map((one) => {
    if (one.items)
      return window.React.createElement("optgroup", { key: one.group, label: one.group }, options(one.items));
    const { value, label } = typeof one === "string" ? { value: one, label: one } : one;
    return window.React.createElement("option", { key: value, value: value }, label);
  });
}

const lines = (text) => String(text).split("\n").length;

function control(props, named, box) {
  const { kind, value } = props;
  const shown = typing.shown(value, props);
  const all = Object.assign(
    { ref: box, className: "field-input", defaultValue: shown },
    named,
    attributesOf(props),
    props.inputProps,
  );
  if (kind === "choice") return window.React.createElement("select", all, options(props.data));
  if (kind === "lines") {
    const rows = Math.max(props.minRows || 1, Math.min(props.maxRows || 10, lines(shown)));
    return window.React.createElement("textarea", Object.assign(all, { rows: rows, placeholder: props.placeholder }));
  }
  const isNumber = kind === "number";
  const input = window.React.createElement(
    "input",
    Object.assign(all, {
      type: "text",
      autoComplete: "off",
      placeholder: props.placeholder,
      inputMode: isNumber ? "decimal" : undefined,
    }),
  );
  if (!isNumber) return input;
  const step = (by) => window.React.createElement("span", { key: by, "data-by": by, className: "field-step" });
  return window.React.createElement(
    "div",
    { className: "field-number" },
    input,
    window.React.createElement("span", { className: "field-steps", "aria-hidden": "true" }, step(1), step(-1)),
  );
}

export function Field(props) {
  const { id, label, description, error } = props;
  const box = window.React.useRef(null);
  // A list of options may come after the value that is one of them.
  window.React.useLayoutEffect(() => typing.show(box.current, props), [id, props.value, props.data, props.kind]);
  const said = [description && id + "-said", error && id + "-error"].filter(Boolean).join(" ");
  const named = {
    id: id,
    key: id,
    "aria-invalid": error ? "true" : undefined,
    "aria-describedby": said || undefined,
  };
  const parts = {
    label: () =>
      label && window.React.createElement("label", { key: "label", htmlFor: id, className: "field-label" }, label),
    description: () =>
      description &&
      window.React.createElement("p", { key: "said", id: id + "-said", className: "field-said" }, description),
    input: () => window.React.createElement(window.React.Fragment, { key: "input" }, control(props, named, box)),
    error: () =>
      error && window.React.createElement("p", { key: "error", id: id + "-error", className: "field-error" }, error),
  };
  const style = props.display ? { display: props.display } : undefined;
  return window.React.createElement(
    "div",
    { className: "field", style: style },
    (props.inputWrapperOrder || USUAL_ORDER).map((name) => parts[name]()),
  );
}
