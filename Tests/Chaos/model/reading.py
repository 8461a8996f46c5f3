"""Reading: works, the library, reading sessions, goals, achievements and insights."""

import math

from model.days import DAY, keep_earliest, reached_runs, streaks, text_of
from model.rucks import trend

GOALS = {"annualReading": 12, "culturalDiversity": 5, "readingStreak": 7, "weeklyRucks": 2}


class Reading:
    """Works, library entries and reading sessions of one person."""

    def __init__(self):
        self.works, self.library, self.sessions, self.targets, self.unlocked = {}, {}, {}, {}, {}
        self.asked = set()

    def delete_work(self, id):
        """Deletes a work with its entry; its sessions stay."""
        self.works.pop(id, None)
        self.library.pop(id, None)

    def put_entry(self, work, status, page=None, rating=None, finished=None, seen=None):
        """Makes or replaces an entry; a page that is left out stays. `seen` is the finish in the response."""
        entry = self.library.setdefault(work, {"page": 0, "rating": None, "is_wanted": True, "reads": []})
        reads = entry["reads"]
        known = next((read for read in reads if read["status"] == "reading"), None)
        if status == "wantToRead":
            if known and any(self.owner(one) is known for one in self.sessions.values() if one["work"] == work):
                known.update(status="abandoned", finished=seen)
            elif known:
                reads.remove(known)
            if rating is not None or not reads:
                self.latest_or_entry(work)["rating"] = rating
        else:
            if known is None and (status == "reading" or entry["is_wanted"] or not reads):
                if status == "reading" and reads:
                    entry["page"] = 0
                known = {"status": status, "rating": None, "finished": None}
                reads.append(known)
            known = known or self.latest(work)
            known.update(status=status, finished=finished, rating=rating)
            entry["rating"] = None
        entry["is_wanted"] = status == "wantToRead"
        entry["page"] = entry["page"] if page is None else page

    def reads(self, work):
        """The reads of a work, the earliest finish first and the open read last."""
        reads = self.library[work]["reads"] if work in self.library else []
        return sorted(reads, key=lambda read: (read["status"] == "reading", read["finished"] or 0))

    def latest(self, work):
        """The read that the entry describes."""
        return (self.reads(work) or [None])[-1]

    def latest_or_entry(self, work):
        """The read or entry that a rating belongs to."""
        return self.latest(work) or self.library[work]

    def status(self, work):
        """The status of the entry."""
        return "wantToRead" if self.library[work]["is_wanted"] else self.latest(work)["status"]

    def owner(self, session):
        """The read to which a session belongs."""
        reads = self.reads(session["work"])
        closed = [read for read in reads if read["status"] != "reading"]
        return next((read for read in closed if read["finished"] >= session["start"]), reads[-1] if reads else None)

    def record(self, id, work, start, end, first, last):
        """Records a session, or extends the existing one."""
        known = self.sessions.get((work, start))
        if known and end <= known["end"]:
            return
        id = known["id"] if known else id
        span = {"start": start, "end": end, "first": first, "last": last}
        self.sessions[(work, start)] = {"id": id, "work": work, **span}
        self.turn_page(work)

    def turn_page(self, work):
        """The entry's page is the end page of the session that ended last."""
        own = [one for one in self.sessions.values() if one["work"] == work]
        if own and work in self.library:
            self.library[work]["page"] = max(own, key=lambda one: (one["end"], one["start"]))["last"]

    def streak(self, person, calendar):
        """The current and the longest run of days with a reading session."""
        days = {day for one in self.sessions.values() for day in calendar.shares(one["start"], one["end"])}
        return streaks(days, calendar.today, person.rest_days)

    def finished(self, calendar=None, first=None, end=None):
        """The finished reads with their works, on these days."""
        reads = [{**read, "work": id} for id in self.library for read in self.reads(id)
                 if read["status"] == "finished"]
        if first is None:
            return reads
        return [read for read in reads if first <= calendar.day_of(read["finished"]) < end]

    def entries(self):
        """Every entry, with what its sessions add up to."""
        found = {}
        for id, entry in self.library.items():
            own = [one for one in self.sessions.values() if one["work"] == id]
            latest = self.latest(id)
            paced = [one for one in own if latest is None or self.owner(one) is latest]
            minutes, pages = sum(map(minutes_of, paced)), sum(map(pages_of, paced))
            finished = latest["finished"] if latest else None
            found[f"/library/{id}"] = {
                "workId": id, "status": self.status(id), "currentPage": entry["page"],
                "rating": self.latest_or_entry(id)["rating"], "finishedAt": finished and text_of(finished),
                "readCount": sum(read["status"] == "finished" for read in entry["reads"]),
                "totalReadingMinutes": sum(map(minutes_of, own)),
                "averageReadingPace": pages / minutes * 60 if minutes else None, "sessionCount": len(own)}
        return found

    def figures(self, person, calendar):
        """Every figure of reading by its path."""
        found = {**self.entries(), "/goals": self.goals(person, calendar), "/achievements": self.achievements(person)}
        for name in ("week", "month", "year", "allTime"):
            found[f"/insights?timeframe={name}"] = self.insights(person, calendar, name)
        found["/insights/timeline?months=14"] = self.timeline(person, calendar, 14)
        return found

    def cultures(self, person, books):
        """The different cultural origins of books."""
        return {person.diversity.values.get((id, "culturalOrigin")) for id in works_of(books)} - {None}

    def insights(self, person, calendar, name):
        """Returns the figures of a timeframe of reading."""
        sessions = list(self.sessions.values())
        before = None
        if name == "allTime":
            books = self.finished()
            days = [calendar.day_of(one["start"]) for one in sessions]
            days += [calendar.day_of(read["finished"]) for read in books]
            first = min(days, default=calendar.today)
        else:
            first, end = calendar.period(name), calendar.next_period(name)
            books = self.finished(calendar, first, end)
            earlier = calendar.previous_period(name)
            before = self.sums(person, calendar, earlier, min(first, earlier + (calendar.today - first) + DAY))
            sessions = [one for one in sessions if first <= calendar.day_of(one["start"]) < end]
        days = max(1, (calendar.today - first).days + 1)
        ratings = [read["rating"] for read in books if read["rating"] is not None]
        current, longest = self.streak(person, calendar)
        pages = sum(map(pages_of, sessions))
        sums = {
            "booksRead": len(books), "pagesRead": pages, "minutesRead": sum(map(minutes_of, sessions)),
            "culturesExplored": len(self.cultures(person, books))}
        goals = {row["type"]: row["progress"] * 100 for row in self.goals(person, calendar)["goals"]}
        rings = [goals["annualReading"], goals["culturalDiversity"]]
        return {
            "timeframe": name, **sums, "works": len(works_of(books)), "genres": genres_of(self.works, books),
            "trends": {key: trend(value, before[key]) if before else None for key, value in sums.items()},
            "readingProgress": rings[0], "culturalProgress": rings[1], "overallCompletion": sum(rings) / 2,
            "averageRating": sum(ratings) / len(ratings) if ratings else None,
            "velocity": {"booksPerMonth": len(books) / days * 30.4375, "pagesPerDay": pages / days},
            "streak": {"current": current, "longest": longest}}

    def sums(self, person, calendar, first, end):
        """Returns the figures of some days of reading."""
        books = self.finished(calendar, first, end)
        rows = [one for one in self.sessions.values() if first <= calendar.day_of(one["start"]) < end]
        return {"booksRead": len(books), "pagesRead": sum(map(pages_of, rows)),
                "minutesRead": sum(map(minutes_of, rows)), "culturesExplored": len(self.cultures(person, books))}

    def timeline(self, person, calendar, count):
        """Books finished in each of the last months, and how even their cultures are."""
        rows, number = [], calendar.today.year * 12 + calendar.today.month - count
        for place in range(number, number + count):
            month = f"{place // 12}-{place % 12 + 1:02d}"
            books = [read for read in self.finished() if str(calendar.day_of(read["finished"])).startswith(month)]
            counts = person.diversity.counts(person, works_of(books), "culturalOrigin")
            share = evenness(list(counts.values()), 10) if counts else None
            rows.append({"month": month, "books": len(books), "diversityPercentage": share})
        return {"months": rows}

    def goals(self, person, calendar):
        """The progress of each goal, without texts."""
        today, year = calendar.today, calendar.period("year")
        books = self.finished(calendar, year, calendar.next_period("year"))
        monday = calendar.period("week")
        values = {
            "annualReading": len(books), "culturalDiversity": len(self.cultures(person, books)),
            "readingStreak": self.streak(person, calendar)[0],
            "weeklyRucks": len(person.rucks.between(calendar, monday, monday + 6 * DAY))}
        day, days = (today - year).days + 1, (calendar.next_period("year") - year).days
        rows = []
        for type, usual in GOALS.items():
            target, current = self.targets.get(type, usual), values[type]
            on_track = current * days >= target * day
            if type == "readingStreak":
                on_track = current > 0
            if type == "weeklyRucks":
                on_track = current * 7 >= target * (today.weekday() + 1)
            rows.append({
                "type": type, "target": target, "current": current, "progress": min(1, current / target),
                "remaining": max(0, target - current), "onTrack": on_track})
        return {"goals": rows}

    def reached(self, person, books, longest):
        """The value and the threshold of each achievement for these finished reads."""
        ratings = list({read["work"]: read["rating"] for read in books if read["rating"] is not None}.values())
        mean = sum(ratings) / len(ratings) if ratings else 0
        cultures, count = len(self.cultures(person, books)), len(works_of(books))
        languages = {self.works[id]["language"] for id in works_of(books) if id in self.works} - {None}
        return {
            "first-steps": [(count, 1)], "bookworm": [(count, 10)], "avid-reader": [(count, 25)],
            "library-master": [(count, 50)], "reading-legend": [(count, 100)],
            "quality-reader": [(mean, 4), (len(ratings), 5)], "global-perspective": [(cultures, 1)],
            "culture-explorer": [(cultures, 3)], "world-traveler": [(cultures, 5)],
            "diversity-champion": [(cultures, 10)], "polyglot": [(len(languages), 3)],
            "balanced-reader": [(count, 20), (cultures, 5)],
            "master-explorer": [(count, 50), (cultures, 8), (mean, 4)],
            "consistent-reader": [(longest, 7)]}

    def unlock(self, person, calendar):
        """Finds, after a write, when each achievement was first reached; a known date can only move earlier."""
        books = sorted(self.finished(), key=lambda read: read["finished"])
        moments = [(end, self.reached(person, [], longest))
                   for end, longest in reached_runs(self.sessions.values(), calendar, person.rest_days)]
        for second in sorted({read["finished"] for read in books}):
            known = [read for read in books if read["finished"] <= second]
            moments.append((second, self.reached(person, known, 0)))
        for second, standing in sorted(moments, key=lambda moment: moment[0]):
            for id, pairs in standing.items():
                if all(value >= threshold for value, threshold in pairs):
                    keep_earliest(self.unlocked, id, [second])

    def achievements(self, person):
        """The achievements, without texts."""
        rows = []
        longest = self.streak(person, person.calendar())[1]
        for id, pairs in self.reached(person, self.finished(), longest).items():
            progress = sum(min(1, value / threshold) for value, threshold in pairs) / len(pairs)
            rows.append({
                "id": id, "isUnlocked": id in self.unlocked, "currentValue": pairs[0][0], "threshold": pairs[0][1],
                "unlockedAt": text_of(self.unlocked[id]) if id in self.unlocked else None, "progress": progress})
        return {"achievements": rows}


