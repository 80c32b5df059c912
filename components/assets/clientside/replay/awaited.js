// What a picture that is not there yet waits for, in words.

const WINDOW_JOBS = 60; // as in engine/parallel_jobs/replay/trace.py

// As many as are asked for, on a list, or in the rows of a log.
const jobsOf = ({ workload: { jobs, arrivals } }) => jobs || (arrivals.jobs || []).length || arrivals.rows;
const WORDS = {
  "parallel-jobs": (tree) => "replaying " + Math.min(WINDOW_JOBS, jobsOf(tree)) + " jobs",
  coscheduling: (tree) => "replaying " + jobsOf(tree) + " jobs on " + tree.cluster.nodes + " nodes",
  "master-worker": (tree) => "handing out " + tree.application.tasks + " tasks",
  "synchronous-iterative": (tree) => "computing " + tree.application.iterations + " iterations",
};

export function awaitedWords(tree) {
  const said = (WORDS[tree.family] || (() => "drawing"))(tree);
  return /undefined|NaN/.test(said) ? "drawing" : said; // a population of cases has no one number
}
