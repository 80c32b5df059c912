"""What each tab of coscheduling draws of a trace or of a result: figures, sentences and tables."""

from components.figures.coscheduling.boosts import draw_boosts_by_position, draw_boosts_by_state
from components.figures.coscheduling.feedback_queues import draw_feedback_queues
from components.figures.coscheduling.node_timeline import draw_node_timeline
from components.figures.coscheduling.performance_profile import draw_node_profile, draw_profile
from components.figures.coscheduling.type_slowdowns import draw_type_slowdowns
from components.pages.studio.answer.fair import chosen_point
from components.pages.studio.face import RACE, Pictures, ResultPictures
from components.pages.studio.families.coscheduling import race, words
from components.pages.studio.families.coscheduling.ids import Id as Own
from components.pages.studio.families.coscheduling.tables import boosts_table, profile_table, types_table
from components.pages.studio.ids import Id

PICTURES = {
    "timeline": Pictures(
        {Own.TIMELINE: draw_node_timeline}, {Own.TIMELINE_TEXT: words.describe_timeline}, ("timeline", "messages")
    ),
    RACE.value: Pictures({Id.RACE: race.draw}, {Id.RACE_TEXT: race.describe}, tuple(race.RACE_TABLES)),
    "queues": Pictures({Own.QUEUES: draw_feedback_queues}, {Own.QUEUES_TEXT: words.describe_queues}, ("queues",)),
    "node-decisions": Pictures({}, {}, ("node-decisions",)),
    "profile": Pictures(
        {Own.NODE_PROFILE: draw_node_profile}, {Own.NODE_PROFILE_TEXT: words.describe_node_profile}, ("node-profile",)
    ),
}
"""By tab; the matrix is that of a slot."""

PROFILE = ResultPictures(
    {Own.PROFILE: draw_profile}, {Own.PROFILE_TEXT: words.describe_profile}, {"profile": profile_table}
)
BOOSTS = ResultPictures(
    {Own.BOOSTS_BY_STATE: draw_boosts_by_state, Own.BOOSTS_BY_POSITION: draw_boosts_by_position},
    {Own.BOOSTS_TEXT: words.describe_boosts},
    {"boosts": boosts_table},
)
TYPES = ResultPictures(
    {Own.TYPES: draw_type_slowdowns},
    {Own.TYPES_TEXT: words.describe_types},
    {"types": types_table},
    field=Id.FAIR_POINT,
    part=lambda result, _point, wanted: chosen_point(result, wanted),
    panel=Own.TYPES_PANEL,
)
