// What is asked of the server: a whole schedule, a window of it, and files of all its jobs.
//
// What is seen is asked for a moment after the last movement. Until it is there the last picture stays, stretched to where
// it belongs, paler, and said to be old.
window.corral = window.corral || {};
(function () {
  const view = (window.corral.wholeView = window.corral.wholeView || {});
  const SOON = 60, LATER = 400; // ms after a movement, and between two looks whether a schedule is there
  const ROW = 2, AXES = 48, LEFT = 76, LEFT_OF_NAMES = 132; // px: of a row of cells, and what axes take
  const MOST = { columns: 1200, rows: 400 };
  let looking = null, timer = null;

  const pause = () => new Promise((go) => window.setTimeout(go, LATER));

  async function askOf(form) {
    const { told, policy, replication } = view;
    const asked = { tree: told.study.tree, policy: policy, point: Number(told.point || 0), replication: replication, form: form };
    const answer = await fetch("/_studio/whole", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked) });
    return answer.json().catch(() => ({ errors: ["The server did not answer; try again."] }));
  }

  view.find = async function () {
    const mine = ++view.turn;
    view.id = null;
    view.draw();
    view.say(`Computing the whole schedule of ${view.policy} …`);
    for (;;) {
      const found = await askOf("packed").catch(() => ({ errors: ["The server did not answer; it is asked again."], later: true }));
      if (mine !== view.turn) return;
      if (found.id) return take(found);
      if (!found.later) return view.say(found.errors.join(" "), true);
      if (!/are computing it$/.test(found.errors[0])) view.say(found.errors.join(" "));
      await pause();
      if (mine !== view.turn) return;
    }
  };

  function take(found) {
    const before = view.head, { at } = view;
    Object.assign(view, { id: found.id, head: found });
    if (view.layout === "machines" && !found.named) view.layout = "sizes";
    const isSame = before && at && before.machines === found.machines && before.since === found.since && before.owners === found.owners;
    // The same window under another policy, unless all was seen: then all is.
    view.at = isSame && !(at.since <= before.since && at.until >= before.until) ? at : view.all();
    view.offer();
    view.look();
    view.follow();
  }

  // The table of jobs shows those of what is seen.
  view.follow = () => view.jobs && view.parts.jobs.open && view.jobs.moved();

  const size = () => ({
    columns: Math.max(16, Math.min(MOST.columns, view.width() - (view.layout === "owners" ? LEFT_OF_NAMES : LEFT))),
    rows: Math.min(MOST.rows, Math.floor((view.height() - AXES) / ROW)),
  });

  view.look = async function () {
    if (!view.id) return;
    if (looking) looking.abort();
    looking = new AbortController();
    const { signal } = looking, mine = view.turn, wanted = view.at, began = performance.now();
    wanted.isAsked = true;
    view.draw();
    const { since, until, lowest, highest } = wanted;
    const asked = new URLSearchParams({ ...size(), layout: view.layout, colored_by: view.colored, since: since, until: until, lowest: lowest, highest: highest });
    try {
      const answer = await fetch(`/_studio/whole/${view.id}?${asked}`, { signal: signal });
      if (answer.status === 404) return view.find();
      if (!answer.ok) throw new Error(answer.statusText);
      const buffer = await answer.arrayBuffer();
      if (mine !== view.turn || wanted !== view.at) return;
      view.shown = window.corral.readWindow(buffer, view.colors(), view.ground());
      const { told } = view.shown;
      Object.assign(wanted, { since: told.since, until: told.until, lowest: told.lowest, highest: told.highest, isAsked: false });
      view.place().dataset.took = Math.round(performance.now() - began);
      view.draw();
      view.tell();
    } catch (problem) {
      if (problem.name !== "AbortError") view.say("The server did not answer; move the picture to ask again.", true);
    }
  };

  view.lookLater = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(view.look, LATER);
  };

  view.go = (wanted) => {
    view.at = Object.assign({ isAsked: true }, wanted);
    view.draw();
    view.say("Old picture, stretched; the new one is asked for …");
    window.clearTimeout(timer);
    timer = window.setTimeout(() => { view.look(); view.follow(); }, SOON);
  };

  view.download = async function (form, ending) {
    const mine = view.turn;
    view.say("Writing all jobs …");
    for (;;) {
      const found = await askOf(form).catch(() => ({ later: true }));
      if (mine !== view.turn) return;
      if (found.id) {
        const name = `${view.policy}-${view.replication + 1}.${ending}`.replace(/[^\w. -]/g, "-");
        view.made("a", { href: `/_studio/whole/${found.id}/file?as=${encodeURIComponent(name)}`, download: name }).click();
        return view.tell();
      }
      if (!found.later) return view.say(found.errors.join(" "), true);
      await pause();
    }
  };
})();
