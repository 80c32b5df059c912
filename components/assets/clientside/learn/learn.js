// A lesson step by step: the page follows what is kept of it, and the server is told what it has to know. The right
// answers and the results are on the server.
import * as study from "../studio/study.js";
import * as curve from "./learn_curve.js";
import * as learnPredict from "./learn_predict.js";
import { followRail } from "./learn_rail.js";
import * as work from "./learn_work.js";

const PATIENCE = 3000; // ms for which a copy waits for the link
const none = () => window.dash_clientside.no_update;
const mine = () => work.mine();
const isNumber = (value) => work.isNumber(value);
const set = (id, properties) => work.set(id, properties);
const part = (name, n) => ({ question: n, type: "learn-" + name });
let lesson = null; // the one that the page was filled in for
let told = {}; // what was handed to the server last
let refused = {}; // {words, prediction}: what was wrong with what was to be fixed
let link = ""; // to hand in
let isPacking = false; // until the server has answered with the link of what was handed to it
let isCopying = false; // as soon as the link is there
let isFixing = false; // whether a prediction was fixed since the page came
let focusNext = ""; // what gets the focus when it comes

// When the page comes: what was put in before.
function restore() {
  lesson = work.page().dataset.lesson;
  document.title = work.page().querySelector("h1").textContent + " – Corral";
  told = {};
  refused = {};
  work.open(lesson);
  learnPredict.restore();
  mine().typed.forEach((value, n) => value === null || set(part("answer", n), { value: value }));
  mine().answers.forEach((answer, n) => isNumber(answer) && give(n, answer, mine().tries[n] || 1));
  if (mine().nickname) set("learn-nickname", { value: mine().nickname });
  isFixing = false;
  if (mine().revealed) ask(false);
}

// A click is told from a page that comes again: only the click may have something computed.
function ask(isClicked) {
  const prediction = mine().fixed ? mine().prediction : [];
  set("learn-asked", { data: { prediction: prediction, at: Date.now(), clicked: isClicked } });
}

const give = (n, answer, tries) => set(part("given", n), { data: { answer: answer, tries: tries } });

function startOver() {
  work.forget();
  const code = new URLSearchParams(window.location.search).get("class");
  window.location.assign(window.location.pathname + (code ? "?class=" + encodeURIComponent(code) : ""));
}

// The link that is copied has the name that was just typed.
function copy() {
  const nickname = work.typedIn("learn-nickname");
  if (nickname !== mine().nickname) work.keep({ nickname: nickname });
  if (!isPacking && told.handed && nickname === told.handed.nickname) return copyLink();
  isCopying = true;
  window.setTimeout(() => isCopying && copyLink(), PATIENCE);
}

function copyLink() {
  isCopying = false;
  const said = (text) => set("learn-copied", { children: text });
  const byHand = () => {
    document.getElementById("learn-link").select();
    said("Marked; copy it with Ctrl+C.");
  };
  if (navigator.clipboard) navigator.clipboard.writeText(link).then(() => said("Link copied."), byHand);
  else byHand();
}

const PRESSED = {
  "learn-fix": () => {
    const words = learnPredict.objection();
    refused = { words: words, prediction: mine().prediction };
    if (words) return set("learn-predict-said", { children: words });
    focusNext = "learn-head-run";
    isFixing = true;
    work.keep({ fixed: true, skipped: false, opened: true });
  },
  "learn-skip": () => {
    focusNext = "learn-head-run";
    work.keep({ fixed: false, skipped: true, opened: true });
  },
  "learn-change": () => {
    work.keep({ fixed: false, skipped: false });
    work.focusWhenThere("learn-head-predict");
  },
  "learn-reveal": () => {
    document.getElementById("learn-outcome").classList.add("grows");
    ask(true);
  },
  "learn-start-over": startOver,
  "learn-copy": copy,
};

function saidOfPrediction() {
  if (mine().revealed) return "";
  if (refused.words && work.same(refused.prediction, mine().prediction) && !work.isLocked()) return refused.words;
  if (mine().fixed) return "Your prediction is fixed; it can be changed until it is compared.";
  return mine().skipped ? "The prediction is skipped; you can still make one until it is compared." : "";
}

// Only what has changed: every telling is a way to the server.
function news(name, value) {
  if (work.same(told[name], value)) return none();
  told[name] = value;
  return value;
}

function pack() {
  if (!mine().revealed) return none();
  const { prediction, fixed, answers, tries, revealed, nickname } = mine();
  const handed = news("handed", { prediction, fixed, answers, tries, revealed, nickname });
  if (handed === told.handed) isPacking = true;
  return handed;
}

