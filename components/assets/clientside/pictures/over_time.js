// Utilization over time: the view of one day is offered where something comes again every day, which the picture says.

export function start() {
  document.addEventListener("corral-drawn", ({ target }) => {
    const views = target.closest && target.closest("#studio-over-time") && document.querySelector(".over-time-views");
    if (views)
      views.classList.toggle("without-day", !(target.layout && target.layout.meta && target.layout.meta.hasDay));
  });
}
