"""With which picture an example of coscheduling opens; where no policy settles, shares of the time say something."""

from components.pages.studio.face import Opening

OPENINGS = {
    "gang-broken": Opening("response_time", "race"),
    "zhang-saturation": Opening("saturation_throughput"),
    "zhang-mpl-wl2": Opening("response_time", "profile"),
    "zhang-mpl-wl4": Opening("response_time", "profile"),
    "zhang-mpl-wl5": Opening("response_time", "profile"),
    "zhang-overheads": Opening("response_time", "profile"),
    "zhang-overheads-gang": Opening("response_time", "profile"),
    "zhang-partitions": Opening("response_time", "profile"),
    "zhang-fairness": Opening("type_variation"),
    "zhang-heuristics-fairness": Opening("type_variation"),
}
