// What the open tab of the Studio is told: the study, the replication, the step. Tabs that nobody sees hear of nothing.
window.dash_clientside = window.dash_clientside || {};
(function () {
  const none = () => window.dash_clientside.no_update;
  const PER_STEP = ["decisions", "matrix"]; // tabs that the server draws anew for each step of the player
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const told = {};

  window.dash_clientside.open = {
    handOver: function (tab, study, which, point, step, scheme) {
      const now = {
        study: study, which: which || null, point: point || null,
        step: PER_STEP.includes(tab) ? step || 0 : null, scheme: scheme || "light",
      };
      const outputs = dash_clientside.callback_context.outputs_list;
      return outputs.map((output) => {
        if (output.id.tab !== tab) return none();
        const before = told[tab];
        if (before && Object.keys(now).every((name) => now[name] === before[name])) return none();
        told[tab] = now;
        return now;
      });
    },

    // Another study, not the same one with more cells.
    noticeStudy: function (study, tree) {
      return same(study.tree, tree) ? none() : study.tree;
    },

    // A live tab shows what is sketched, the others the study that was run.
    want: function (tab, tree) {
      const context = dash_clientside.callback_context;
      const [sketched, bars, before] = context.states_list.map((state) => state.value);
      const parts = bars[tab] || [];
      if (!parts.includes("policy")) return none();
      const fields = {};
      context.inputs_list.slice(2).forEach((field) => (fields[field.id] = field.value === undefined ? null : field.value));
      const wanted = { tab: tab, tree: parts.includes("live") ? sketched : tree, fields: fields };
      return same(wanted, before) ? none() : wanted;
    },

    // While a control moves, only the tree of what is wanted changes.
    wantSketched: function (sketched, tab, bars, wanted) {
      const isLive = (bars[tab] || []).includes("live") && wanted && wanted.tab === tab;
      return !isLive || same(wanted.tree, sketched) ? none() : Object.assign({}, wanted, { tree: sketched });
    },
  };
})();
