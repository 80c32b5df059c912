// The page of questions: what came with the page is put into its place, the studies of this browser come first, and what
// is typed is looked for here. No server is asked.
import * as glossary from "./page/words.js";
import { kept } from "./studio/kept_sketch.js";

export function start() {
  const LINK = /^[A-Za-z0-9_-]{1,8000}$/; // of a study; what the browser kept may be anybody's
  const MOST = 6; // studies that are shown
  const find = (name) => document.getElementById("questions-" + name);
  const words = (text) => text.toLowerCase().replace(/[\u2009\u00a0]/g, " ");

  function recent() {
    try {
      const found = JSON.parse(window.localStorage.getItem("shell-recent"));
      return (Array.isArray(found) ? found : []).filter(
        (one) => one && typeof one.title === "string" && LINK.test(one.link),
      );
    } catch {
      return [];
    }
  }

  // The last sketch, which need not have been run, and then the runs, the latest first.
  function last() {
    const now = kept();
    const runs = recent().filter((one) => !now || one.link !== now.link);
    const sketch = now ? [{ href: "/" + now.search, title: now.title, said: "your last sketch" }] : [];
    const said = ({ when }) => (Number.isNaN(Date.parse(when)) ? "" : "run " + new Date(when).toLocaleString());
    return sketch
      .concat(runs.map((one) => ({ href: "/?s=" + one.link, title: one.title, said: said(one) })))
      .slice(0, MOST);
  }

  function showLast() {
    const all = last();
    const make = glossary.make;
    const items = all.map(({ href, title, said }) =>
      make("li", {}, make("a", { href: href, textContent: title.slice(0, 300) }), make("span", { textContent: said })),
    );
    find("recent")
      .querySelector("ul")
      .replaceChildren(...items);
    find("recent").hidden = !all.length;
  }

  function narrow() {
    const wanted = words(find("search").value).split(/\s+/).filter(Boolean);
    const main = find("search").closest("main, #first-questions");
    const items = [...main.querySelectorAll(".card, .studies > li")];
    const isFound = (item) =>
      wanted.every((word) => words(item.textContent + " " + (item.dataset.words || "")).includes(word));
    items.forEach((item) => (item.hidden = !isFound(item)));
    const isThere = (part) => Boolean(part.querySelector(".card:not([hidden]), .studies > li:not([hidden])"));
    main.querySelectorAll("section").forEach((part) => (part.hidden = !isThere(part)));
    main.querySelectorAll("details").forEach((part) => {
      const all = part.querySelectorAll("li").length;
      const some = part.querySelectorAll("li:not([hidden])").length;
      part.hidden = !some;
      part.open = wanted.length > 0;
      part.querySelector("summary").textContent = wanted.length
        ? some + " of " + all + " examples"
        : "All " + all + " examples";
    });
    const left = items.filter((item) => !item.hidden).length;
    find("found").textContent = wanted.length ? left + " of " + items.length + " found" : "";
    find("nothing").hidden = left > 0;
  }

  function come(main) {
    const first = document.getElementById("first-questions");
    if (!first) return;
    const field = find("search");
    const isHere = document.activeElement === field;
    main.append(...first.childNodes);
    document.getElementById("first-picture").remove();
    if (isHere) field.focus();
    showLast();
    field.addEventListener("input", narrow);
    if (field.value) narrow(); // the browser brought it back, or somebody was quicker than the page
    if (window.location.hash === "#questions-search") field.focus();
    else if (window.location.hash.length > 1) {
      const place = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      if (place) place.scrollIntoView();
    }
  }

  if (window.location.pathname !== "/questions") return;
  const place = new MutationObserver(() => {
    const main = find("page");
    if (!main) return;
    place.disconnect();
    come(main);
  });
  place.observe(document.documentElement, { childList: true, subtree: true });
}
