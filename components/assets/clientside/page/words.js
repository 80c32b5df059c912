// Words: what they mean, as an entry on the page of the glossary or in the popover of word_of_label.js.

const ADDRESS = "/words.json";
let words; // the promise of what ADDRESS has

export function ask() {
  words =
    words ||
    fetch(ADDRESS).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    });
  return words.catch(() => {
    words = undefined; // asked for again the next time
    return null;
  });
}

export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

// An entry, in the popover and on the page -----------------------------------------------------------------------------

function meaning(one, known) {
  const label = one.label ? make("b", { textContent: one.label + ": " }) : "";
  const all = Object.keys(known.families).length;
  const families = one.families && one.families.length < all ? one.families : []; // what all have says nothing
  const links = families.map((name) =>
    make("a", { href: "/methods/" + name, textContent: known.families[name], className: "word-family" }),
  );
  const source = one.source ? make("span", { textContent: "Source: " + one.source + "." }) : "";
  const about = source || links.length ? make("p", { className: "hint" }, source, ...links) : "";
  return [make("p", {}, label, one.text), about];
}

export function meanings(word, known, whenSeen) {
  const names = word.names.length
    ? make("p", { className: "hint", textContent: "Also: " + word.names.join(", ") + "." })
    : "";
  const see = word.see.map(([place, title]) => {
    const link = make("a", { href: "#" + place, textContent: title });
    if (whenSeen) link.addEventListener("click", (event) => whenSeen(event, place));
    return link;
  });
  const on = see.length
    ? make("p", { className: "hint word-see" }, make("span", { textContent: "See also:" }), ...see)
    : "";
  return [...word.means.flatMap((one) => meaning(one, known)), names, on].filter(Boolean);
}

// The page ------------------------------------------------------------------------------------------------------------

// All entries under their letters; what is looked through when somebody types is kept with each.
function fillPage(list, known) {
  const letters = new Map();
  Object.entries(known.words).forEach(([place, word]) => {
    const letter = /[a-z]/.test(place[0]) ? place[0].toUpperCase() : "0–9";
    if (!letters.has(letter))
      letters.set(
        letter,
        make("section", { className: "word-letter" }, make("h2", { id: "letter-" + letter, textContent: letter })),
      );
    const entry = make(
      "article",
      { id: place, className: "word-entry" },
      make("h3", { textContent: word.title }),
      ...meanings(word, known),
    );
    entry.words = entry.textContent.toLowerCase();
    letters.get(letter).append(entry);
  });
  const links = [...letters.keys()].map((letter) => make("a", { href: "#letter-" + letter, textContent: letter }));
  list.replaceChildren(make("nav", { className: "letters", ariaLabel: "Letters" }, ...links), ...letters.values());
  window.addEventListener("hashchange", () => {
    const target = inAddress();
    const field = document.getElementById("words-filter");
    if (target && target.closest(".hidden") && field && field.value)
      set("words-filter", { value: "" }); // it was filtered out
    else if (field) narrow(list, field.value);
    showPlace();
  });
}

// One letter at a time: the one of the address, or the first.
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const inAddress = () =>
  window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
function letterOf(list) {
  const target = inAddress();
  return (target && target.closest(".word-letter")) || list.querySelector(".word-letter:not(:has(#letter-0–9))");
}

function narrow(list, typed) {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = [...list.querySelectorAll(".word-entry")];
  entries.forEach((entry) => entry.classList.toggle("hidden", !wanted.every((word) => entry.words.includes(word))));
  const letter = wanted.length ? null : letterOf(list);
  list.querySelectorAll(".word-letter").forEach((section) => {
    section.classList.toggle(
      "hidden",
      wanted.length ? !section.querySelector(".word-entry:not(.hidden)") : section !== letter,
    );
  });
  list.querySelectorAll(".letters a").forEach((link) => {
    if (letter && decodeURIComponent(link.hash) === "#" + letter.querySelector("h2").id)
      link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  });
  list.querySelector(".letters").classList.toggle("hidden", wanted.length > 0);
  const shown = entries.filter((entry) => !entry.classList.contains("hidden")).length;
  return wanted.length ? shown + " of " + entries.length + " shown" : entries.length + " words";
}

// The browser has looked for the place in the address before it was there.
function showPlace() {
  const place = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (place) place.scrollIntoView();
  return window.dash_clientside.no_update;
}

export const callbacks = {
  filter: (typed, id) =>
    ask().then((known) => {
      const list = document.getElementById(id);
      if (!known || !list) return "The words cannot be had now; load the page again.";
      const isNew = !list.firstChild;
      if (isNew) fillPage(list, known);
      const said = narrow(list, typed || "");
      if (isNew || !typed) showPlace();
      return said;
    }),

  // Equations are set a moment later, and move what stands below them.
  showPlace: () => {
    showPlace();
    const main = document.querySelector("main.text-page");
    const observer = new ResizeObserver(showPlace);
    const stop = () => observer.disconnect();
    if (main && window.location.hash) {
      observer.observe(main);
      ["wheel", "keydown", "pointerdown", "touchstart"].forEach((kind) =>
        window.addEventListener(kind, stop, { once: true, passive: true }),
      );
      window.setTimeout(stop, 4000);
    }
    return window.dash_clientside.no_update;
  },
};