function focusIfWanted() {
  if (focusNext) work.focusWhenThere(focusNext);
  focusNext = "";
}

export const callbacks = {
  show: () => {
    if (!work.page()) return window.dash_clientside.callback_context.outputs_list.map(none);
    if (lesson !== work.page().dataset.lesson) restore();
    curve.paint();
    focusIfWanted();
    followRail();
    const isLocked = work.isLocked();
    const isOpen = mine().opened || isLocked;
    const step = (open) => (open ? "learn-step" : "learn-step closed");
    const away = (isAway) => (isAway ? "hidden" : "");
    return [
      step(isOpen),
      step(isLocked),
      step(mine().revealed),
      step(mine().revealed),
      step(mine().revealed),
      isLocked,
      away(isLocked),
      away(isLocked),
      away(!isLocked || mine().revealed),
      saidOfPrediction(),
      !isLocked || mine().revealed,
      isOpen && !told.open ? news("open", { fixed: isFixing }) : none(),
      pack(),
    ];
  },

  press: () => {
    window.dash_clientside.callback_context.triggered.forEach((one) => {
      const pressed = PRESSED[one.prop_id.split(".")[0]];
      if (work.page() && one.value && pressed) pressed();
    });
    return none();
  },

  noticeAnswers: (values) => {
    if (!work.page()) return none();
    const typed = values.map((value) => (value === undefined || value === "" ? null : value));
    if (!work.same(typed, mine().typed)) work.keep({ typed: typed });
    return none();
  },

  check: (_clicks, values) => {
    const trigger = window.dash_clientside.callback_context.triggered_id;
    const pressed = window.dash_clientside.callback_context.triggered[0];
    if (!work.page() || !trigger || !pressed.value) return none();
    const n = trigger.question;
    const field = document.getElementById(JSON.stringify(part("answer", n)));
    if (field && field.tagName === "TEXTAREA") {
      // a rule: what comes of it is the answer, and the server finds it out
      give(n, field.value, (mine().tries[n] || 0) + 1);
      return none();
    }
    const answer = work.numberIn(part("answer", n), values[n]);
    const answers = values.map((_, k) => (isNumber(mine().answers[k]) ? mine().answers[k] : null));
    const tries = values.map((_, k) => mine().tries[k] || 0);
    if (isNumber(answer)) {
      answers[n] = answer;
      tries[n] += 1;
      work.keep({ answers: answers, tries: tries });
    }
    give(n, isNumber(answer) ? answer : null, tries[n]);
    return none();
  },

  noticeCame: () => {
    const { triggered_id: trigger, triggered } = window.dash_clientside.callback_context;
    const came = triggered[0] && triggered[0].value;
    if (!work.page() || !trigger || !came || !isNumber(came.number)) return none();
    const questions = document.querySelectorAll(".learn-asked").length;
    const answers = Array.from({ length: questions }, (_, k) =>
      isNumber(mine().answers[k]) ? mine().answers[k] : null,
    );
    const tries = Array.from({ length: questions }, (_, k) => mine().tries[k] || 0);
    answers[trigger.question] = came.number;
    tries[trigger.question] = came.tries;
    work.keep({ answers: answers, tries: tries });
    return none();
  },

  noticeNickname: (nickname) => {
    if (work.page() && nickname !== mine().nickname) work.keep({ nickname: nickname || "" });
    return none();
  },

  noticeReady: (ready) => {
    if (!work.page() || !ready) return none();
    // What was run for the comparison is news for the tool, which may show the same study.
    const shown =
      document.getElementById("studio-sketch") && window.dash_component_api.getLayout("studio-study").props.data;
    if (shown && shown.state !== "done") study.look();
    if (!mine().revealed) {
      work.keep({ revealed: true });
      work.focusWhenThere("learn-outcome-head", 0, true);
    }
    return none();
  },

  showLink: (path) => {
    if (!path) return none();
    link = window.location.origin + path;
    isPacking = false;
    if (isCopying) window.setTimeout(copyLink, 0);
    return link;
  },

  // How far each lesson of the list is.
  mark: (data, ids) =>
    ids.map((id) => {
      const record = work.cleaned((data || {})[id.lesson]);
      const isDone = record.revealed && record.answers.length && record.answers.every(isNumber);
      return isDone ? "✓ done" : record.opened || record.prediction.some(isNumber) ? "begun" : "";
    }),
};
