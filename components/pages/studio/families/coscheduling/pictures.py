"""What each tab of coscheduling draws of a trace: figures, sentences and tables."""

from components.figures.coscheduling.feedback_queues import draw_feedback_queues
from components.figures.coscheduling.node_timeline import draw_node_timeline
from components.figures.coscheduling.performance_profile import draw_node_profile
from components.pages.studio.face import Pictures
from components.pages.studio.families.coscheduling import words
from components.pages.studio.families.coscheduling.ids import Id

PICTURES = {
    "timeline": Pictures(
        {Id.TIMELINE: draw_node_timeline}, {Id.TIMELINE_TEXT: words.describe_timeline}, ("timeline", "messages")
    ),
    "queues": Pictures({Id.QUEUES: draw_feedback_queues}, {Id.QUEUES_TEXT: words.describe_queues}, ("queues",)),
    "profile": Pictures(
        {Id.NODE_PROFILE: draw_node_profile}, {Id.NODE_PROFILE_TEXT: words.describe_node_profile}, ("node-profile",)
    ),
}
"""By tab; the matrix is that of a slot."""
