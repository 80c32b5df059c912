// Boxes and words of a form, drawn by React alone: what Dash mounts is asked at every change on the page whether it
// concerns it, see components/controls/own.py. Here are no fields but the places where Dash puts them.
window.corral_controls = window.corral_controls || {};
(function () {
  const { createElement, Fragment, useEffect, useRef, useState } = window.React;

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

  // What stands in a hidden box is not mounted before that is shown: it would hold up the page. Dash knows what it holds
  // all the same. A pointer that comes to a tab may be about to show it.
  window.corral_controls.WhenShown = function ({ children }) {
    const [isShown, show] = useState(false);
    const place = useRef(null);
    useEffect(() => {
      if (isShown) return;
      const box = place.current.closest(".hidden");
      if (!box) return show(true);
      const observer = new MutationObserver(() => box.classList.contains("hidden") || window.ReactDOM.flushSync(() => show(true)));
      const come = ({ target }) => target.closest && target.closest('[role="tab"]') && show(true);
      observer.observe(box, { attributes: true, attributeFilter: ["class"] });
      document.addEventListener("pointerover", come);
      return () => {
        observer.disconnect();
        document.removeEventListener("pointerover", come);
      };
    }, [isShown]);
    return isShown ? createElement(Fragment, null, children) : createElement("span", { ref: place });
  };

  window.corral_controls.Frame = function (props) {
    const children = Array.isArray(props.children) ? props.children : [props.children];
    return createElement(Fragment, null, ...drawn(props.shape, children));
  };
})();
