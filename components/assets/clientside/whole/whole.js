// The tab of the whole schedule: what it shows when it is opened, and when what it shows has become another.
import { build, offer } from "./around.js";
import { find, look } from "./asking.js";
import { place, view } from "./view.js";

const none = () => window.dash_clientside.no_update;
const TRIES = 200; // frames

const which = () => JSON.stringify([view.told.study.tree, view.told.point, view.policy, view.replication]);

function show(now) {
  if (!now || !place()) return;
  if (!view.parts || !place().contains(view.parts.picture)) build();
  const { policies, study } = now.study.tree;
  const before = view.told && which();
  const isRecolored = view.told && view.told.scheme !== now.scheme;
  view.told = now;
  const there = policies.filter((name) => !(now.off || []).includes(name));
  if (!there.includes(view.policy)) view.policy = there[0] || policies[0];
  view.replication = Math.min(view.replication, study.replications - 1);
  offer();
  if (!view.id || before !== which()) find();
  else if (isRecolored) look();
}

// The element may come a moment after what it is to show.
function whenThere(now, tries) {
  if (place() || !tries) return show(now);
  window.requestAnimationFrame(() => whenThere(now, tries - 1));
}

export const callbacks = {
  show: (now) => {
    if (now) whenThere(now, TRIES);
    return none();
  },
};
