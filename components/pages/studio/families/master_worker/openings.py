"""With which picture an example of master-worker applications opens: the time, the losses or the table it asks for."""

from components.pages.studio.face import Opening

OPENINGS = {
    "heymann-figure-4": Opening("application_time"),
    "heymann-figure-4a": Opening("application_time"),
    "heymann-table-1": Opening("loss_maximum", "losses"),
    "heymann-worst-cases": Opening("loss_maximum"),
    "heymann-factorial": Opening("loss_maximum", "losses"),
    "heymann-table-2": Opening("target_workers", "table-2"),
    "heymann-table-2-different": Opening("target_workers", "table-2"),
}
