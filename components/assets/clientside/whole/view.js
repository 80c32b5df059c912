// What is seen of a whole schedule: which one, and which window of it.

/** @type {Properties} */
export const view = {
  parts: null, // the elements, made when the tab is opened
  told: null, // what the open tab was told
  id: null,
  head: null, // of the schedule that is there
  shown: null, // the answer that is drawn
  at: null, // the window that is wanted
  mark: null,
  lit: null,
  box: null, // what is marked, which job is pointed at, and where the picture is on its canvas
  layout: "machines",
  colored: "job",
  policy: null,
  replication: 0,
  turn: 0, // counts the schedules that were asked for
  jobs: null, // the table of them
};

const TALL = 420,
  LOW = 320,
  NARROW = 600; // px
const OWNERS = 60; // told one by one

export const plain = (n) => Number(n.toPrecision(4)).toLocaleString("en").replace(/,/g, "\u2009");
export const made = (name, properties, ...children) => {
  const found = Object.assign(document.createElement(name), properties || {});
  found.append(...children);
  return found;
};

export const place = () => document.getElementById("studio-whole-schedule");
export const colors = () => JSON.parse(place().dataset.colors);
export const ground = () => getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
export const width = () => view.parts.picture.parentElement.clientWidth;
export const height = () => (width() < NARROW ? LOW : TALL);

export const whose = () => (view.head && view.head.names.length ? "class" : "user");
export const highest = () => (view.layout === "owners" ? Math.min(view.head.owners, OWNERS) : view.head.machines);
export const whole = () => view.head && { since: view.head.since, until: view.head.until, highest: highest() };
export const all = () => ({ since: view.head.since, until: view.head.until, lowest: 0, highest: highest() });

export const nameOf = (owner) => {
  const { names } = view.head;
  return names.length ? names[owner] : owner < 0 ? "not known" : "user " + owner;
};
export const ownerOf = (rank) => {
  const { ranking, owners } = view.head;
  return rank < ranking.length && !(rank === OWNERS - 1 && owners > OWNERS) ? nameOf(ranking[rank]) : "others";
};

export const say = (words, isWrong) => {
  view.parts.status.textContent = words;
  view.parts.status.classList.toggle("wrong", !!isWrong);
};
