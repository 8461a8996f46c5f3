"""An actor's actions on works, the library and reading sessions."""
from model import reading
from model.days import moment, text_of
from model.diversity import SETTABLE


class ReadingActs:
    """Random operations on reading; each is applied to the model once it is certain."""

    def work(self):
        """Creates, replaces or deletes a work."""
        id, own = f"w{self.random.randrange(20)}", self.person.reading
        if self.random.random() < 0.15 and id in own.works:
            self.certain("DELETE", f"/works/{id}")
            own.delete_work(id)
            self.person.diversity.delete_work(id)
            return
        year, language = self.random.choice([None, 1890, 1949, 1950, 1999, 2000, 2024]), self.random.choice("abcd")
        known = ["Fantasy", "fantasy", "History", "Poetry", "Crime", "Zen"]
        genres = self.random.sample(known, self.random.randrange(4))
        body = {"title": f"Work {id}", "authors": ["An Author"], "publishedYear": year, "language": language,
                "genres": genres}
        self.certain("PUT", f"/works/{id}", body)
        own.works[id] = {"year": year, "language": language, "genres": genres}

    def entry(self):
        """Creates, replaces, corrects or deletes an entry of the library."""
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
            own.latest_or_entry(id)["rating"] = rating
            return
        status = self.random.choice(["wantToRead", "reading", "finished", "finished", "finished", "abandoned"])
        page = self.chosen([None, 0, 17, 300])
        # Later than the finish of every other read, so that a repeated request changes the same read.
        earlier = [read["finished"] for read in own.reads(id) if read["finished"] is not None]
        finished = None
        if status in ("finished", "abandoned"):
            finished = max([self.span()[0]] + [one + 1 + self.random.randrange(9000) for one in earlier])
        body = {"status": status, "rating": rating}
        body.update({"currentPage": page} if page is not None else {})
        body.update({"finishedAt": text_of(finished)} if finished else {})
        seen = self.certain("PUT", path, body).json["finishedAt"]
        own.put_entry(id, status, page, rating, finished, moment(seen) if seen else None)

    def read(self):
        """Reports a new reading session, or a longer version of a known one."""
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
            # A session that is created again with the same work and start is a new one, and has a new prompt.
            own.asked.discard(key)
        else:
            session["last"] = self.random.randrange(400)
            self.certain("PATCH", path, {"endPage": session["last"]})
        own.turn_page(key[0])

    def timer(self):
        """Starts and stops the timer, and answers its prompt."""
        own = self.person.reading
        work = self.chosen([id for id in own.library if own.status(id) == "reading"])
        if work is None:
            return
        self.certain("POST", "/reading/timer", {"workId": work})
        last = self.random.randrange(400)
        response = self.certain("POST", "/reading/timer/stop", {"endPage": last}).json
        seen = response["session"]
        start, end = (moment(seen[name]) for name in ("startedAt", "endedAt"))
        own.sessions[(work, start)] = {
            "id": seen["id"], "work": work, "start": start, "end": end, "first": seen["startPage"],
            "last": seen["endPage"]}
        own.turn_page(work)
        prompt = response["prompt"]
        known = self.person.diversity.values
        missing = [name for name in list(SETTABLE)[:5] if (work, name) not in known]
        # A timer that starts again within the same second is the same session, which has no second prompt.
        missing = [] if (work, start) in own.asked else missing
        asked = prompt["dimension"] if prompt else None
        self.check(missing[0] if missing else None, asked, "the question after a session")
        if prompt:
            own.asked.add((work, start))
        if prompt and self.random.random() < 0.7:
            value = self.random.choice(SETTABLE[asked])
            seen = self.certain("POST", f"/diversity/prompts/{prompt['id']}/answer", {"value": value}).json
            points = self.person.diversity.put(work, asked, value)
            self.check({"pointsAwarded": points}, seen, "the answer to a question")
