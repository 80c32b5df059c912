// Classes of jobs as numbers: which jobs are drawn of them, and how far demands and sizes reach. No drawing.
// `engine/parallel_jobs/inputs` says the same.

const LEAST = 0.1,
  MOST = 0.9; // shares of its jobs that need less than the ends of an ellipse
const NORMAL = 1.2815515655446004; // what a standard normal number exceeds with 1 - MOST
const STEPS = 60; // of halving, for a quantile without a formula

const sigma = (variation) => Math.sqrt(Math.log(1 + variation * variation));
const shorter = (variation) => (1 + Math.sqrt((variation ** 2 - 1) / (variation ** 2 + 1))) / 2;
const meanOf = ({ mean }) => mean;

function ofTwoPhases(share, { mean, coefficient_of_variation: variation }) {
  const few = 1 - shorter(variation),
    left = (time) =>
      (1 - few) * Math.exp((-2 * (1 - few) * time) / mean) + (few > 0 ? few * Math.exp((-2 * few * time) / mean) : 0);
  let low = 0,
    high = mean;
  while (left(high) > 1 - share) high *= 2;
  for (let n = 0; n < STEPS; n++) {
    const middle = (low + high) / 2;
    if (left(middle) > 1 - share) low = middle;
    else high = middle;
  }
  return high;
}

// Of each law: its mean, the demand below which the share LEAST or MOST is, and that of a job with its random numbers.
const LAWS = {
  constant: { mean: meanOf, at: (share, { mean }) => mean, drawn: ({ mean }) => mean },
  exponential: {
    mean: meanOf,
    at: (share, { mean }) => -mean * Math.log(1 - share),
    drawn: ({ mean }, one) => mean * one.exponential,
  },
  uniform: {
    mean: ({ low, high }) => (low + high) / 2,
    at: (share, { low, high }) => low + share * (high - low),
    drawn: ({ low, high }, one) => low + one.uniform * (high - low),
  },
  "log-normal": {
    mean: meanOf,
    at: (share, { mean, coefficient_of_variation: variation }) => {
      const spread = sigma(variation);
      return mean * Math.exp((share < 0.5 ? -1 : 1) * NORMAL * spread - (spread * spread) / 2);
    },
    drawn: ({ mean, coefficient_of_variation: variation }, one) => {
      const spread = sigma(variation);
      return mean * Math.exp(spread * one.normal - (spread * spread) / 2);
    },
  },
  hyperexponential: {
    mean: meanOf,
    at: ofTwoPhases,
    drawn: ({ mean, coefficient_of_variation: variation }, one) => {
      const share = shorter(variation);
      return one.exponential * (one.phase < share ? mean / (2 * share) : mean / (2 * (1 - share)));
    },
  },
};

export const reach = ({ law, demand }) => ({
  low: LAWS[law].at(LEAST, demand),
  mean: LAWS[law].mean(demand),
  high: LAWS[law].at(MOST, demand),
});

// What gives a law the other quantile: fields of the demand, from where an end of the ellipse is to be.
const FROM_END = {
  low: (end, { high }) => (end - LEAST * high) / MOST, // of a uniform law
  high: (end, { low }) => low + (end - low) / MOST,
  // Of a log-normal one: the lower end goes down for ever; the upper one comes back.
  coefficient_of_variation: (end, { mean }) => {
    const spread = Math.sqrt(NORMAL ** 2 + 2 * Math.max(0, Math.log(mean / end))) - NORMAL;
    return Math.sqrt(Math.exp(spread * spread) - 1);
  },
};

// The machines of all jobs of a class: {low, high}, and which fields are its edges.
export function sizes(one) {
  const top = (size, spread) => drawnSize(size, spread, 1);
  const least = { low: one.min, high: top(one.min, one.minSpread) },
    most = { low: one.max, high: top(one.max, one.maxSpread) };
  if (one.kind === "rigid") {
    return one.requested === "smallest"
      ? Object.assign(least, { edges: ["min_size"] })
      : Object.assign(most, { edges: ["max_size"] });
  }
  return { low: least.low, high: Math.max(least.high, most.high), edges: ["max_size", "min_size"] };
}

function drawnSize(size, { kind, upTo }, uniform) {
  if (kind === "evenly") {
    const most = Math.max(size, upTo);
    return Math.min(most, size + Math.floor(uniform * (most - size + 1)));
  }
  if (kind !== "powers-of-two") return size;
  const doublings = Math.floor(Math.log2(Math.max(1, Math.floor(upTo / size))));
  return size * 2 ** Math.min(doublings, Math.floor(uniform * (doublings + 1)));
}

// The first *count* jobs, which have the random numbers of the *sample*: class, demand (s), smallest and largest size.
export function jobs(classes, sample, count, machines) {
  const total = classes.reduce((all, one) => all + one.weight, 0);
  return Array.from({ length: count }, (none, job) => {
    const own = Object.fromEntries(Object.entries(sample).map(([name, drawn]) => [name, drawn[job]]));
    let number = 0;
    for (
      let bound = classes[0].weight;
      number < classes.length - 1 && bound <= own.class * total;
      bound += classes[number].weight
    )
      number += 1;
    const one = classes[number];
    const least = drawnSize(one.min, one.minSpread, own.smallest);
    const most = Math.max(least, drawnSize(one.max, one.maxSpread, own.largest));
    const requested = Math.min(machines, one.requested === "smallest" ? least : most);
    const isRigid = one.kind === "rigid";
    return {
      number: number,
      demand: LAWS[one.law].drawn(one.demand, own),
      low: isRigid ? requested : Math.min(machines, least),
      high: isRigid ? requested : most,
    };
  });
}

export { FROM_END as fromEnd };
