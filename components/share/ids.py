"""Ids of the share dialog; the prefix names the folder."""

from enum import StrEnum


class Id(StrEnum):
    """Components that exist once."""

    BUTTON = "shell-share"
    DIALOG = "share-dialog"
    STUDIED = "share-studied"  # {"tree", "link", "study", "fingerprint", "named"} of a page with a study on it
    ADDRESS = "share-address"  # {"origin", "address"}: what is shared, since the dialog was opened
    SUBJECT = "share-subject"
    NOTES = "share-notes"
    LINK = "share-link"
    LOCAL = "share-local"
    SHORTEN = "share-shorten"
    SHORT = "share-short"
    SHORT_PART = "share-short-part"
    SHORT_PROBLEM = "share-short-problem"
    QR = "share-qr"
    QR_SAVE = "share-qr-save"
    QR_ENLARGE = "share-qr-enlarge"
    LARGE = "share-large"
    LARGE_QR = "share-large-qr"
    LARGE_LINK = "share-large-link"
    EMBED_PART = "share-embed-part"
    EMBED = "share-embed"
    FILE_PART = "share-file-part"
    SAVE_FILE = "share-save-file"
    DOWNLOAD = "share-download"
    OPEN_FILE = "share-open-file"
    FILE = "share-file"  # {"name", "text", "on_studio"}: what a browser read from a file
    FILE_SAID = "share-file-said"
    OPENED = "share-opened"  # {"tree", "link"}: the scenario of a file
    RESULT_PART = "share-result-part"
    FINGERPRINT = "share-fingerprint"
    CHECK = "share-check"
    CHECKING = "share-checking"  # {"name", "tree", "fingerprint"}: the check that was begun last
    CHECK_POLL = "share-check-poll"
    CHECK_PROGRESS = "share-check-progress"
    CHECK_SAID = "share-check-said"


COPY = "share-copy"


def copy_id(what: str) -> dict[str, str]:
    """Id of the button that copies the text of a field."""
    return {"type": COPY, "what": what}


def copied_id(what: str) -> dict[str, str]:
    """Id of the place that says whether it was copied."""
    return {"type": "share-copied", "what": what}
