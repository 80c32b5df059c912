export function start() {
  // The options of a list come with the focus, and not with the page (see the theme in `shell.py`): whoever opens one by keys
  // begins at what is chosen, which a list finds only among options that are there before it opens.
  document.addEventListener("focusin", (event) => {
    const input = event.target;
    if (!(input instanceof Element) || input.getAttribute("aria-haspopup") !== "listbox" || !input.id) return;
    const id = input.id.startsWith("{") ? JSON.parse(input.id) : input.id;
    const layout = window.dash_component_api && window.dash_component_api.getLayout(id);
    const props = (layout && layout.props.comboboxProps) || {};
    if (layout && !props.keepMounted)
      window.dash_clientside.set_props(id, { comboboxProps: { ...props, keepMounted: true } });
  });
}
