// While the server cannot be reached the page says so, and a callback, or a stroke, is sent again until there is an answer: what the
// form shows has to be what is run, and Dash forgets a call that was never answered.

const COUNTS = ["/_dash-update-component", "/_studio/form"]; // what is asked again until there is an answer
const EVERY = 1000; // milliseconds
const SENTENCE = "The server cannot be reached. What you change stays, and counts as soon as it answers again.";
let isLeaving = false;

const pause = () => new Promise((resolve) => window.setTimeout(resolve, EVERY));
const addressOf = (what) => new URL(what instanceof Request ? what.url : what, window.location.href);

function say(text) {
  const place = document.getElementById("shell-away");
  if (place && place.textContent !== text) place.textContent = text;
}

// Whether nobody answered, and not that somebody has given up waiting, or asked another server.
const isAway = (error, what, how) =>
  error.name !== "AbortError" &&
  !isLeaving &&
  !(how && how.signal && how.signal.aborted) &&
  addressOf(what).origin === window.location.origin;

export function start() {
  const ask = window.fetch.bind(window);
  window.addEventListener("pagehide", () => (isLeaving = true));
  window.addEventListener("pageshow", () => (isLeaving = false));

  window.fetch = async (what, how) => {
    for (;;) {
      try {
        const answer = await ask(what, how);
        if (addressOf(what).origin === window.location.origin) say("");
        return answer;
      } catch (error) {
        if (!isAway(error, what, how)) throw error;
        say(SENTENCE);
        if (!COUNTS.some((end) => addressOf(what).pathname.endsWith(end))) throw error; // whoever looks now and then does so again
        await pause();
      }
    }
  };
}
