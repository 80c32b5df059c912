"""What the formulas say of a set of machines: η, run time, and cost of the machines."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import orjson

from engine.synchronous_iterative.formulas.day import elapsed
from engine.synchronous_iterative.formulas.eta import eta_of_sets
from engine.synchronous_iterative.formulas.queue_length import processor_sharing, sharers
from engine.synchronous_iterative.formulas.tails import Tails, tails_of
from engine.synchronous_iterative.inputs.imbalance import normal, objects_of_a_processor, work_law
from engine.synchronous_iterative.inputs.scenario import SynchronousIterativeScenario
from engine.synchronous_iterative.inputs.site import Site, site_of


class Predictions(NamedTuple):
    """Of N sets of machines.

    Attributes
    ----------
    counts : int64 (N, G), machines of each group
    processors : int64 (N,)
    eta : float64 (N,), over the whole run
    run_time : float64 (N,), s: equation 5
    machine_cost : float64 (N,), sum of c_j R, seconds of a machine of cost 1
    """

    counts: np.ndarray
    processors: np.ndarray
    eta: np.ndarray
    run_time: np.ndarray
    machine_cost: np.ndarray

    def only(self, chosen: np.ndarray) -> "Predictions":
        """Some of the sets, by number or by a mask."""
        return Predictions(*(column[chosen] for column in self))


class Predictor:
    """The formulas for one scenario; what is computed once for many sets of machines is kept."""

    def __init__(self, scenario: SynchronousIterativeScenario) -> None:
        self.scenario = scenario
        self.site: Site = site_of(scenario)
        self._tails: dict[tuple[int, int], Tails] = {}

    def predict(self, counts: np.ndarray) -> Predictions:
        """Of sets of machines, int64 (N, G); none of them empty."""
        processors = counts.sum(axis=1)
        eta = np.stack([self.eta(counts, processors, moment) for moment in range(self.site.moments)])
        return self.over_the_run(eta, counts)

    def over_the_run(self, eta: np.ndarray, counts: np.ndarray) -> Predictions:
        """The same from η at each moment of the day, float64 (moments, N): a long run sees several of them."""
        application = self.scenario.application
        processors = counts.sum(axis=1)
        overhead = np.array([application.overhead_of(p) for p in range(1, processors.max() + 1)])[processors - 1]
        fixed = application.serial_time + overhead
        per_iteration = fixed + eta * (application.parallel_time / processors)
        price = _over_groups(self.site.cost, counts)  # (hours, N)
        if len(price) == 1:
            run_time = application.iterations * per_iteration[0]
            return Predictions(counts, processors, eta[0], run_time, run_time * price[0])
        hours = elapsed(per_iteration[self.site.moment_of_hour], application.iterations, self.site.start_hour)
        run_time = hours.sum(axis=0)
        parallel = np.maximum(0.0, run_time / application.iterations - fixed)  # but for rounding it is not below 0
        over_all = parallel * processors / application.parallel_time
        return Predictions(counts, processors, over_all, run_time, (hours * price).sum(axis=0))

    def eta(self, counts: np.ndarray, processors: np.ndarray, moment: int) -> np.ndarray:
        """η of each set while the loads are those of one moment."""
        if self.scenario.application.imbalance != "binomial":
            return self._eta(counts, 1, moment)
        eta = np.empty(len(counts))
        for number in np.unique(processors):  # the share of the objects depends on how many there are
            own = processors == number
            eta[own] = self._eta(counts[own], int(number), moment)
        return eta

    def _eta(self, counts: np.ndarray, processors: int, moment: int) -> np.ndarray:
        site = self.site
        tails = self._known_tails(processors, moment)
        if self.scenario.options.division == "equal":
            return eta_of_sets(counts, site.delta, tails, site.baseline)
        # shares in proportion to speed: all take the same time, that of a machine of mean speed
        slowness = counts.sum(axis=1) / _over_groups(site.baseline / site.delta, counts)
        return eta_of_sets(counts, np.ones_like(site.delta), tails) * slowness

    def _known_tails(self, processors: int, moment: int) -> Tails:
        key = (objects_of_a_processor(self.scenario.application, processors), moment)
        if key not in self._tails:
            self._tails[key] = self._make_tails(processors, moment)
        return self._tails[key]

    def _make_tails(self, processors: int, moment: int) -> Tails:
        """Equations 14, 20 and 25 to 31 for every group; as printed, the ratio of speeds in ρ is upside down."""
        scenario, site = self.scenario, self.site
        application, loads = scenario.application, site.load[moment]
        law = work_law(application, processors)
        works = [law] * len(loads)
        printed = scenario.options.equations == "as-printed" and application.imbalance != "ideal"
        if printed and loads.any():
            loads = loads * ((site.baseline / site.delta) * (site.baseline / site.delta))
        if printed and application.imbalance == "binomial" and application.probability < 1:
            objects = objects_of_a_processor(application, processors)
            longest = [objects * int(delta) if loads.any() else objects for delta in site.delta]
            works = [normal(objects, application.probability, one) for one in longest]
        laws = [sharers(scenario.background, scenario.options.queue, float(load)) for load in loads]
        return tails_of(works, laws, has_atom=not printed)

    # where η comes from ---------------------------------------------------------------------------------------------

    def parts(self, counts: np.ndarray) -> dict[str, np.ndarray]:
        """The factors that η would have for one reason alone, at the hour of the start; each float64 (N,).

        `application`: dedicated baseline machines. `background`: baseline machines with these loads, and equal work.
        `heterogeneity`: dedicated machines as they are, and equal work. `without_application`: heterogeneity and
        background together.
        """
        site, scenario = self.site, self.scenario
        moment = int(site.moment_of_hour[site.start_hour])
        processors = counts.sum(axis=1)
        queue = scenario.options.queue
        laws = [sharers(scenario.background, queue, float(load)) for load in site.load[moment]]
        alone = [processor_sharing(0.0)] * len(laws)
        ideal = [work_law(scenario.application.model_copy(update={"imbalance": "ideal"}), 1)] * len(laws)
        same = np.ones_like(site.delta)
        loaded, idle = tails_of(ideal, laws), tails_of(ideal, alone)
        background = eta_of_sets(counts, same, loaded)
        if scenario.options.division == "equal":
            heterogeneity = eta_of_sets(counts, site.delta, idle, site.baseline)
            both = eta_of_sets(counts, site.delta, loaded, site.baseline)
        else:
            heterogeneity = processors / _over_groups(site.baseline / site.delta, counts)
            both = background * heterogeneity
        application = np.ones(len(counts))
        for number in np.unique(processors):
            own = processors == number
            law = [work_law(scenario.application, int(number))] * len(laws)
            application[own] = eta_of_sets(counts[own], same, tails_of(law, alone))
        return {
            "application": application,
            "background": background,
            "heterogeneity": heterogeneity,
            "without_application": both,
        }


def _over_groups(values: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Sum over the groups of *values* (..., G) times machines (N, G); (..., N).

    One group after the other: the order in which linear algebra adds them depends on the processor.
    """
    found = values[..., :1] * counts[:, 0]
    for group in range(1, counts.shape[1]):
        found = found + values[..., group : group + 1] * counts[:, group]
    return found


def predictor_of(scenario: SynchronousIterativeScenario) -> Predictor:
    """The predictor of a scenario, shared by all objectives, policies, seeds and replications."""
    tree = scenario.model_dump(mode="json", exclude={"title", "notes", "study", "policies"})
    tree["choice"] = {name: tree["choice"][name] for name in ("cost_by_hour", "cost_by_load")}
    tree["policies"] = ["All Machines"]
    return known_predictor(orjson.dumps(tree, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=64)
def known_predictor(text: bytes) -> Predictor:
    """The predictor of a scenario by its JSON."""
    return Predictor(SynchronousIterativeScenario.read(orjson.loads(text)))
