"""A user who makes random valid calls over connections that break, and knows the expected figures."""
import time

from listening_acts import ListeningActs
from model import reading, rucks
from model.days import text_of
from model.diversity import SETTABLE
from model.person import Person, difference
from processes import wait_until
from reading_acts import ReadingActs
from sender import Sender, Wrong

LONGEST_HEALING = 60

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "America/St_Johns", "Asia/Beirut", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca", "America/Asuncion"]


class Actor(ListeningActs, ReadingActs, Sender):
    """Does random things, and applies each to the model once it is certain."""

    def __init__(self, address, token, seed, cut_share, keeps=True):
        super().__init__(address, token, seed, cut_share, keeps)
        self.person, self.now = Person(), int(time.time())

    def act(self, count):
        """Does this many random things, and sometimes compares all figures."""
        kinds = [self.story] * 4 + [self.hero] * 2 + [self.listen] * 10 + [self.listen_batch] * 2 + [self.edit] * 4
        kinds += [self.favourite] * 2 + [self.work] * 4 + [self.entry] * 5 + [self.read] * 8 + [self.edit_reading] * 3
        kinds += [self.ruck] * 5 + [self.edit_ruck] * 2 + [self.value] * 5 + [self.goal] * 2
        kinds += [self.timer, self.profile]
        for _ in range(count):
            self.now = int(time.time())
            self.random.choice(kinds)()
            self.person.wrote()

    def compare(self):
        """Compares every figure with the model; returns the first difference of each."""
        found = []
        for _ in range(3):
            day = self.person.calendar().today
            wanted = self.person.figures()
            found = []
            for path, figure in wanted.items():
                self.counts["figures"] += 1
                text = difference(figure, self.get(path), path)
                if text:
                    found.append(f"seed {self.seed}, {self.person.zone} +{self.person.day_start} "
                                 f"rest {self.person.rest_days}: {text}")
            if self.person.calendar().today == day:
                break
        return found + self.compare_lists()

    def compare_lists(self):
        """Compares the lists of sessions and rucks, page by page, newest start first."""
        calendar, found = self.person.calendar(), []
        lists = {
            "/analytics/sessions": [self.shown(one) for one in self.person.listening.sessions.values()],
            "/reading/sessions": [reading.shown(one, calendar) for one in self.person.reading.sessions.values()],
            "/rucks": [rucks.shown(one) for one in self.person.rucks.rows.values()]}
        for path, wanted in lists.items():
            seen = self.pages(path, self.random.choice([7, 50, 200]))
            starts = [one["startedAt"] for one in seen]
            self.counts["figures"] += 1
            by_id = [sorted(rows, key=lambda one: one["id"]) for rows in (wanted, seen)]
            text = difference(*by_id, path) if starts == sorted(starts, reverse=True) else f"{path} is out of order"
            found += [f"seed {self.seed}: {text}"] if text else []
        return found

    def pages(self, path, limit):
        """All items of a list."""
        items, cursor = [], None
        while True:
            page = self.get(f"{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
            items, cursor = items + page["items"], page["nextCursor"]
            if cursor is None:
                return items

    def span(self):
        """A span of the last months, often across midnight or at its edge."""
        start = self.now - self.random.choice([3, 40, 140, 500]) * self.random.randrange(86_400)
        if self.random.random() < 0.2:
            start = start // 3600 * 3600
        length = self.random.choice([0, 59, 60, 1800, 3600, 7200, 40_000, 86_400])
        length = length if self.random.random() < 0.5 else self.random.randrange(1, 6000)
        return start, min(start + length, max(start, self.now))

    def ruck(self):
        """Reports a new ruck, or a longer version of a known one."""
        own = self.person.rucks
        start, end = self.span()
        if own.rows and self.random.random() < 0.2:
            start = self.chosen(own.rows)
            end = min(own.rows[start]["end"] + 60, self.now)
            if end <= own.rows[start]["end"]:
                return
        ruck = {"start": start, "end": end, "distance": self.random.choice([0, 400, 999.5, 1000, 8000, 12_345.6]),
                "load": self.random.choice([0, 12.5, 20]), "calories": self.chosen([None, 0, 500]),
                "moving": self.chosen([None, 600, 5400])}
        body = {"startedAt": text_of(start), "endedAt": text_of(end), "distance": ruck["distance"],
                "loadWeight": ruck["load"], "calories": ruck["calories"], "movingTime": ruck["moving"]}
        seen = self.certain("POST", "/rucks", body).json
        own.record({"id": seen["id"], **ruck})
        self.check(rucks.shown(own.rows[start]), seen, "POST /rucks")

    def edit_ruck(self):
        """Edits or deletes a ruck."""
        own = self.person.rucks
        start = self.chosen(own.rows)
        if start is None:
            return
        path = f"/rucks/{own.rows[start]['id']}"
        if self.random.random() < 0.4:
            self.certain("DELETE", path)
            del own.rows[start]
            return
        change = {"distance": self.random.choice([0, 1500, 21_097.5]), "calories": self.random.choice([None, 321])}
        own.edit(start, change)
        self.check(rucks.shown(own.rows[start]), self.certain("PATCH", path, change).json, "PATCH /rucks")

    def value(self):
        """Sets or clears a value of a work."""
        work, own = self.chosen(self.person.reading.works), self.person.diversity
        if work is None:
            return
        dimension = self.chosen(list(SETTABLE))
        path = f"/diversity/works/{work}/{dimension}"
        if self.random.random() < 0.15:
            self.certain("DELETE", path)
            own.values.pop((work, dimension), None)
            return
        value = self.random.choice(SETTABLE[dimension])
        self.certain("PUT", path, {"value": value})
        own.put(work, dimension, value)

    def goal(self):
        """Sets or clears a goal."""
        type, own = self.chosen(list(reading.GOALS)), self.person.reading.targets
        if self.random.random() < 0.3:
            self.certain("DELETE", f"/goals/{type}")
            if type == "weeklyRucks" and type in own:
                self.person.earlier_weekly_goal, self.person.cleared_at = own[type], int(time.time())
            own.pop(type, None)
            return
        own[type] = self.random.choice([1, 2, 3, 12])
        if type == "weeklyRucks":
            self.person.cleared_at = None
        self.certain("PUT", f"/goals/{type}", {"target": own[type], "since": "always"})

    def profile(self):
        """Changes the time zone, the start of the day and the rest days."""
        person = self.person
        zone, day_start, rest = self.random.choice(ZONES), self.random.randrange(7), self.random.randrange(4)
        self.certain("PUT", "/profile", {"timezone": zone, "dayStart": day_start, "restDaysPerWeek": rest,
                                         "since": "always"})
        person.zone, person.day_start, person.rest_days = zone, day_start, rest


def live(address, token, seed, cut_share, until, stop, keeps=True):
    """Acts and compares until the deadline, then waits for the end of all faults and compares once more."""
    actor, found = Actor(address, token, seed, cut_share, keeps), []
    try:
        while time.monotonic() < until and not stop and not found:
            actor.act(actor.random.randrange(20, 60))
            found = actor.compare()
        actor.cut_share = 0
        if not found and not wait_until(LONGEST_HEALING, lambda: bool(stop)):
            found.append(f"the faults had not ended {LONGEST_HEALING} s after their time")
        found = found or actor.compare()
    except Wrong as wrong:
        found.append(str(wrong))
    return {"wrong": found, "counts": actor.counts}
