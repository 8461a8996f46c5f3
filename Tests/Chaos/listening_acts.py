"""An actor's actions on stories, heroes and listening sessions."""
from model.days import text_of
from sender import Wrong


class ListeningActs:
    """Random operations on listening; each is applied to the model once it is certain."""

    def story(self):
        """Creates, replaces or deletes a story."""
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
        """Creates, renames or deletes a hero."""
        id = f"h{self.random.randrange(5)}"
        if self.random.random() < 0.3 and id in self.person.listening.heroes:
            self.certain("DELETE", f"/heroes/{id}")
            self.person.listening.delete_hero(id)
            return
        name = self.random.choice(["Ada", "Zoë", "ada", "李"])
        self.certain("PUT", f"/heroes/{id}", {"name": name})
        self.person.listening.heroes[id] = name

    def favourite(self):
        """Sets or removes a favourite."""
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
        """Applies an accepted report, and compares its response with the model."""
        listening = self.person.listening
        listening.record(seen["id"], body["storyId"], start, end, body["completed"], body.get("duration"))
        session = listening.sessions[(body["storyId"], start)]
        self.check(self.shown(session), seen, "POST /analytics/sessions")

    @staticmethod
    def shown(session):
        """A listening session in the form of the response."""
        return {
            "id": session["id"], "storyId": session["story"], "startedAt": text_of(session["start"]),
            "endedAt": text_of(session["end"]), "completed": session["completed"], "duration": session["duration"],
            "capped": session["capped"]}

    def listen_batch(self):
        """Reports some sessions concurrently; each is a separate write."""
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
