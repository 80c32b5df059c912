"""What a picture that is not there yet says it waits for, of every example: on an empty page."""

from engine.study.registry import EXAMPLES
from tests.browser_code.node_module import NodeModule, module_of

bare = module_of("replay/awaited.js")


def test_of_every_example_something_is_said(bare: NodeModule) -> None:
    """Where nothing can be said no replay is asked for at all: a log, which has neither jobs nor a list, had none."""
    trees = {name: scenario.model_dump(mode="json") for name, scenario in EXAMPLES.items()}
    said = bare.evaluate(
        "trees => Object.fromEntries(Object.entries(trees).map(([name, tree]) => [name, corral.awaitedWords(tree)]))",
        trees,
    )
    assert said["log-in-blocks"] == "replaying 60 jobs"
    assert {words.split()[0] for words in said.values()} <= {"replaying", "handing", "computing", "drawing"}
    assert sum(words == "drawing" for words in said.values()) < len(said) / 10
