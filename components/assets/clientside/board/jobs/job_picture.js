// Jobs drawn by hand: rectangles on an axis of time, with handles on the one that is selected.
window.corral = window.corral || {};
(function () {
  const board = (window.corral.jobBoard = window.corral.jobBoard || {});

  const LEFT = 44,
    RIGHT = 26,
    AXIS = 22,
    NARROWEST = 560; // px

  function measure() {
    const room = board.parts.scroll.clientWidth || NARROWEST;
    const width = Math.max(NARROWEST, room);
    const ends = board.state.jobs
      .map(board.endOf)
      .concat(board.state.answer ? board.state.answer.schedules.map((one) => one.makespan) : []);
    const until = Math.max(10, ...ends) * 1.04;
    return { width: width, until: until, perSecond: (width - LEFT - RIGHT) / until, room: room };
  }

  function draw() {
    if (!board.host || !board.host.isConnected) return;
    if (!board.gesture) board.scale = measure();
    drawList();
    board.drawStrips();
    board.drawTable();
    board.drawFields();
    board.tell();
  }

  const x = (time) => LEFT + time * board.scale.perSecond;

  // Only when it has changed: what is clicked twice, or has the focus, is to stay the same element.
  let listed = "";
  function drawList() {
    const jobs = board.sorted(board.state.jobs);
    const now = JSON.stringify([jobs, board.state.selected, board.scale.width, board.scale.until, board.isEditable()]);
    if (listed === now && board.parts.list.firstChild) return sayList(jobs);
    listed = now;
    const { boxes, height } = board.stack(jobs, board.scale.perSecond, board.gesture ? board.gesture.unit : 0);
    const focused =
      document.activeElement && document.activeElement.closest && document.activeElement.closest("[data-key]");
    const focusedKey = focused && board.parts.list.contains(focused) ? Number(focused.dataset.key) : null;
    const svg = board.shape("svg", {
      width: board.scale.width,
      height: AXIS + height + 40,
      class: "jobs-list",
      role: "group",
    });
    svg.setAttribute("aria-label", "Jobs on an axis of time: " + jobs.length + (jobs.length === 1 ? " job" : " jobs"));
    board.ticks(board.scale.until, board.scale.perSecond).forEach((time) => {
      board.shape("line", { x1: x(time), x2: x(time), y1: AXIS - 4, y2: AXIS + height + 40, class: "jobs-grid" }, svg);
      board.shape(
        "text",
        { x: x(time), y: AXIS - 8, class: "jobs-axis", "text-anchor": "middle" },
        svg,
        time.toLocaleString("en").replace(/,/g, "\u2009"),
      );
    });
    board.shape("text", { x: board.scale.width - 2, y: AXIS - 8, class: "jobs-axis", "text-anchor": "end" }, svg, "s");
    jobs.forEach((job, n) => drawJob(svg, job, n, boxes[n]));
    board.parts.list.replaceChildren(svg);
    if (focusedKey !== null) {
      const again = svg.querySelector('[data-key="' + focusedKey + '"]') || svg.querySelector('[tabindex="0"]');
      if (again) again.focus({ preventScroll: true });
    }
  }

  function sayList(jobs) {
    jobs.forEach((job) => {
      const one = board.parts.list.querySelector('[data-key="' + job.key + '"]');
      if (one.getAttribute("aria-label") === board.words(job)) return;
      one.setAttribute("aria-label", board.words(job));
      one.querySelector(":scope > title").textContent = board.words(job);
    });
  }

  function drawJob(svg, job, n, box) {
    const isSelected = job.key === board.state.selected;
    const isStop = isSelected || (!board.byKey(board.state.selected) && n === 0);
    const top = AXIS + box.top,
      from = x(job.arrival),
      wide = Math.max(2, job.run * board.scale.perSecond);
    const one = board.shape(
      "g",
      {
        class: "jobs-job" + (isSelected ? " selected" : ""),
        "data-key": job.key,
        "data-job": job.key,
        tabindex: isStop ? 0 : -1,
        role: "button",
        "aria-pressed": isSelected,
        "aria-label": board.words(job),
        "aria-describedby": "jobs-how",
      },
      svg,
    );
    const told = Math.max(job.run, job.estimate || 0) * board.scale.perSecond;
    if (told > wide + 0.5)
      board.shape(
        "rect",
        {
          x: from,
          y: top + 4,
          width: told,
          height: box.height - 8,
          class: "jobs-estimate",
          stroke: board.color(job.key),
        },
        one,
      );
    board.shape("rect", { x: from, y: top, width: Math.max(24, wide), height: box.height, class: "jobs-hit" }, one);
    board.shape(
      "rect",
      { x: from, y: top, width: wide, height: box.height, fill: board.color(job.key), class: "jobs-body" },
      one,
    );
    const name = job.label || String(n + 1);
    const isInside = wide > 8 * name.length + 4;
    board.shape(
      "text",
      {
        x: isInside ? from + wide / 2 : from + Math.max(wide, told) + 5,
        y: top + box.height / 2 + 4,
        "text-anchor": isInside ? "middle" : "start",
        class: "jobs-name" + (isInside ? "" : " outside"),
        fill: isInside ? board.ink(job.key) : "currentColor",
      },
      one,
      name,
    );
    board.shape("title", {}, one, board.words(job));
    if (!isSelected || !board.isEditable()) return;
    const handle = (what, at, y, title) => {
      const grip = board.shape("g", { class: "jobs-grip " + what, "data-grip": what }, one);
      board.shape("circle", { cx: at, cy: y, r: 12, class: "jobs-hit" }, grip);
      board.shape("circle", { cx: at, cy: y, r: 5, class: "jobs-dot" }, grip);
      board.shape("title", {}, grip, title);
    };
    const end = Math.max(from + told, from + wide + 26);
    handle("run", from + wide, top + box.height / 2, "run time");
    handle(
      "machines",
      from + Math.min(wide / 2, Math.max(6, wide / 2)),
      top + box.height + (box.height < 40 ? 10 : 0),
      "machines",
    );
    handle("estimate", told > wide + 26 ? from + told : end, top + (box.height < 40 ? -2 : 6), "estimate");
  }

  Object.assign(board, { LEFT, draw, x });
})();
