"""What each tab of master-worker applications draws of a trace: figures, sentences and tables."""

from components.figures.master_worker.iteration_gantt import draw_gantt
from components.figures.master_worker.learned_averages import draw_learning
from components.figures.master_worker.worker_numbers import draw_numbers, draw_times
from components.figures.master_worker.worker_pool import draw_pool
from components.pages.studio.face import Pictures
from components.pages.studio.families.master_worker import words
from components.pages.studio.families.master_worker.ids import Id

PICTURES = {
    "numbers": Pictures(
        {Id.NUMBERS: draw_numbers, Id.NUMBERS_TIME: draw_times},
        {Id.NUMBERS_TEXT: words.describe_numbers},
        ("numbers", "recommended"),
    ),
    "gantt": Pictures({Id.GANTT: draw_gantt}, {Id.GANTT_TEXT: words.describe_gantt}, ("gantt",)),
    "learning": Pictures({Id.LEARNING: draw_learning}, {Id.LEARNING_TEXT: words.describe_learning}, ("learning",)),
    "pool": Pictures({Id.POOL: draw_pool}, {Id.POOL_TEXT: words.describe_pool}, ("pool",)),
}
"""By tab."""
