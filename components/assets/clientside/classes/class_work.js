// What the page of a lesson sends to the class that it is done in: the work, when it has changed, until it has arrived.
import { ask, keep, LETTERS, stored } from "./class.js";

const BEAT = 30000; // milliseconds between two looks whether the class is still there
const set = (id, properties) => window.dash_clientside.set_props(id, properties);
const find = (selector) => document.querySelector(selector);
const clock = () => new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
let code = ""; // of the class that is named in the address
let lesson = ""; // on this page
let isSending = false;
let tries = 0;
let timer = 0;
let lastBeat = 0;
let soon = 0;
const seat = () => stored(code);
const say = (text) => set("class-sent", { children: text });
const part = (type, properties) => ({ namespace: "dash_html_components", type: type, props: properties });
const classOf = () => (new URLSearchParams(window.location.search).get("class") || "").toUpperCase();

function tellEnd(text) {
  keep(code, { gone: text, pending: "" });
  say(text + " Your own work stays in this browser.");
  set("learn-hand-in-class", { children: [] });
}

function later() {
  tries += 1;
  window.clearTimeout(timer);
  timer = window.setTimeout(send, Math.min(30000, 1000 * 2 ** tries));
  say("Not sent yet: there is no connection to the server. It is sent as soon as there is one.");
}

function send() {
  const body = (seat() || {}).pending;
  if (!body || isSending) return;
  isSending = true;
  ask(code, "work", body).then((answer) => {
    isSending = false;
    if (!seat()) return; // a day has passed meanwhile
    if (answer.state === "away") return later();
    tries = 0;
    if (answer.state === "gone") return tellEnd(answer.said);
    const isLast = seat().pending === body;
    keep(code, Object.assign({ sent: body }, isLast ? { pending: "" } : {}));
    if (answer.state !== "taken") return say("The class has not taken this: " + answer.said);
    const isHandedIn = JSON.parse(body).handed_in;
    say("Your work is with the class since " + clock() + (isHandedIn ? "; it is handed in." : "."));
    if (isHandedIn) set("class-handed", { children: "Handed in at " + clock() + ". What you change is sent, too." });
    if (!isLast) send();
  });
}

function post(record) {
  const work = {
    prediction: record.fixed ? record.prediction : [],
    answers: record.answers || [],
    revealed: Boolean(record.revealed),
  };
  const kept = seat();
  if (!kept || kept.gone || kept.lesson !== lesson) return;
  const body = JSON.stringify({ seat: kept.token, work: work, handed_in: Boolean(kept.handed) });
  const isEmpty = !work.prediction.length && !work.answers.length && !work.revealed && !kept.handed;
  if (body === (kept.pending || kept.sent) || isEmpty) return;
  keep(code, { pending: body });
  send();
}

function handIn() {
  if (!seat() || seat().lesson !== lesson) return;
  keep(code, { handed: true });
  post(lastRecord);
}

function beat() {
  if (!code || !seat() || seat().gone || document.hidden) return;
  const rest = lastBeat + BEAT / 10 - Date.now();
  window.clearTimeout(soon);
  if (rest > 0) return (soon = window.setTimeout(beat, rest)); // put off and not dropped
  lastBeat = Date.now();
  if (seat().pending) return send();
  const nothing = JSON.stringify({ seat: seat().token, work: {} }); // asks for the seat, too, which may be taken back
  ask(code, "work", nothing).then((answer) => answer.state === "gone" && tellEnd(answer.said));
}

let lastRecord = {};
let shownFor = ""; // the lesson above which it is said in which class this is

function frame(kept) {
  const button = { namespace: "dash_mantine_components", type: "Button" };
  button.props = { id: "class-hand-in", children: "Hand in to class " + code };
  set("learn-hand-in-class", {
    children: part("Div", {
      className: "class-hand-in",
      children: [
        button,
        part("Span", { id: "class-handed", role: "status", children: kept.handed ? "Handed in." : "" }),
      ],
    }),
  });
  return part("P", {
    className: "class-banner",
    children: [
      "You are in class ",
      part("B", { children: code }),
      " as ",
      part("B", { children: kept.name }),
      ". ",
      part("Span", {
        id: "class-sent",
        role: "status",
        children: kept.sent && !kept.pending ? "Your work is with the class." : "",
      }),
    ],
  });
}

function banner() {
  const kept = seat();
  const link = (href, text) => part("A", { href: href, children: text });
  const says = (...children) => part("P", { className: "class-banner", children: children });
  if (!kept) return says("You have not joined class " + code + ": ", link("/class/" + code, "join it"), ".");
  if (kept.gone) return says(kept.gone + " Your own work stays in this browser.");
  if (kept.lesson !== lesson)
    return says(
      "Class " + code + " is about another lesson: ",
      link("/learn/" + kept.lesson + "?class=" + code, "go there"),
      ".",
    );
  return frame(kept);
}

export const callbacks = {
  follow: (work) => {
    const page = document.getElementById("learn-page");
    code = page ? classOf() : "";
    if (!LETTERS.test(code)) return;
    lesson = page.dataset.lesson;
    const kept = seat();
    lastRecord = (work || {})[lesson] || {};
    post(lastRecord);
    if (shownFor === lesson + code && find(".class-banner")) return;
    shownFor = lesson + code;
    set("learn-class", { children: banner() });
    window.setTimeout(kept && kept.pending ? send : beat, 0);
  },
};

export function start() {
  window.setInterval(beat, BEAT);
  ["focus", "online"].forEach((name) => window.addEventListener(name, beat));
  document.addEventListener("visibilitychange", beat);
  document.addEventListener("click", (event) => {
    if (code && event.target.closest && event.target.closest("#class-hand-in, #learn-copy")) handIn();
  });
}