def works_of(reads):
    """The works of reads, each once."""
    return list({read["work"]: None for read in reads})


def genres_of(works, reads):
    """The genres of finished reads: how many, how even, and the five with most works."""
    counts = {}
    for id in works_of(reads):
        for genre in set(works[id]["genres"]):
            counts[genre] = counts.get(genre, 0) + 1
    top = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].encode()))[:5]
    return {"count": len(counts), "evenness": evenness(list(counts.values()), max(2, len(counts))),
            "top": [{"genre": genre, "books": books} for genre, books in top]}


def evenness(counts, values):
    """Shannon's entropy of counts over that of an even spread, 0 to 100."""
    total = sum(counts)
    if len(counts) < 2:
        return 0
    return -sum(count / total * math.log(count / total) for count in counts) / math.log(values) * 100


def minutes_of(session):
    """Whole minutes of a session."""
    return (session["end"] - session["start"]) // 60


def pages_of(session):
    """Pages read in a session."""
    return max(0, session["last"] - session["first"])


def shown(session, calendar):
    """A session in the form of the response."""
    minutes, pages = minutes_of(session), pages_of(session)
    return {
        "id": session["id"], "workId": session["work"], "date": str(calendar.day_of(session["start"])),
        "startedAt": text_of(session["start"]), "endedAt": text_of(session["end"]), "durationMinutes": minutes,
        "startPage": session["first"], "endPage": session["last"], "pagesRead": pages,
        "readingPace": pages / minutes * 60 if minutes else None}


