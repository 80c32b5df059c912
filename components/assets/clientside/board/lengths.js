// Lengths of time in units that people think in.
(function () {
  const UNITS = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];

  const unitFor = (most) => UNITS.find(([size]) => most >= 2 * size) || UNITS[3];
  const inUnit = (seconds) => {
    const [size, unit] = unitFor(seconds);
    return window.corral.edges.number(seconds / size) + " " + unit;
  };

  window.corral = window.corral || {};
  window.corral.lengths = { unitFor: unitFor, inUnit: inUnit };
})();
