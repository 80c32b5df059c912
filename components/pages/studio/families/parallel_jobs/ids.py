"""Ids of the tabs of parallel jobs; the prefix is that of the page."""

from enum import StrEnum


class Id(StrEnum):
    """Components that exist once."""

    DRAWN_JOBS = "studio-drawn-jobs"
    STATE_DIAGRAM = "studio-state-diagram"
    STATE_TEXT = "studio-state-text"
    STRIP = "studio-strip"
    SCHEDULE = "studio-schedule"
    COLORED_BY = "studio-colored-by"
    FOLLOWED = "studio-followed"
    SCHEDULE_TEXT = "studio-schedule-text"
    OVER_TIME = "studio-over-time"
    OVER_TIME_VIEW = "studio-over-time-view"
    OVER_TIME_TEXT = "studio-over-time-text"
    ALLOCATION = "studio-allocation"
    ALLOCATION_TEXT = "studio-allocation-text"
    ASK = "studio-ask"
    ASK_FOR = "studio-ask-for"
    ASK_PROBLEM = "studio-ask-problem"
    ASKED = "studio-asked"
    DECISIONS = "studio-decisions"
    PLAN = "studio-plan"
    PLAN_TEXT = "studio-plan-text"
    PLANNED = "studio-planned"
    PROFIT = "studio-profit"
    PROFIT_TEXT = "studio-profit-text"
    TAKEN = "studio-taken"
    TAKEN_TEXT = "studio-taken-text"
