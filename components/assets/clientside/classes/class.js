// Classes: opening, joining, and the teacher's page. A browser keeps the teacher's key, or the token of a student's seat.
import * as classRoom from "./class_room.js";

const KEYS = "corral-class-keys"; // {code: {key, at}}
const SEATS = "corral-class-seats"; // {code: {token, name, lesson, at, sent, pending, handed, gone}}
const KEEP = 25 * 3600 * 1000; // milliseconds; a class is gone after a day
const QUIET = 10000; // between two announcements to a screen reader
export const LETTERS = /^[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}$/;
const none = () => window.dash_clientside.no_update;
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const find = (selector) => document.querySelector(selector);
const unkept = {}; // where the browser keeps nothing

// What is kept, without what is too old.

function stored(name) {
  try {
    const found = JSON.parse(window.localStorage.getItem(name)) || {};
    const recent = Object.entries(found).filter(([, one]) => one && Date.now() - one.at < KEEP);
    return Object.assign({}, unkept[name], Object.fromEntries(recent));
  } catch {
    return Object.assign({}, unkept[name]);
  }
}

function keep(name, code, change) {
  const all = stored(name);
  all[code] = Object.assign({}, all[code], change);
  if (change === null) delete all[code];
  try {
    window.localStorage.setItem(name, JSON.stringify(all));
  } catch {
    unkept[name] = all;
  }
}

// What is kept of the seat in a class.
const seatOf = (code) => stored(SEATS)[code];
const keepSeat = (code, change) => keep(SEATS, code, change);

const randomToken = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

// What the server answers; where it does not, {state: "away"}.
export function ask(code, what, body) {
  const posted = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: body,
    keepalive: true, // what is on its way arrives though the page is left
  };
  return fetch("/class/" + code + "/" + what, body ? posted : {})
    .then(
      (answer) => (answer.status >= 500 ? { state: "away" } : answer.json()),
      () => ({ state: "away" }),
    )
    .catch(() => ({ state: "away" }));
}

// Going to a class, or joining it.

function goTo(code) {
  const plain = (code || "").replace(/[\s-]/g, "").toUpperCase();
  if (!LETTERS.test(plain)) return "A code has six letters and digits; none of them is 0, O, 1, I or L.";
  window.location.assign("/class/" + plain);
  return "";
}

function showDoor(code) {
  const seat = stored(SEATS)[code];
  set("class-student", { className: "class-door" });
  if (!seat) return;
  set("class-nickname", { value: seat.nickname || "" });
  set("class-join", { children: "Go on as " + seat.name });
}

function join(nickname, code) {
  const had = stored(SEATS)[code] || {};
  const token = (!had.gone && had.token) || randomToken(); // a seat that was taken back is not had again
  const said = (text) => set("class-join-said", { children: text });
  ask(code, "join", JSON.stringify({ seat: token, nickname: nickname || "" })).then((answer) => {
    if (answer.state === "away")
      return said("There is no connection to the server. Press the button again in a moment.");
    if (answer.state !== "joined") return said(answer.said);
    const seat = {
      token: token,
      name: answer.name,
      nickname: nickname || "",
      lesson: answer.lesson,
      at: Date.now(),
      gone: "",
    };
    keep(SEATS, code, seat);
    window.location.assign("/learn/" + answer.lesson + "?class=" + code);
  });
}

// The teacher's page.

let lastAnnounced = "";
let lastTime = 0;
let announcing = 0;
const isTeaching = () => Boolean(find("#class-teacher.class-teacher"));

function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Only pages with https or of this computer have a clipboard.
  const box = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(box);
  box.select();
  const isDone = document.execCommand("copy");
  box.remove();
  return isDone ? Promise.resolve() : Promise.reject();
}

export const callbacks = {
  keepKey: (opened) => {
    if (!opened) return none();
    keep(KEYS, opened.code, { key: opened.key, at: Date.now() });
    window.location.assign("/class/" + opened.code);
    return true;
  },

  // What stands in a field: the store of the page lags behind somebody who types and presses Enter at once.
  goToClass: () => goTo(find("#class-code-field").value),

  // Whether this is the teacher's browser. The key of a teacher link does not stay in the address bar, which a
  // projector shows.
  enter: (code) => {
    const sent = /^#key=([0-9a-f]{32})$/.exec(window.location.hash);
    if (!code) return none();
    if (sent) {
      keep(KEYS, code, { key: sent[1], at: Date.now() });
      window.history.replaceState(window.history.state, "", window.location.pathname);
    }
    const kept = stored(KEYS)[code];
    if (kept) return { key: kept.key, origin: window.location.origin };
    showDoor(code);
    return none();
  },

  join: (_clicks, _submits, code) => {
    if (code) join(find("#class-nickname").value, code);
    return "";
  },

  announce: (seen) => {
    if (seen) classRoom.follow(seen.joined);
    if (!seen || !seen.told || seen.told === lastAnnounced) return none();
    window.clearTimeout(announcing);
    announcing = window.setTimeout(
      () => {
        lastTime = Date.now();
        lastAnnounced = seen.told;
        set("class-live", { children: seen.told });
      },
      Math.max(0, lastTime + QUIET - Date.now()),
    );
    return none();
  },

  showLarge: (clicks) => Boolean(clicks),

  askToClose: () => window.dash_clientside.callback_context.triggered_id === "class-close",

  copyTeacherLink: (clicks, held, code) => {
    if (!clicks || !held) return none();
    const link = held.origin + "/class/" + code + "#key=" + held.key;
    const said = (text) => set("class-teacher-link-said", { children: text });
    const done = "Copied. Whoever has this link is the teacher: keep it from the students.";
    copied(link).then(
      () => said(done),
      () => said("Copy it by hand: " + link),
    );
    return none();
  },

  // Takes the chosen seats back, or lets one network take more of them; the next look shows who is left.
  changeSeats: (_back, _more, seats, held, code) => {
    const pressed = window.dash_clientside.callback_context.triggered_id;
    const isBack = pressed === "class-take-back";
    const say = (text) => set("class-seats-said", { children: text });
    if (!pressed || !held || !code) return none();
    if (isBack && !(seats || []).length) {
      say("Choose the seats first.");
      return none();
    }
    const body = isBack ? { key: held.key, seats: seats.map(Number) } : { key: held.key };
    ask(code, isBack ? "back" : "more", JSON.stringify(body)).then((answer) => {
      say(
        answer.state === "away"
          ? "There is no connection to the server. Press the button again in a moment."
          : answer.said,
      );
    });
    return isBack ? [] : none();
  },

  leave: (code) => {
    if (!code) return [none(), none()];
    keep(KEYS, code, null);
    set("class-tick", { disabled: true });
    return ["The class is closed, and everything in it is deleted.", "hidden"];
  },
};

export { keepSeat as keep, seatOf as stored };

export function start() {
  document.addEventListener("visibilitychange", () => {
    if (isTeaching()) set("class-tick", { disabled: document.hidden });
  });

  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target.closest && event.target.closest("input, textarea, select, [contenteditable], [role=dialog]");
    if (event.key.toLowerCase() !== "r" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    // Presenter mode presses the button itself.
    if (!isTeaching() || document.documentElement.classList.contains("presenting")) return;
    event.preventDefault();
    find("#class-reveal").click();
  });
}
