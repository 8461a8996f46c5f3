"""The year in review: all three kinds together."""
import datetime

from model.days import streaks
from model.reading import genres_of, minutes_of, pages_of


def review(person, calendar, year):
    """The review of a year, without its records, texts and single books."""
    first, end = datetime.date(year, 1, 1), datetime.date(year + 1, 1, 1)
    inside = Year(person, calendar, first, end)
    return {
        "year": year, "listening": inside.listening(), "reading": inside.reading(), "rucks": inside.rucks(),
        "busiestDay": inside.busiest_day(), "busiestHour": inside.busiest_hour()}


class Year:
    """The days of one year of a person."""

    def __init__(self, person, calendar, first, end):
        self.person, self.calendar, self.first, self.end = person, calendar, first, end

    def starts_inside(self, rows):
        """The sessions that started in the year."""
        return [one for one in rows if self.first <= self.calendar.day_of(one["start"]) < self.end]

    def share(self, one):
        """The part of a span within the year."""
        shares = self.calendar.shares(one["start"], one["end"])
        return sum(share for day, share in shares.items() if self.first <= day < self.end)

    def streak(self, rows):
        """The longest run of days within the year."""
        days = {day for one in rows for day in self.calendar.shares(one["start"], one["end"])}
        days = [day for day in days if self.first <= day < self.end]
        return streaks(days, self.calendar.today, self.person.rest_days)[1]

    def listening(self):
        """Seconds, plays, the story and the hero heard most."""
        own = self.person.listening
        rows, stories = list(own.sessions.values()), own.stories
        plays, heard, heroes = {}, {}, {}
        for one in self.starts_inside(rows):
            count, last = plays.get(one["story"], (0, 0))
            plays[one["story"]] = (count + 1, max(last, one["end"]))
        for one in rows:
            heard[one["story"]] = heard.get(one["story"], 0) + one["duration"] * self.share(one)
        for id, story in stories.items():
            if story["hero"] and heard.get(id):
                heroes[story["hero"]] = heroes.get(story["hero"], 0) + heard[id]
        named = [id for id in plays if id in stories]
        top = min(named, key=lambda id: (-plays[id][0], -heard[id], -plays[id][1], id), default=None)
        hero = min(heroes, key=lambda id: (-heroes[id], own.heroes[id], id), default=None)
        found = {"seconds": sum(heard.values()), "plays": sum(count for count, _ in plays.values()),
                 "longestStreak": self.streak([one for one in rows if one["completed"]])}
        if not any(found.values()):
            return None
        found["topStory"] = top and {"id": top, "title": stories[top]["title"], "playCount": plays[top][0]}
        found["topHero"] = hero and {"heroId": hero, "heroName": own.heroes[hero], "seconds": heroes[hero]}
        return found

    def reading(self):
        """Books, pages, minutes, cultures and genres."""
        own = self.person.reading
        books = own.finished(self.calendar, self.first, self.end)
        rows = self.starts_inside(own.sessions.values())
        found = {
            "books": len(books), "pages": sum(map(pages_of, rows)), "minutes": sum(map(minutes_of, rows)),
            "longestStreak": self.streak(own.sessions.values()),
            "culturesExplored": len(own.cultures(self.person, books))}
        if not any(found.values()):
            return None
        return {**found, "topGenres": genres_of(own.works, books)["top"]}

    def rucks(self):
        """Sums of the rucks that started in the year."""
        rows = self.starts_inside(self.person.rucks.rows.values())
        found = {"sessions": len(rows), "distance": sum(one["distance"] for one in rows),
                 "weightMoved": sum(one["distance"] * one["load"] for one in rows)}
        return found if any(found.values()) else None

    def busiest_day(self):
        """The day with most minutes of all kinds, as they are shown; of equal ones the earlier."""
        sums = {}
        for spans in self.person.spans().values():
            for start, end, seconds in spans:
                for day, share in self.calendar.shares(start, end).items():
                    sums[day] = sums.get(day, 0) + seconds * share
        inside = {day: round(total / 60 + 1e-9, 2) for day, total in sums.items() if self.first <= day < self.end}
        day = min(inside, key=lambda day: (-inside[day], day), default=None)
        return {"date": str(day), "minutes": inside[day]} if day and inside[day] else None

    def busiest_hour(self):
        """The hour with most starts; of equal ones the earlier."""
        hours = {}
        for spans in self.person.spans().values():
            for start, _, _ in spans:
                if self.first <= self.calendar.day_of(start) < self.end:
                    hour = self.calendar.hour_of(start)
                    hours[hour] = hours.get(hour, 0) + 1
        return min(hours, key=lambda hour: (-hours[hour], hour), default=None)
