"""What a moving rule says at a pass, where processors are only counted."""

from engine.compiled.compilation import part, small
from engine.parallel_jobs.space_sharing.kernel.counting.tables import FREE, N_RUNNING
from engine.parallel_jobs.space_sharing.rules.own_names import hour_of, share_of, submitted, time_left, weekday_of
from engine.rules.blocks import BLOCK, evaluate
from engine.rules.names import COLUMN

WAIT, DEADLINE_IN = COLUMN["wait"], COLUMN["deadline_in"]
NOW, HOUR, WEEKDAY, IDLE, PROCESSORS, BUSY, WAITING, RUNNING = (
    COLUMN[name] for name in ("now", "hour", "weekday", "idle", "processors", "busy", "waiting", "running")
)


@small
def learn(rule, j, n, now, since):
    """Job *j* of the log has come as the *n*-th: what a rule asks about it is from here on known of the *n*-th."""
    for k in range(rule.row.shape[0]):
        rule.known[k, n] = rule.given[k, j]
    if rule.submit >= 0:
        rule.known[rule.submit, n] = submitted(now, since)
    rule.due[n] = rule.given_due[j]


@small
def somebody_fits(site, waiting, count):
    """Whether any of the first *count* who wait could start; if not, nobody needs to know what they are worth."""
    x = 0
    while x < count and site.low[waiting[x]] > site.tally[FREE]:
        x += 1
    return x < count


@small
def _look_round(site, rule, count, now):
    """What is the same for all jobs of this pass."""
    free, common = site.tally[FREE], rule.common
    common[NOW], common[HOUR], common[WEEKDAY] = now, hour_of(now), weekday_of(now)
    common[IDLE], common[PROCESSORS] = free, site.total
    common[BUSY] = share_of(float(site.total - free), float(site.total))
    common[WAITING], common[RUNNING] = count, site.tally[N_RUNNING]


@part
def worth_now(site, rule, waiting, count, now, found):
    """The values of a rule for the first *count* of the jobs *waiting*; into *found*, float64 (J,), by place."""
    _look_round(site, rule, count, now)
    table = rule.table
    for base in range(0, count, BLOCK):
        n = min(BLOCK, count - base)
        for k in range(rule.row.shape[0]):
            row = rule.row[k]
            for x in range(n):
                table[row, x] = rule.known[k, waiting[base + x]]
        if rule.reads[WAIT]:
            for x in range(n):
                table[WAIT, x] = now - site.arrival[waiting[base + x]]
        if rule.reads[DEADLINE_IN]:
            for x in range(n):
                j = waiting[base + x]
                table[DEADLINE_IN, x] = time_left(site.arrival[j], rule.due[j], now)
        for name in range(NOW, RUNNING + 1):
            if rule.reads[name]:
                for x in range(n):
                    table[name, x] = rule.common[name]
        evaluate(rule.order, table, n, rule.stack, rule.out)
        for x in range(n):
            found[base + x] = rule.out[x]
