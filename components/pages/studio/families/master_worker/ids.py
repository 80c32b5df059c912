"""Ids of the tabs of master-worker applications; the prefix is that of the page."""

from enum import StrEnum


class Id(StrEnum):
    """Components that exist once."""

    NUMBERS = "studio-numbers"
    NUMBERS_TIME = "studio-numbers-time"
    NUMBERS_TEXT = "studio-numbers-text"
    GANTT = "studio-gantt"
    GANTT_TEXT = "studio-gantt-text"
    LEARNING = "studio-learning"
    LEARNING_TEXT = "studio-learning-text"
    POOL = "studio-pool"
    POOL_TEXT = "studio-pool-text"
    LOSSES = "studio-losses"
    LOSSES_TEXT = "studio-losses-text"
    LOSS_CASES = "studio-loss-cases"
    TABLE_2 = "studio-table-2"
    TABLE_2_TEXT = "studio-table-2-text"
