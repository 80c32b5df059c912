"""What users have used, halved every so often: the formulas of `user_usage` and `fair`, and hours of the clock."""

from engine.parallel_jobs.space_sharing.rules.own_names import fairness, share_of, used_until


class Usage:
    """Machine-seconds of each user, counted from instant to instant with what was in use between them."""

    def __init__(self, users: int, half_life: float) -> None:
        self.of_user, self._in_use = [0.0] * users, [0] * users
        self._half_life, self._until = half_life, 0.0

    def count_until(self, now: float) -> None:
        """Count what has been in use until now."""
        passed, self._until = now - self._until, now
        for user, in_use in enumerate(self._in_use):
            self.of_user[user] = float(used_until(self.of_user[user], float(in_use), passed, self._half_life))

    def goes_on_with(self, in_use: list[int]) -> None:
        """From now on users have so many machines."""
        self._in_use = in_use

    def share(self, user: int) -> float:
        """The user's share in everybody's; of nothing, 0."""
        everybodys = 0.0
        for one in self.of_user:
            everybodys = everybodys + one
        return float(share_of(self.of_user[user], everybodys))

    def fair(self, user: int) -> float:
        """2^(-share of the usage / share that is his), where all users have equal shares."""
        return float(fairness(self.share(user), float(len(self.of_user))))
