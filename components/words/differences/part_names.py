"""What the parts of a difference are, where their names alone do not say it; told from the tree of a ledger."""

from typing import Any

Tree = dict[str, Any]

MEANINGS = {
    "switching": "switching is to its processes",
    "overhead": "overhead is kernel work for its messages, its blocks, and polls while it has the processor",
    "time off the processor": "time off the processor is I/O, messages waited for without spinning, and others' turns",
    "held machines": "held machines are waits that would be over if migrating jobs did not hold what they have left",
    "resizing": "resizing is what a change of size costs",
}
"""By the names that the families give them."""

OF_TASKS = "Parts of a job are means over its tasks"


def part_words(ledger: Tree) -> str:
    """In one sentence; nothing where the names say it all."""
    said = [meaning for name, meaning in MEANINGS.items() if name in ledger["parts"]]
    if not said:
        return ""
    if "time off the processor" in ledger["parts"]:
        said = [OF_TASKS, *said]
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."
