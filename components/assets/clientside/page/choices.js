// A list that can be searched shows what is chosen in the field in which one types: whoever comes there types another one,
// and not something behind it.

export function start() {
  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches || !target.matches('input[aria-haspopup="listbox"]:not([readonly])')) return;
    window.setTimeout(() => document.activeElement === target && target.select());
  });
}
