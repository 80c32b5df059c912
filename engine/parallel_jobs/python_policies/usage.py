"""What users have used, halved every so often: the formulas of `user_usage` and `fair`, and hours of the clock."""

from engine.compiled.elementary import LN_2, exp

DAY = 86_400.0


class Usage:
    """Machine-seconds of each user, counted from instant to instant with what was in use between them."""

    def __init__(self, users: int, half_life: float) -> None:
        self.of_user, self._in_use = [0.0] * users, [0] * users
        self._half_life, self._until = half_life, 0.0

    def count_until(self, now: float) -> None:
        """Count what has been in use until now."""
        passed, self._until = now - self._until, now
        for user, in_use in enumerate(self._in_use):
            self.of_user[user] = used_until(self.of_user[user], in_use, passed, self._half_life)

    def goes_on_with(self, in_use: list[int]) -> None:
        """From now on users have so many machines."""
        self._in_use = in_use

    def share(self, user: int) -> float:
        """The user's share in everybody's; of nothing, 0."""
        everybodys = 0.0
        for one in self.of_user:
            everybodys = everybodys + one
        return self.of_user[user] / everybodys if everybodys > 0.0 else 0.0

    def fair(self, user: int) -> float:
        """2^(-share of the usage / share that is his), where all users have equal shares."""
        return float(exp(-LN_2 * self.share(user) * len(self.of_user)))


def used_until(usage: float, in_use: float, time: float, half_life: float) -> float:
    """The usage after so much *time* with so many machines *in_use*."""
    y = LN_2 * time / half_life
    # What has become less since then; where next to nothing has, 1 - exp(-y) would have lost most of its digits.
    less = y * (1.0 - y / 2.0 * (1.0 - y / 3.0)) if y < 1e-4 else 1.0 - float(exp(-y))
    return usage * (1.0 - less) + in_use * (half_life / LN_2) * less
