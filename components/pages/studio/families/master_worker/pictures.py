"""What each tab of master-worker applications draws of a trace or of a result: figures, sentences and tables."""

from typing import Any

from components.figures.master_worker.iteration_gantt import draw_gantt
from components.figures.master_worker.learned_averages import draw_learning
from components.figures.master_worker.loss_distribution import draw_losses
from components.figures.master_worker.table_2 import draw_table_2
from components.figures.master_worker.worker_numbers import draw_numbers, draw_times
from components.figures.master_worker.worker_pool import draw_pool
from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.face import RACE, Pictures, ResultPictures
from components.pages.studio.families.master_worker import race, words
from components.pages.studio.families.master_worker.ids import Id
from components.pages.studio.families.master_worker.result_tables import table_of_losses, table_of_workers
from components.pages.studio.families.master_worker.result_words import describe_losses, describe_table_2
from components.pages.studio.ids import Id as Shared
from engine.results.result import Result

PICTURES = {
    "numbers": Pictures(
        {Id.NUMBERS: draw_numbers, Id.NUMBERS_TIME: draw_times},
        {Id.NUMBERS_TEXT: words.describe_numbers},
        ("numbers", "recommended"),
    ),
    "gantt": Pictures({Id.GANTT: draw_gantt}, {Id.GANTT_TEXT: words.describe_gantt}, ("gantt",)),
    RACE.value: Pictures({Shared.RACE: race.draw}, {Shared.RACE_TEXT: race.describe}, tuple(race.RACE_TABLES)),
    "task-decisions": Pictures({}, {}, ("task-decisions",)),
    "learning": Pictures({Id.LEARNING: draw_learning}, {Id.LEARNING_TEXT: words.describe_learning}, ("learning",)),
    "pool": Pictures({Id.POOL: draw_pool}, {Id.POOL_TEXT: words.describe_pool}, ("pool",)),
}
"""By tab."""


def _points(result: Result, point: str | None, cases: Any) -> list[int] | None:
    return None if cases == "all" else [chosen_point(result, point)]


LOSSES = ResultPictures(
    {Id.LOSSES: draw_losses},
    {Id.LOSSES_TEXT: describe_losses},
    {"losses": table_of_losses},
    field=Id.LOSS_CASES,
    part=_points,
)
TABLE_2 = ResultPictures({Id.TABLE_2: draw_table_2}, {Id.TABLE_2_TEXT: describe_table_2}, {"table-2": table_of_workers})
