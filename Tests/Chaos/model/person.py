"""One person's facts and all figures that follow from them."""
import time
from fractions import Fraction

from model.days import DAY, Calendar
from model.diversity import Diversity
from model.listening import Listening
from model.reading import Reading
from model.review import review
from model.rucks import Rucks, moving


# Maps whose keys are values that people chose.
DISTRIBUTIONS = (
    "culturalOrigins", "genderDistribution", "translationStatus", "ownVoicesTheme", "nicheAccessibility",
    "timePeriods", "geographies", "breakdown")


class Person:
    """A person's acknowledged facts."""

    def __init__(self):
        self.zone, self.day_start, self.rest_days = "UTC", 0, 0
        # The weekly goal before it was cleared, and when that was. A target that is set counts always.
        self.earlier_weekly_goal, self.cleared_at = None, None
        self.listening, self.reading, self.rucks, self.diversity = Listening(), Reading(), Rucks(), Diversity()

    def calendar(self, now=None):
        """The person's calendar, now."""
        return Calendar(self.zone, self.day_start, int(time.time()) if now is None else now)

    def wrote(self):
        """Checks for new unlocks after every write."""
        calendar = self.calendar()
        self.listening.unlock(self, calendar)
        self.reading.unlock(self, calendar)

    def spans(self):
        """The start, end and seconds of each activity, by kind."""
        listened, read = self.listening.sessions.values(), self.reading.sessions.values()
        return {
            "listening": [(one["start"], one["end"], one["duration"]) for one in listened],
            "reading": [(one["start"], one["end"], one["end"] - one["start"]) for one in read],
            "rucks": [(one["start"], one["end"], moving(one)) for one in self.rucks.rows.values()]}

    def figures(self):
        """Every figure by its path, now."""
        calendar = self.calendar()
        goal_now = self.reading.targets.get("weeklyRucks", 2)

        def goal(monday):
            """A week that was over when the goal was cleared keeps it."""
            was_over = self.cleared_at is not None and monday + 6 * DAY < calendar.day_of(self.cleared_at)
            return self.earlier_weekly_goal if was_over else goal_now

        return {
            **self.listening.figures(self, calendar), **self.reading.figures(self, calendar),
            **self.rucks.figures(calendar, goal), **self.diversity.figures(self, calendar),
            f"/review/{calendar.today.year}": review(self, calendar, calendar.today.year),
            f"/review/{calendar.today.year - 1}": review(self, calendar, calendar.today.year - 1)}


def difference(wanted, seen, place=""):
    """Returns the differences between a response and the model; members that the model does not know are ignored."""
    if isinstance(wanted, dict) and isinstance(seen, dict):
        extra = set(seen) - set(wanted)
        if place.endswith(DISTRIBUTIONS) and extra:
            return f"{place}: {sorted(extra)} too much"
        for key, value in wanted.items():
            if key not in seen:
                return f"{place}.{key} is missing"
            found = difference(value, seen[key], f"{place}.{key}")
            if found:
                return found
        return None
    if isinstance(wanted, list) and isinstance(seen, list):
        if len(wanted) != len(seen):
            return f"{place}: {len(seen)} instead of {len(wanted)}"
        pairs = enumerate(zip(wanted, seen))
        return next((text for at, (a, b) in pairs if (text := difference(a, b, f"{place}[{at}]"))), None)
    if is_number(wanted) and is_number(seen):
        room = tolerance(place, wanted)
        return None if abs(wanted - seen) <= room else f"{place}: {seen!r} instead of {float(wanted)!r}"
    return None if wanted == seen else f"{place}: {seen!r} instead of {wanted!r}"


def is_number(value):
    """Whether a value is a number, not a truth value."""
    return isinstance(value, (int, float, Fraction)) and not isinstance(value, bool)


def tolerance(place, wanted):
    """The tolerance for rounding: hundredths of minutes, tenths of percents, otherwise the last digits of a sum."""
    if place.endswith("busiestDay.minutes"):
        # Both are rounded, and of a half each may take another side.
        return 0.0100001
    if place.endswith(".minutes"):
        return 0.0050001
    if place.endswith(("ercent", "ercentage", "completion", "overall", ".value", "evenness", "Progress",
                       "Completion")) and "record" not in place.lower():
        return 0.0500001
    return 1e-9 * max(1, abs(wanted))
