// What came for a question of the preview, drawn into the picture that is there.
window.corral = window.corral || {};
(function () {
  const preview = (window.corral.preview = window.corral.preview || {});

  preview.offersMap = null; // whether the choice of what a map shows is there; null: as Dash left it

  const pictureNow = () => document.querySelector("#studio-curves .js-plotly-plot");

  async function drawWhole(figure, shown) {
    const picture = pictureNow();
    if (picture && picture.data) await window.corral.movingCurves.drawAll(picture, shown);
    else preview.set("studio-curves", { figure: figure }); // the first one
  }

  const canMove = () => window.corral.movingCurves.isReady(pictureNow());

  // The curves of a place that the hand passes; what they say follows. Where that *isComing* it draws what cannot be moved.
  async function drawMoved(found, number, isComing) {
    const shown = window.corral.before.moved(found.figure);
    const isOld = () => number < preview.drawnLast;
    const isMoved = await window.corral.movingCurves.draw(pictureNow(), shown, isOld);
    if (!isMoved && !isComing) await drawWhole(found.figure, shown);
    if (isOld() || (!isMoved && isComing)) return false;
    preview.mark("older", false);
    preview.mark("previewing", true);
    preview.mark("moving", true);
    return true;
  }

  // Where the hand is elsewhere already, words and places of the curves; all else when it rests.
  async function draw(found, number) {
    const isPassing = () => preview.wanted !== null && preview.wanted.number > number;
    const isOld = () => number < preview.drawnLast;
    const isMoved =
      isPassing() &&
      (await window.corral.movingCurves.draw(pictureNow(), window.corral.before.moved(found.figure), isOld));
    if (!isMoved) await drawWhole(found.figure, window.corral.before.with(found.figure, null));
    if (number < preview.drawnLast) return; // the next one is drawn already
    preview.mark("older", false);
    if (!preview.wanted || preview.wanted.number === number) preview.mark("moving", false);
    window.corral.snapshots.drawn(found.study, found.figure);
    preview.write("studio-verdict", found.verdict);
    preview.write("studio-more", found.more);
    preview.write("studio-curves-text", found.text);
    preview.write("studio-stale", found.stale);
    preview.mark("previewing", true);
    const choices = found.map_choices;
    const isMap = document.querySelector("#studio-map-shown") && choices.length > 0;
    if (isMap !== preview.offersMap) {
      preview.offersMap = isMap;
      preview.set("studio-map-shown", isMap ? { data: choices, display: "block" } : { display: "none" });
    }
    preview.tellDash();
  }

  // What was typed was taken back before Dash has heard of it: the page shows its own answer again.
  async function drawOwn(found) {
    if (!preview.isPreview()) return;
    const own = window.dash_component_api.getLayout("studio-curves");
    if (pictureNow() && own && own.props.figure) {
      await drawWhole(own.props.figure, window.corral.before.with(own.props.figure, preview.study.id));
    }
    ["verdict", "more", "curves-text", "stale", "fingerprint"].forEach((name) =>
      preview.write("studio-" + name, found[name]),
    );
    preview.mark("previewing", false);
    preview.mark("moving", false);
    preview.offersMap = null;
    preview.tellDash();
  }

  Object.assign(preview, { canMove, drawMoved, draw, drawOwn });
})();
