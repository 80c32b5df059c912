"""A search among whole numbers: it finds tops within so many points, and the same each time."""

from collections.abc import Callable

import numpy as np
import pytest

from engine.statistics.climbing import POPULATION, climb

Place = tuple[int, ...]


def climbed(counts: list[int], points: int, seed: int, f: Callable[[Place], float]) -> dict[Place, float]:
    """Every place that was asked for, in order, with what *f* is there."""
    asked: dict[Place, float] = {}

    def ask(places: list[Place]) -> list[float]:
        asked.update({place: f(place) for place in places if place not in asked})
        return [asked[place] for place in places]

    climb(counts, points, seed, ask)
    return asked


@pytest.mark.parametrize(("dimensions", "points"), [(1, 60), (2, 120), (4, 400)])
def test_it_finds_a_top_within_and_one_at_a_corner_in_spite_of_noise(dimensions: int, points: int) -> None:
    """Failure: in more than one of ten searches the place that is chosen is truly 3 % lower than the top or more."""
    for top in (0.3, 1.0):

        def hill(place: Place, top: float = top) -> float:
            return float(np.exp(-sum((step / 50 - top) ** 2 for step in place)))

        def seen(place: Place, top: float = top) -> float:
            return hill(place, top) + float(np.random.default_rng([*place]).normal()) * 0.01

        missed = 0
        for seed in range(10):
            found = climbed([51] * dimensions, points, seed, seen)
            missed += hill(max(found, key=lambda place: found[place]), top) < 0.97
        assert missed <= 1, top


def test_it_asks_for_no_more_than_it_may_and_first_for_a_latin_hypercube() -> None:
    asked = list(climbed([40, 60], 60, 3, lambda place: float(sum(place))))
    assert len(asked) <= 60
    first = np.array(asked[:POPULATION])
    for values, count in zip(first.T, (40, 60), strict=True):  # one in each twentieth of each range
        assert sorted(np.floor(values / count * POPULATION)) == list(range(POPULATION))


def test_the_same_answers_lead_to_the_same_places_and_another_seed_to_others() -> None:
    found = [list(climbed([30, 30], 60, seed, lambda place: float(place[0] - place[1]))) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_places_without_a_value_are_left_and_nowhere_a_value_is_no_error() -> None:
    found = climbed([50, 50], 100, 1, lambda place: float(place[0]) if place[0] < 30 else -np.inf)
    assert max(place[0] for place, value in found.items() if value > -np.inf) >= 28
    assert climbed([50], 40, 1, lambda _place: -np.inf)
