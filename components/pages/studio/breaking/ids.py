"""Ids of the tab that breaks a policy; the prefix is that of the page."""

from enum import StrEnum


class Id(StrEnum):
    """Components that exist once."""

    BREAK = "studio-break"
    BREAK_POLICY = "studio-break-policy"
    BREAK_AGAINST = "studio-break-against"
    BREAK_METRIC = "studio-break-metric"
    BREAK_ALL = "studio-break-all"
    BREAK_CANCEL = "studio-break-cancel"
    BREAK_AGAIN = "studio-break-again"
    BREAK_FOUND = "studio-break-found"
    BROKEN = "studio-broken"
