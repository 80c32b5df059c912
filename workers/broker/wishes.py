"""Who waits for a study.

Equal studies are one, and whoever knows the scenario can work out its name: so it ends when the last of those who asked
for it cancels, and no stranger can end it.
"""

from typing import cast

from workers.broker.store import KEEP_VISITOR, Store
from workers.pace import person

LEAVE = """
-- KEYS wishes; ARGV visitor. Returns how many others still wait, or -1 if this one never asked for the study.
if redis.call('SREM', KEYS[1], ARGV[1]) == 0 then return -1 end
return redis.call('SCARD', KEYS[1])
"""


class StrangerError(ValueError):
    """Somebody wants to cancel a study that others have asked for; the text is for the page."""

    def __init__(self) -> None:
        super().__init__("only those who asked for this study can cancel it")


class Wishes:
    """The wishes of all visitors; safe to share between threads."""

    def __init__(self, store: Store) -> None:
        self._redis = store.redis
        self._leave = store.redis.register_script(LEAVE)

    def join(self, study: str, visitor: str) -> None:
        """Note that *visitor* waits for a study."""
        pipeline = self._redis.pipeline()
        pipeline.sadd(_wishes(study), person(visitor))
        pipeline.expire(_wishes(study), KEEP_VISITOR)
        pipeline.execute()

    def leave(self, study: str, visitor: str) -> int:
        """*visitor* waits no more; how many others do. `StrangerError` if this one never did."""
        others = cast("int", self._leave([_wishes(study)], [person(visitor)]))
        if others < 0:
            raise StrangerError
        return others


def _wishes(study: str) -> str:
    return f"corral:wishes:{study}"
