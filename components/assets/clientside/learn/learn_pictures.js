// The pictures beside a lesson's paragraphs: the server has drawn them; words in the text show a stage of theirs.

function fill(wanted) {
  for (const stage of wanted) if (!stage.firstChild && stage.dataset.svg) stage.innerHTML = stage.dataset.svg;
}

function show(link) {
  const box = link.closest(".learn-passages > div");
  const name = decodeURIComponent(link.hash.slice(1));
  const stages = [...box.querySelectorAll(".learn-stage")];
  if (!stages.some((stage) => stage.dataset.stage === name)) return false;
  stages.forEach((stage) => (stage.hidden = stage.dataset.stage !== name));
  box.querySelectorAll("a.learn-shows").forEach((one) => one.setAttribute("aria-pressed", one === link));
  return true;
}

function linkOf(event) {
  const link = event.target.closest && event.target.closest('.learn-passages .learn-text a[href^="#"]');
  if (link) Object.assign(link, { className: "learn-shows", target: "" }).setAttribute("role", "button");
  return link;
}

export function start() {
  document.addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link && show(link)) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const link = event.key === " " && linkOf(event);
    if (link && show(link)) event.preventDefault();
  });
  ["pointerover", "focusin"].forEach((name) =>
    document.addEventListener(name, (event) => {
      const link = linkOf(event);
      if (link) show(link);
    }),
  );

  const wanted = document.getElementsByClassName("learn-stage"); // is kept up to date by the browser
  new MutationObserver(() => wanted.length && fill(wanted)).observe(document, { childList: true, subtree: true });
}
