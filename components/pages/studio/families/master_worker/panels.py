"""What stands on the tabs of master-worker applications."""

import dash_mantine_components as dmc
from dash import html

from components.controls.aria import aria
from components.controls.picture import create_picture
from components.pages.studio.details import create_details
from components.pages.studio.families.master_worker.ids import Id
from components.pages.studio.panel import create_panel, create_text, side_by_side
from components.pages.studio.what_if.places import create_decisions

DECISIONS = (
    "Which task goes to which worker, one hand-out after the other, with the tasks and the workers that could have "
    "been chosen, and what would have come of it."
)

TALL = "max(60vh, 560px)"
"""Of pictures with several panels, which have to be readable on a phone too."""


def create_numbers() -> html.Div:
    """Efficiency and time by number of workers."""
    return create_panel(
        side_by_side(
            create_picture(
                Id.NUMBERS,
                "Efficiency by number of workers, and recommended numbers; the tables have them.",
                height=TALL,
            ),
            create_picture(Id.NUMBERS_TIME, "Execution time by number of workers; the table has it.", height=TALL),
        ),
        create_text(Id.NUMBERS_TEXT),
        create_details("recommended", of="recommended numbers"),
        create_details("numbers", of="both pictures"),
    )


def create_gantt() -> html.Div:
    """One iteration."""
    return create_panel(
        create_picture(
            Id.GANTT, "What every worker does in one iteration; the table has the bars.", height="56vh", shape="rows"
        ),
        create_text(Id.GANTT_TEXT),
        create_details("gantt"),
    )


def create_task_decisions() -> html.Div:
    """What was decided at an instant."""
    return create_decisions("task-decisions", DECISIONS)


def create_learning() -> html.Div:
    """What is learned of each task."""
    return create_panel(
        create_picture(Id.LEARNING, "Learned averages over the iterations; the table has them.", height=TALL),
        create_text(Id.LEARNING_TEXT),
        create_details("learning"),
    )


def create_pool() -> html.Div:
    """The workers that are there."""
    return create_panel(
        create_picture(Id.POOL, "Workers and efficiency over time; the table has every iteration.", height=TALL),
        create_text(Id.POOL_TEXT),
        create_details("pool"),
    )


def create_losses() -> html.Div:
    """Losses against LPTF, by case."""
    return create_panel(
        dmc.SegmentedControl(
            id=Id.LOSS_CASES,
            data=[{"value": "all", "label": "All points together"}, {"value": "point", "label": "This point"}],
            value="all",
            size="xs",
            **aria(label="Which cases are shown"),
        ),
        create_picture(
            Id.LOSSES,
            "Share of the cases that lose at most so much efficiency against LPTF; the table has the bounds.",
            height="56vh",
            shape="bars",
        ),
        create_text(Id.LOSSES_TEXT),
        create_details("losses", of="published values beside measured ones"),
    )


def create_table_2() -> html.Div:
    """Published workers beside measured ones."""
    return create_panel(
        create_picture(
            Id.TABLE_2,
            "Workers by workload factor, published and measured; the table has them.",
            height="56vh",
            shape="bars",
        ),
        create_text(Id.TABLE_2_TEXT),
        create_details("table-2", of="published values beside measured ones"),
    )
