"""A scenario beside whose policies others decide, in Python; none that could be read, stored or shared."""

from typing import Annotated

from pydantic import Field

from engine.inputs.rejection import Reason, ScenarioError
from engine.inputs.scenario import Scenario
from engine.parallel_jobs.inputs.scenario import ParallelJobsScenario
from engine.parallel_jobs.policies import IN_PYTHON


class WithPython(ParallelJobsScenario):
    """The scenario of a study whose last policies are called python:NAME."""

    policies: Annotated[tuple[str, ...], Field(min_length=1)]

    def built_in(self) -> ParallelJobsScenario:
        """The same without them, as it was read."""
        own = {name: getattr(self, name) for name in type(self).model_fields}
        policies = tuple(name for name in self.policies if not name.startswith(IN_PYTHON))
        return ParallelJobsScenario.model_construct(**own | {"policies": policies})

    def at(self, point: dict[str, float]) -> ParallelJobsScenario:  # type: ignore[override]
        """What one cell simulates, which never says by which policy."""
        return self.built_in().at(point)


def with_python(scenario: Scenario, names: list[str]) -> WithPython:
    """*scenario* with these policies behind its own; `ScenarioError` if policies in Python cannot decide there."""
    if not isinstance(scenario, ParallelJobsScenario):
        raise ScenarioError(
            [Reason("family", f'a policy in Python decides about "parallel-jobs"; this is "{scenario.family}"')]
        )
    if len(set(names)) < len(names):
        raise ScenarioError([Reason("", f"two policies have one name among {', '.join(names)}; rename a class")])
    own = {name: getattr(scenario, name) for name in type(scenario).model_fields}
    return WithPython.model_construct(**own | {"policies": (*scenario.policies, *names)})
