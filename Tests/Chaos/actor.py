"""A user who does everything there is to do, over connections that break, and knows what must come of it."""
import time

from model import reading, rucks
from model.days import moment, text_of
from model.diversity import SETTABLE
from model.person import Person, difference
from sender import Sender, Wrong

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Havana", "America/St_Johns", "Asia/Beirut", "Asia/Kathmandu",
    "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca", "America/Asuncion"]


class Actor(Sender):
    """Does random things, and applies each to the model once it is certain."""

    def __init__(self, address, token, seed, cut_share):
        super().__init__(address, token, seed, cut_share)
        self.person, self.now = Person(), int(time.time())

    def act(self, count):
        """Does so many random things, and looks at all figures now and then."""
        kinds = [self.story] * 4 + [self.hero] * 2 + [self.listen] * 10 + [self.listen_batch] * 2 + [self.edit] * 4
        kinds += [self.favourite] * 2 + [self.work] * 4 + [self.entry] * 5 + [self.read] * 8 + [self.edit_reading] * 3
        kinds += [self.ruck] * 5 + [self.edit_ruck] * 2 + [self.value] * 5 + [self.goal] * 2
        kinds += [self.timer, self.profile]
        for _ in range(count):
            self.now = int(time.time())
            self.random.choice(kinds)()
            self.person.wrote()

    def compare(self):
        """Every figure against the model; the first difference of each."""
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
        """The lists of sessions and rucks, page by page, newest start first."""
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

    # Listening

    def story(self):
        """Makes, replaces or deletes a story."""
        id, listening = f"s{self.random.randrange(14)}", self.person.listening
        if self.random.random() < 0.25 and id in listening.stories:
            self.certain("DELETE", f"/stories/{id}")
            del listening.stories[id]
            return
        created, seconds = self.now - self.random.randrange(10**7), self.random.choice([60, 600, 1800, 3600.5])
        hero, title = self.chosen([None, *sorted(listening.heroes)]), f"Story {self.random.randrange(100)} é"
        body = {"title": title, "estimatedDuration": seconds, "heroId": hero, "createdAt": text_of(created)}
        self.certain("PUT", f"/stories/{id}", body)
        listening.put_story(id, title, seconds, created, hero)

    def hero(self):
        """Makes, renames or deletes a hero."""
        id = f"h{self.random.randrange(5)}"
        if self.random.random() < 0.3 and id in self.person.listening.heroes:
            self.certain("DELETE", f"/heroes/{id}")
            self.person.listening.delete_hero(id)
            return
        name = self.random.choice(["Ada", "Zoë", "ada", "李"])
        self.certain("PUT", f"/heroes/{id}", {"name": name})
        self.person.listening.heroes[id] = name

    def favourite(self):
        """Sets or takes back a favourite."""
        id = self.chosen(self.person.listening.stories)
        if id:
            is_set = self.random.random() < 0.6
            self.certain("PUT" if is_set else "DELETE", f"/stories/{id}/favorite")
            self.person.listening.stories[id]["favourite"] = is_set

    def report(self):
        """A report of a session: a new one, or a known one again with another end."""
        story = self.chosen(self.person.listening.stories)
        start, end = self.span()
        known = [one for one in self.person.listening.sessions.values() if one["story"] == story]
        if known and self.random.random() < 0.25:
            start = self.random.choice(known)["start"]
            end = min(start + self.random.randrange(9000), self.now)
        body = {"storyId": story, "startedAt": text_of(start), "endedAt": text_of(end),
                "completed": self.random.random() < 0.7}
        if self.random.random() < 0.3:
            body["duration"] = self.random.choice([0, 12.5, 700, 6000])
        return body, start, end

    def listen(self):
        """Reports one session."""
        if not self.person.listening.stories:
            return
        body, start, end = self.report()
        self.apply_report(body, start, end, self.certain("POST", "/analytics/sessions", body).json)

    def apply_report(self, body, start, end, seen):
        """Applies a report that was accepted, and holds its answer against the model."""
        listening = self.person.listening
        listening.record(seen["id"], body["storyId"], start, end, body["completed"], body.get("duration"))
        session = listening.sessions[(body["storyId"], start)]
        self.check(self.shown(session), seen, "POST /analytics/sessions")

    @staticmethod
    def shown(session):
        """A listening session as its call answers it."""
        return {
            "id": session["id"], "storyId": session["story"], "startedAt": text_of(session["start"]),
            "endedAt": text_of(session["end"]), "completed": session["completed"], "duration": session["duration"],
            "capped": session["capped"]}

    def listen_batch(self):
        """Reports some sessions at once; each is a write of its own."""
        if not self.person.listening.stories:
            return
        reports = [self.report() for _ in range(self.random.randrange(1, 12))]
        body = {"sessions": [report[0] for report in reports]}
        results = self.certain("POST", "/analytics/sessions/batch", body).json["results"]
        for report, result in zip(reports, results):
            if result["status"] not in (200, 201):
                raise Wrong(f"seed {self.seed}: {result} for {report}")
            self.apply_report(*report, result["session"])
            self.person.wrote()

    def edit(self):
        """Edits or deletes a listening session."""
        listening = self.person.listening
        key = self.chosen(listening.sessions)
        if key is None:
            return
        session = listening.sessions[key]
        path = f"/analytics/sessions/{session['id']}"
        if self.random.random() < 0.4:
            self.certain("DELETE", path)
            del listening.sessions[key]
            return
        body = {"completed": self.random.random() < 0.5}
        if self.random.random() < 0.5:
            end = min(session["start"] + self.random.randrange(80_000), self.now)
            body["endedAt"] = text_of(max(end, session["start"]))
        if self.random.random() < 0.5 and session["story"] in listening.stories:
            body["duration"] = self.random.choice([0, 33.25, 5000])
        end = max(end, session["start"]) if "endedAt" in body else None
        seen = self.certain("PATCH", path, body).json
        listening.patch(session, end, body["completed"], body.get("duration"))
        self.check(self.shown(session), seen, f"PATCH {body}")

    # Reading

    def work(self):
        """Makes, replaces or deletes a work."""
        id, own = f"w{self.random.randrange(20)}", self.person.reading
        if self.random.random() < 0.15 and id in own.works:
            self.certain("DELETE", f"/works/{id}")
            own.delete_work(id)
            self.person.diversity.delete_work(id)
            return
        year, language = self.random.choice([None, 1890, 1949, 1950, 1999, 2000, 2024]), self.random.choice("abcd")
        genres = self.random.sample(["Fantasy", "fantasy", "History", "Poetry", "Crime", "Zen"], self.random.randrange(4))
        body = {"title": f"Work {id}", "authors": ["An Author"], "publishedYear": year, "language": language,
                "genres": genres}
        self.certain("PUT", f"/works/{id}", body)
        own.works[id] = {"year": year, "language": language, "genres": genres}

    def entry(self):
        """Makes, replaces, corrects or deletes an entry of the library."""
        own = self.person.reading
        id = self.chosen(own.works)
        if id is None:
            return
        path = f"/library/{id}"
        if self.random.random() < 0.12 and id in own.library:
            self.certain("DELETE", path)
            del own.library[id]
            return
        rating = self.random.choice([None, 0, 2.5, 4, 4.5, 5])
        if self.random.random() < 0.25 and id in own.library:
            self.certain("PATCH", path, {"rating": rating})
            own.library[id]["rating"] = rating
            return
        status = self.random.choice(["wantToRead", "reading", "finished", "finished", "finished", "abandoned"])
        page = self.chosen([None, 0, 17, 300])
        finished = self.span()[0] if status == "finished" else None
        body = {"status": status, "rating": rating}
        body.update({"currentPage": page} if page is not None else {})
        body.update({"finishedAt": text_of(finished)} if finished else {})
        self.certain("PUT", path, body)
        own.put_entry(id, status, page, rating, finished)

    def read(self):
        """Reports a reading session: a new one, or a known one that went on."""
        own = self.person.reading
        work = self.chosen(own.works)
        if work is None:
            return
        start, end = self.span()
        known = [one for one in own.sessions.values() if one["work"] == work]
        if known and self.random.random() < 0.2:
            one = self.random.choice(known)
            start, end = one["start"], min(one["end"] + 60 + self.random.randrange(900), self.now)
            if end <= one["end"] or end - start > 86_400:
                return
        first, last = self.random.randrange(300), self.random.randrange(400)
        body = {"workId": work, "startPage": first, "endPage": last}
        body.update(startedAt=text_of(start), endedAt=text_of(end))
        seen = self.certain("POST", "/reading/sessions", body).json
        own.record(seen["id"], work, start, end, first, last)
        wanted = reading.shown(own.sessions[(work, start)], self.person.calendar(self.now))
        self.check(wanted, seen, "POST /reading/sessions")

    def edit_reading(self):
        """Edits or deletes a reading session."""
        own = self.person.reading
        key = self.chosen(own.sessions)
        if key is None:
            return
        session, path = own.sessions[key], f"/reading/sessions/{own.sessions[key]['id']}"
        if self.random.random() < 0.4:
            self.certain("DELETE", path)
            del own.sessions[key]
        else:
            session["last"] = self.random.randrange(400)
            self.certain("PATCH", path, {"endPage": session["last"]})
        own.turn_page(key[0])

    def timer(self):
        """Starts and stops the timer, and answers the question it may bring."""
        own = self.person.reading
        work = self.chosen([id for id, entry in own.library.items() if entry["status"] == "reading"])
        if work is None:
            return
        self.certain("POST", "/reading/timer", {"workId": work})
        last = self.random.randrange(400)
        answer = self.certain("POST", "/reading/timer/stop", {"endPage": last}).json
        seen = answer["session"]
        start, end = (moment(seen[name]) for name in ("startedAt", "endedAt"))
        known = own.sessions.get((work, start))
        own.sessions[(work, start)] = {
            "id": seen["id"], "work": work, "start": start, "end": end,
            "first": seen["startPage"] if known is None else known["first"], "last": seen["endPage"]}
        own.turn_page(work)
        prompt = answer["prompt"]
        missing = [name for name in list(SETTABLE)[:5] if (work, name) not in self.person.diversity.values]
        asked = prompt["dimension"] if prompt else None
        self.check(missing[0] if missing else None, asked, "the question after a session")
        if prompt and self.random.random() < 0.7:
            value = self.random.choice(SETTABLE[asked])
            seen = self.certain("POST", f"/diversity/prompts/{prompt['id']}/answer", {"value": value}).json
            points = self.person.diversity.put(work, asked, value)
            self.check({"pointsAwarded": points}, seen, "the answer to a question")

    # The rest

    def ruck(self):
        """Reports a ruck: a new one, or a known one that went on."""
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
        own.rows[start].update(change)
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
            own.pop(type, None)
            return
        own[type] = self.random.choice([1, 2, 3, 12])
        self.certain("PUT", f"/goals/{type}", {"target": own[type]})

    def profile(self):
        """Changes zone, the beginning of the day and rest days."""
        person = self.person
        zone, day_start, rest = self.random.choice(ZONES), self.random.randrange(7), self.random.randrange(4)
        self.certain("PUT", "/profile", {"timezone": zone, "dayStart": day_start, "restDaysPerWeek": rest})
        person.zone, person.day_start, person.rest_days = zone, day_start, rest


def live(address, token, seed, cut_share, until, stop):
    """Acts and compares until it is time, then waits for the end of all faults and compares once more."""
    actor, found = Actor(address, token, seed, cut_share), []
    try:
        while time.monotonic() < until and not stop and not found:
            actor.act(actor.random.randrange(20, 60))
            found = actor.compare()
        actor.cut_share = 0
        while not stop and not found:
            time.sleep(0.02)
        found = found or actor.compare()
    except Wrong as wrong:
        found.append(str(wrong))
    return {"wrong": found, "counts": actor.counts}
