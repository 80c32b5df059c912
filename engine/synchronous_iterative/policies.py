"""The algorithms that choose the machines. `choosing.py` carries them out."""

from engine.contract.family import Policy

PETERSON = "Peterson & Chamberlain 1996"
OURS = "ours; after Peterson & Chamberlain 1996, section 3"

_ALL = (
    (
        "All Machines",
        "All machines",
        "The application has every machine, whatever comes of it.",
        f"{PETERSON}, section 2.4",
        "All",
    ),
    (
        "Figure 5",
        "Add while it pays",
        "Machines in the order of the key, until the next one does not improve the objective: the algorithm as "
        "printed.",
        f"{PETERSON}, figure 5",
        "In order",
    ),
    (
        "Prefix Scan",
        "Best prefix",
        "Machines in the order of the key, as many as are best; every number is looked at.",
        OURS,
        "In order",
    ),
    (
        "Prefix and Exchange",
        "Best prefix, then exchanges",
        "The best prefix, then one machine added, left out or exchanged for another as long as that improves the "
        "objective.",
        OURS,
        "Any set",
    ),
    ("Exact", "Exact", "The best of all sets of machines; of equal machines only the number counts.", OURS, "Any set"),
)

_SHOWN = {"Figure 5": "Add While It Pays"}

POLICIES = {
    name: Policy(name, title, description, source, code, idea, _SHOWN.get(name, ""))
    for code, (name, title, description, source, idea) in enumerate(_ALL)
}
