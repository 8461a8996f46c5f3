"""Days of a person: their time zone, the hour a day begins at, and streaks."""
import datetime
import functools
import zoneinfo

UTC = datetime.timezone.utc
QUARTER = datetime.timedelta(minutes=15)
DAY = datetime.timedelta(days=1)


def moment(text):
    """An instant from the API's text, in seconds."""
    return int(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


def text_of(seconds):
    """An instant as the API writes it."""
    return datetime.datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(zone, seconds):
    """The wall clock in a zone."""
    return datetime.datetime.fromtimestamp(seconds, zoneinfo.ZoneInfo(zone)).replace(tzinfo=None)


@functools.lru_cache(maxsize=None)
def beginning(zone, day_start, day):
    """The first instant whose local time is at or past `day_start` on a date, found by walking quarters of an hour."""
    wanted = datetime.datetime(day.year, day.month, day.day, day_start)
    instant = wanted.replace(tzinfo=UTC) - datetime.timedelta(hours=15)
    while local(zone, instant.timestamp()) < wanted:
        instant += QUARTER
    return int(instant.timestamp())


class Calendar:
    """A person's calendar at one moment."""

    def __init__(self, zone, day_start, now):
        self.zone, self.day_start, self.now = zone, day_start, now
        self.today = self.day_of(now)

    def begins(self, day):
        """When a day begins, in seconds."""
        return beginning(self.zone, self.day_start, day)

    def day_of(self, seconds):
        """The day that an instant belongs to: the last one that has begun."""
        about = local(self.zone, seconds).date()
        return max(day for day in (about - DAY, about, about + DAY) if self.begins(day) <= seconds)

    def hour_of(self, seconds):
        """The hour that the wall clock shows."""
        return local(self.zone, seconds).hour

    def shares(self, start, end):
        """Each day that a span touches, with the share of its seconds in it."""
        if end <= start:
            return {self.day_of(start): 1.0}
        found, day = {}, self.day_of(start)
        while self.begins(day) < end:
            overlap = min(end, self.begins(day + DAY)) - max(start, self.begins(day))
            if overlap > 0:
                found[day] = overlap / (end - start)
            day += DAY
        return found

    def period(self, name):
        """The first day of the current week, month, quarter or year."""
        today = self.today
        return {
            "week": lambda: week_of(today), "month": lambda: today.replace(day=1),
            "quarter": lambda: today.replace(month=(today.month - 1) // 3 * 3 + 1, day=1),
            "year": lambda: today.replace(month=1, day=1)}[name]()

    def next_period(self, name):
        """The first day of the next week, month, quarter or year."""
        first = self.period(name)
        if name == "week":
            return first + 7 * DAY
        months = {"month": 1, "quarter": 3, "year": 12}[name]
        month = first.month - 1 + months
        return datetime.date(first.year + month // 12, month % 12 + 1, 1)

    def previous_period(self, name):
        """The first day of the period before the current one."""
        first = self.period(name)
        if name == "week":
            return first - 7 * DAY
        months = {"month": 1, "quarter": 3, "year": 12}[name]
        month = first.year * 12 + first.month - 1 - months
        return datetime.date(month // 12, month % 12 + 1, 1)


def week_of(day):
    """The Monday of a day's week."""
    return day - datetime.timedelta(days=day.weekday())


def missed_between(earlier, later):
    """The days between two days."""
    return [earlier + DAY * place for place in range(1, (later - earlier).days)]


def streaks(days, today, rest_days):
    """The current and the longest run of streak days, with rest days a week."""
    current = longest = length = 0
    missed, last = {}, None

    def covers(more):
        """Whether a run may miss these days too; it then has missed them."""
        tried = dict(missed)
        for day in more:
            tried[week_of(day)] = tried.get(week_of(day), 0) + 1
        if any(count > rest_days for count in tried.values()):
            return False
        missed.update(tried)
        return True

    for day in sorted(days):
        if last is not None and not covers(missed_between(last, day)):
            length = 0
            missed.clear()
        length, last = length + 1, day
        longest = max(longest, length)
    if last is not None and covers(missed_between(last, today)):
        current = length
    return current, longest


def reached_runs(sessions, calendar, rest_days):
    """Pairs of an end and the longest run of days of the sessions that had ended by then, in the order of the ends."""
    first_ends = {}
    for one in sessions:
        for day in calendar.shares(one["start"], one["end"]):
            first_ends[day] = min(first_ends.get(day, one["end"]), one["end"])
    pairs = []
    for end in sorted(set(first_ends.values())):
        days = [day for day, first in first_ends.items() if first <= end]
        pairs.append((end, streaks(days, calendar.today, rest_days)[1]))
    return pairs


def keep_earliest(unlocked, id, found):
    """Keeps the earliest date at which something was ever reached."""
    if found:
        unlocked[id] = min(unlocked.get(id, found[0]), found[0])
