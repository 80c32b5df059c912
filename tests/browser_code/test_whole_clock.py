"""The ticks of a whole schedule, computed on an empty page: whatever is seen, they tell a distance."""

import pytest

from tests.browser_code.node_module import NodeModule, module_of

bare = module_of("whole/clock.js")

HEADS = {
    "drawn": {"monday": None},
    "undated": {"monday": {"unix": None, "offsets": [0], "changes": []}},
    "dated": {"monday": {"unix": 1_699_833_600, "offsets": [3600], "changes": [], "zone": "Europe/Berlin"}},
}
COUNTS = """([head, most]) => {
  const found = [];
  for (let span = 5; span < 4e8; span *= 1.37)
    for (const from of [0, 12345.6, 9e6]) {
      const { ticks } = corral.wallTicks(head, from, from + span, most);
      const within = ticks.every((tick) => tick.time >= from - 1e-6 && tick.time <= from + span + 1e-6);
      found.push([ticks.length, new Set(ticks.map((tick) => tick.words)).size, within]);
    }
  return found;
}"""


@pytest.mark.parametrize("most", [2, 3, 7])
@pytest.mark.parametrize("name", HEADS)
def test_there_are_at_least_two_ticks_and_not_many_more_than_there_is_room_for(
    bare: NodeModule, name: str, most: int
) -> None:
    """At 390 px, where two fit, 4,100 days had none."""
    found = bare.evaluate(COUNTS, [HEADS[name], most])
    assert len(found) > 150
    assert min(count for count, _, _ in found) >= 2
    assert max(count for count, _, _ in found) <= most + 3
    assert all(within for _, _, within in found)
