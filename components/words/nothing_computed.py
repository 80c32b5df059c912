"""What is said in the place of an answer as long as no cell of a study has been computed."""

from engine.results.result import Result


def nothing_computed(result: Result) -> str:
    """Whether that is still to come, or whether what was tried failed, which more waiting does not change."""
    if result.failed:
        return "Nothing could be computed: all cells that were tried failed.."
    return "Nothing has been computed yet."
