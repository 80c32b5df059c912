// Schedules below each other show the same span of time: whoever zooms one zooms all of them.

const PLACE = "#compare-schedules .js-plotly-plot";
let isFollowing = false;

async function follow(from) {
  if (isFollowing || !from.layout || !from.layout.xaxis) return;
  const span = from.layout.xaxis.range;
  const apart = [...document.querySelectorAll(PLACE)].filter(
    (one) => one !== from && one.layout && String(one.layout.xaxis.range) !== String(span),
  );
  if (!apart.length) return;
  isFollowing = true;
  try {
    await Promise.all(apart.map((one) => window.Plotly.relayout(one, { "xaxis.range": span.slice() })));
  } finally {
    isFollowing = false;
  }
}

export function start() {
  // Pictures come and go with Dash: each is met when somebody comes near it.
  document.addEventListener(
    "pointerover",
    ({ target }) => {
      const picture = target.closest && target.closest(PLACE);
      if (!picture || !picture.on || picture.dataset.sameTime) return;
      picture.dataset.sameTime = "yes";
      picture.on("plotly_relayout", () => follow(picture));
    },
    true,
  );
}
