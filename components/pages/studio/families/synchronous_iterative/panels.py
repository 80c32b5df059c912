"""What stands on the tabs of synchronous iterative applications."""

from dash import html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.families.synchronous_iterative.ids import Id
from components.pages.studio.panel import create_panel, create_text, side_by_side


def _choice(name: Id) -> html.P:
    """What is chosen, above the picture: a bound that nobody can keep, and where the model breaks, are said here."""
    return html.P(id=name, className="choice-text", **aria(live="polite"))


def create_processors() -> html.Div:
    """η and run time by number of machines."""
    return create_panel(
        _choice(Id.PROCESSORS_CHOICE),
        side_by_side(
            create_picture(
                Id.ETA,
                "η against the number of machines, by two formulas and simulated; the table has the numbers.",
                height="50vh",
            ),
            create_picture(
                Id.RUN_TIME,
                "Run time against the number of machines, by two formulas and simulated; the table has the numbers.",
                height="50vh",
            ),
        ),
        create_text(Id.PROCESSORS_TEXT),
        create_details("by-processors", of="η, run time and cost"),
    )


def create_parts() -> html.Div:
    """Where η comes from."""
    return create_panel(
        side_by_side(
            create_picture(
                Id.PARTS,
                "Parts of η for each number of machines, stacked; the table has them.",
                height="50vh",
                shape="bars",
            ),
            create_picture(
                Id.REASONS,
                "η for each reason alone against the number of machines; the table has it.",
                height="50vh",
                shape="bars",
            ),
        ),
        create_text(Id.PARTS_TEXT),
        create_details("eta-parts", of="the parts of η"),
    )


def create_staircase() -> html.Div:
    """Machines used by the cost of waiting."""
    return create_panel(
        _choice(Id.STAIRCASE_CHOICE),
        create_picture(
            Id.STAIRCASE,
            "Machines used against the cost of waiting, by algorithm; the table has the breakpoints.",
            height="44vh",
        ),
        create_text(Id.STAIRCASE_TEXT),
        create_picture(
            Id.CHOSEN_MACHINES,
            "Every machine, filled if it is chosen; the table of the machines says which.",
            height="220px",
            bar=False,
        ),
        create_details("steps", of="the breakpoints"),
        create_details("machines", of="the machines"),
    )


def create_costs() -> html.Div:
    """What is cheap, and what is quick."""
    return create_panel(
        _choice(Id.COSTS_CHOICE),
        side_by_side(
            create_picture(
                Id.COST_SURFACE,
                "Cost above the least for each number of machines and cost of waiting; the table has the numbers.",
                height="50vh",
                shape="cells",
            ),
            create_picture(
                Id.PARETO_FRONT,
                "Run time against cost of the machines of the sets that no other beats; the table has them.",
                height="50vh",
            ),
        ),
        create_text(Id.COSTS_TEXT),
        create_details("front", of="the sets that no other beats"),
        create_details("surface", of="the cost surface"),
    )


def create_iterations() -> html.Div:
    """Who computes and who waits."""
    return create_panel(
        create_picture(
            Id.ITERATIONS,
            "Machines over time, who computes and who waits at the barrier; the table has the times.",
            shape="rows",
        ),
        create_text(Id.ITERATIONS_TEXT),
        create_details("iterations", of="the barriers"),
    )


def create_errors() -> html.Div:
    """Formulas beside simulations."""
    return create_panel(
        side_by_side(
            create_picture(
                Id.FORMULA_ERROR,
                "Error of the formula by load, machines and length of an iteration; the table has the numbers.",
                height="66vh",
                shape="cells",
            ),
            create_picture(
                Id.LENGTH_AWARE_ERROR,
                "Error of the length-aware formula, likewise; the table has the numbers.",
                height="66vh",
                shape="cells",
            ),
        ),
        create_text(Id.ERRORS_TEXT),
        create_details("eta-errors", of="formulas and simulations"),
    )
