"""Listening: sessions, the summary, activity, heroes, insights and milestones."""
from model.days import DAY, keep_earliest, reached_runs, streaks, text_of

MILESTONES = [("stories", count, f"stories-{count}") for count in (1, 5, 10, 25, 50)]
MILESTONES += [("listeningTime", hours * 3600, f"listening-{hours}h") for hours in (1, 5)]
MILESTONES += [("streak", days, f"streak-{days}") for days in (7, 30)]


class Listening:
    """Heroes, stories, favourites and listening sessions of one person."""

    def __init__(self):
        self.heroes, self.stories, self.sessions, self.unlocked = {}, {}, {}, {}

    def put_story(self, id, title, seconds, created, hero):
        """Makes or replaces a story; the first `createdAt` stays, and so does the favourite."""
        old = self.stories.get(id, {"created": created, "favourite": False})
        self.stories[id] = {**old, "title": title, "seconds": seconds, "hero": hero}

    def delete_hero(self, id):
        """Removes a hero from its stories too."""
        self.heroes.pop(id, None)
        for story in self.stories.values():
            story["hero"] = None if story["hero"] == id else story["hero"]

    def record(self, id, story, start, end, completed, duration=None):
        """Records a session, or extends the existing one; returns whether it is new."""
        known = self.sessions.get((story, start))
        if known and end <= known["end"]:
            return False
        session = known or {"id": id, "story": story, "start": start, "completed": False}
        session.update(end=end, completed=completed or session["completed"])
        self.judge(session, end - start if duration is None else duration)
        self.sessions[(story, start)] = session
        return known is None

    def judge(self, session, duration):
        """Caps a duration by the story's estimate."""
        story = self.stories.get(session["story"])
        most = 1.5 * story["seconds"] if story else duration
        session.update(duration=min(duration, most), capped=duration > most)

    def patch(self, session, end=None, completed=None, duration=None):
        """Edits only the given members of a session, and the cap only with a duration."""
        session["end"] = session["end"] if end is None else end
        session["completed"] = session["completed"] if completed is None else completed
        if duration is not None:
            self.judge(session, duration)

    def seconds(self):
        """The total listening time."""
        return sum(session["duration"] for session in self.sessions.values())

    def streak(self, person, calendar):
        """The current and the longest run of days with a completed session."""
        done = [one for one in self.sessions.values() if one["completed"]]
        days = {day for one in done for day in calendar.shares(one["start"], one["end"])}
        return streaks(days, calendar.today, person.rest_days)

    def unlock(self, person, calendar):
        """Finds, after a write, when each milestone was first reached; a known date can only move earlier."""
        created = sorted(story["created"] for story in self.stories.values())
        ends = sorted((one["end"], one["duration"]) for one in self.sessions.values())
        done = [one for one in self.sessions.values() if one["completed"]]
        runs = reached_runs(done, calendar, person.rest_days)
        for kind, threshold, id in MILESTONES:
            found = {
                "stories": lambda: created[threshold - 1:threshold],
                "listeningTime": lambda: dates_of_sum(ends, threshold)[:1],
                "streak": lambda: [end for end, longest in runs if longest >= threshold][:1]}[kind]()
            keep_earliest(self.unlocked, id, found)

    def figures(self, person, calendar):
        """Every figure of listening by its path."""
        found = {
            "/analytics/summary": self.summary(person, calendar), "/analytics/heroes": self.hero_figures(),
            "/analytics/insights": self.insights(calendar), "/analytics/milestones": self.milestones(person, calendar)}
        for kind, spans in person.spans().items():
            for name, count in (("week", 7), ("month", 30), ("year", 365)):
                path = f"/analytics/activity?range={name}&kind={kind}"
                found[path] = activity(person.zone, calendar, name, count, spans)
        return found

    def summary(self, person, calendar):
        """The summary."""
        ends = [session["end"] for session in self.sessions.values()]
        current, longest = self.streak(person, calendar)
        return {
            "totalStories": len(self.stories), "totalListeningTime": self.seconds(),
            "totalPlayCount": len(self.sessions), "currentStreak": current, "longestStreak": longest,
            "favoriteCount": sum(story["favourite"] for story in self.stories.values()),
            "lastActivityDate": text_of(max(ends)) if ends else None}

    def hero_figures(self):
        """Every hero, the one with most stories first."""
        rows = []
        for id, name in self.heroes.items():
            own = {key: story for key, story in self.stories.items() if story["hero"] == id}
            seconds = sum(one["duration"] for one in self.sessions.values() if one["story"] in own)
            last = max((story["created"] for story in own.values()), default=None)
            rows.append({
                "heroId": id, "heroName": name, "storyCount": len(own), "totalListeningTime": seconds,
                "lastStoryDate": None if last is None else text_of(last), "isMostActive": False})
        rows.sort(key=lambda row: (-row["storyCount"], -row["totalListeningTime"], row["heroName"], row["heroId"]))
        if rows and rows[0]["storyCount"]:
            rows[0]["isMostActive"] = True
        return {"heroes": rows}

    def insights(self, calendar):
        """Means, the preferred hour and the story heard most."""
        stories, sessions = self.stories, list(self.sessions.values())
        hours, plays = {}, {}
        for one in sessions:
            hour = hours.setdefault(calendar.hour_of(one["start"]), [0, 0])
            hour[0], hour[1] = hour[0] + 1, hour[1] + one["duration"]
            play = plays.setdefault(one["story"], [0, 0, 0])
            play[0], play[1], play[2] = play[0] + 1, play[1] + one["duration"], max(play[2], one["end"])
        named = [id for id in plays if id in stories]
        best = min(named, key=lambda id: ([-value for value in plays[id]], id), default=None)
        hour = min(hours, key=lambda hour: (-hours[hour][0], -hours[hour][1], hour), default=None)
        return {
            "averageStoryLength": sum(story["seconds"] for story in stories.values()) / max(1, len(stories)),
            "averageListensPerStory": len(sessions) / len(stories) if stories else 0,
            "preferredListeningHour": hour if len(stories) >= 3 else None,
            "mostListenedStory": best and {
                "id": best, "title": stories[best]["title"], "playCount": plays[best][0]}}

    def milestones(self, person, calendar):
        """The milestones, without texts."""
        now = {"stories": len(self.stories), "listeningTime": self.seconds()}
        now["streak"] = self.streak(person, calendar)[0]
        return {"milestones": [{
            "id": id, "type": kind, "threshold": threshold, "currentValue": now[kind],
            "isUnlocked": id in self.unlocked,
            "unlockedAt": text_of(self.unlocked[id]) if id in self.unlocked else None}
            for kind, threshold, id in MILESTONES]}


def dates_of_sum(ends, threshold):
    """The ends, in order, from which on the durations add up to a threshold; those of one second count together."""
    found, total = [], 0
    for place, (end, duration) in enumerate(ends):
        total += duration
        is_last = place + 1 == len(ends) or ends[place + 1][0] > end
        if is_last and total >= threshold:
            found.append(end)
    return found


def activity(zone, calendar, name, count, spans):
    """Minutes of each of the last days, for spans of (start, end, seconds)."""
    sums = {}
    for start, end, seconds in spans:
        for day, share in calendar.shares(start, end).items():
            sums[day] = sums.get(day, 0) + seconds * share
    days = [calendar.today - DAY * place for place in reversed(range(count))]
    points = [{"date": str(day), "minutes": sums.get(day, 0) / 60} for day in days]
    return {"range": name, "timezone": zone, "dataPoints": points}
