// Boxes and words of a form, drawn by React alone: what Dash mounts is asked at every change on the page whether it
// concerns it, see components/controls/own.py. Here are no fields but the places where Dash puts them.
window.corral_controls = window.corral_controls || {};
(function () {
  const { createElement, Fragment } = window.React;

  // *nodes* as components/controls/framed.py writes them; *children* are Dash's.
  function drawn(nodes, children) {
    return nodes.map((node, n) => {
      if (typeof node === "string") return node;
      if (typeof node === "number") return createElement(Fragment, { key: n }, children[node]);
      const [tag, properties, inside] = node;
      const kind = window.corral_controls[tag] || tag;
      return createElement(kind, Object.assign({ key: n }, properties), ...drawn(inside, children));
    });
  }

  window.corral_controls.Frame = function (props) {
    const children = Array.isArray(props.children) ? props.children : [props.children];
    return createElement(Fragment, null, ...drawn(props.shape, children));
  };
})();
