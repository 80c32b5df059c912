"""With which picture an example of parallel jobs opens, where the usual curves do not answer its question."""

from components.pages.studio.face import Opening

OPENINGS = {
    "estimates-by-a-multiple": Opening("bounded_slowdown"),
    "fair-share": Opening("class_variation"),
    "kumar-table-4-5": Opening("response_time_submitted"),
    "kumar-table-4-6": Opening("response_time_submitted"),
    "kumar-three-jobs": Opening("response_time", "schedule"),
    "kumar-two-jobs": Opening("response_time", "schedule"),
    "lazy-broken": Opening("profit", "draw"),
    "log-in-blocks": Opening("bounded_slowdown"),
    "policy-for-whom": Opening("class_variation", "fairness"),
    "synthetic-year": Opening("bounded_slowdown"),
    "two-partitions": Opening("wait_time"),
    "users-estimates": Opening("bounded_slowdown"),
    "users-who-wait": Opening("wait_time"),
    "who-is-first": Opening("bounded_slowdown"),
}
