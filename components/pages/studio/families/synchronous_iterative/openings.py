"""With which picture an example of synchronous iterative applications opens: what is weighed, or where formulas err."""

from components.pages.studio.face import Opening

OPENINGS = {
    "peterson-other-laws": Opening("formula_error", "errors"),
    "where-the-model-breaks": Opening("formula_error", "errors"),
    "peterson-figure-4-lengths": Opening("formula_error"),
    "office-hours": Opening("total_cost"),
    "mixed-laboratory": Opening("total_cost"),
    "finish-in-time": Opening("machine_cost"),
}
