// One job, lit up everywhere: in every picture whose traces say by their `meta` whose they are ({job} or, for each of
// their points, {jobs}), in tables with a column of jobs, and in a line of words. Pointing at it shows it for as long,
// a click or the field keeps it. It is a matter of classes alone: plotly draws nothing anew.

let kept = null; // number of the job, from 0
let pointed = null;
const listening = new WeakSet();
const shown = () => (pointed === null ? kept : pointed);
const placeOf = (picture) =>
  picture.closest("[role=tabpanel]") && picture.closest("[role=tabpanel]").querySelector(".followed");
const place = () => [...document.querySelectorAll(".followed")].find((one) => one.offsetParent !== null);
const pictures = () =>
  [...document.querySelectorAll(".js-plotly-plot.of-jobs")].filter((one) => one.offsetParent !== null);
const metaOf = (trace) => trace.meta || {};
// What a picture calls them: jobs, or tasks of a race of master-worker applications.
const thingOf = (picture) => ((picture && picture.layout && picture.layout.meta) || {}).thing || "job";
const isOf = (trace, job) => metaOf(trace).job === job;

function jobAt(event) {
  const point = event.points && event.points[0];
  if (!point) return null;
  const { job, jobs } = metaOf(point.data || point.fullData);
  return job !== undefined ? job : jobs ? jobs[point.pointNumber] : null;
}

function paintPicture(picture) {
  const job = shown();
  const isThere = job !== null && picture.data.some((trace) => isOf(trace, job));
  picture.classList.toggle("one-job", isThere);
  picture.querySelectorAll(".scatterlayer > .trace").forEach((node) => {
    const drawn = node.__data__ && node.__data__[0] && node.__data__[0].trace;
    if (!drawn) return;
    node.classList.toggle("of-job", metaOf(drawn).job !== undefined);
    node.classList.toggle("lit", isThere && isOf(drawn, job));
  });
}

const columns = (table) => [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
function paintTables() {
  const job = shown(),
    thing = thingOf(pictures()[0]);
  document.querySelectorAll("table.data-table").forEach((table) => {
    const column = columns(table).indexOf(thing);
    if (column < 0 || table.offsetParent === null) return;
    table
      .querySelectorAll("tbody tr")
      .forEach((row) => row.classList.toggle("lit", job !== null && row.cells[column].textContent === String(job + 1)));
  });
}

// What the picture says of the job where a pointer is, without its marks.
function words(job) {
  const found = pictures()
    .flatMap((one) => one.data)
    .filter((trace) => isOf(trace, job) && trace.text);
  return found.length
    ? String(found[0].text)
        .replace(/<br>/g, "; ")
        .replace(/<[^>]*>/g, "")
        .replace("; ", ": ")
    : "";
}

function paint() {
  pictures().forEach(paintPicture);
  paintTables();
  if (!place() || !place().firstChild) return;
  place().querySelector("select").value = kept === null ? "" : String(kept);
  place().querySelector("p").textContent = shown() === null ? "" : words(shown());
}

// The field, with the jobs of the schedule.
function offer(picture) {
  const place = placeOf(picture);
  if (!place) return;
  if (!place.firstChild) {
    const label = document.createElement("label");
    const said = document.createElement("p");
    label.append("Follow " + thingOf(picture) + " ", document.createElement("select"));
    label.lastChild.addEventListener("change", ({ target }) => keep(target.value === "" ? null : Number(target.value)));
    said.setAttribute("role", "status");
    place.append(label, said);
  }
  const jobs = [...new Set(picture.data.map((trace) => metaOf(trace).job).filter((job) => job !== undefined))].sort(
    (a, b) => a - b,
  );
  const option = (value, text) => Object.assign(document.createElement("option"), { value: value, textContent: text });
  place.querySelector("select").replaceChildren(option("", "none"), ...jobs.map((job) => option(job, job + 1)));
}

function keep(job) {
  kept = job;
  pointed = null;
  paint();
}

function point(job) {
  if (job === pointed) return;
  pointed = job;
  paint();
}

function listen(picture) {
  if (listening.has(picture) || !picture.on) return;
  listening.add(picture);
  picture.on("plotly_hover", (event) => point(jobAt(event)));
  picture.on("plotly_unhover", () => point(null));
  picture.on("plotly_click", (event) => {
    const job = jobAt(event);
    if (job !== null && job !== undefined) keep(job === kept ? null : job);
  });
  picture.on("plotly_afterplot", () => paintPicture(picture));
}

export { keep as followJob };

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    const ofJobs = (target.data || []).some((trace) => metaOf(trace).job !== undefined);
    if (!target.classList) return;
    target.classList.toggle("of-jobs", ofJobs);
    if (!ofJobs) return;
    listen(target);
    if (target.closest("#studio-schedule, #studio-race")) offer(target);
    paint();
  });
  document.addEventListener("click", ({ target }) => {
    const row = target.closest && target.closest("table.data-table tbody tr");
    const column = row ? columns(row.closest("table")).indexOf(thingOf(pictures()[0])) : -1;
    if (column < 0 || !pictures().length) return;
    const job = Number(row.cells[column].textContent) - 1;
    if (Number.isInteger(job)) keep(job === kept ? null : job);
  });
}
