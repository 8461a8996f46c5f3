"""Diversity of a library: distributions, completion, the radar and points."""
from model.reading import evenness

CORE = {
    "culturalOrigin": ["African", "Asian", "Caribbean", "European", "Indigenous", "Latin American", "Middle Eastern",
                       "North American", "Oceanian", "Other"],
    "gender": ["Female", "Male", "Non-binary", "Unknown"],
    "translation": ["Translated", "Original Language"],
    "ownVoices": ["Own Voices", "Not Own Voices"],
    "accessibility": ["Accessible", "Standard"]}
GEOGRAPHIES = ["Africa", "Asia", "Europe", "North America", "South America", "Oceania", "Antarctica"]
SETTABLE = {**CORE, "geography": GEOGRAPHIES}
PERIODS = ["Classic", "Historical", "Contemporary"]
NAMES = {
    "culturalOrigin": ("culturalOrigins", "booksWithCulturalData", "culturalCompletionPercentage"),
    "gender": ("genderDistribution", "booksWithGenderData", "genderCompletionPercentage"),
    "translation": ("translationStatus", "booksWithTranslationData", "translationCompletionPercentage"),
    "ownVoices": ("ownVoicesTheme", "booksWithOwnVoicesData", "ownVoicesCompletionPercentage"),
    "accessibility": ("nicheAccessibility", "booksWithAccessibilityData", "accessibilityCompletionPercentage")}


class Diversity:
    """The values set for works, and the points that were given for them."""

    def __init__(self):
        self.values, self.awards = {}, set()

    def put(self, work, dimension, value):
        """Sets a value; the points that the first filling of a core field brings, ever."""
        self.values[(work, dimension)] = value
        if dimension not in CORE or (work, dimension) in self.awards:
            return 0
        self.awards.add((work, dimension))
        return 5

    def delete_work(self, work):
        """Deletes the values of a work, but not its points."""
        self.values = {key: value for key, value in self.values.items() if key[0] != work}

    def figures(self, person, calendar):
        """Every figure of diversity by its path."""
        points = 5 * len(self.awards)
        found = {f"/diversity/stats?period={name}": self.stats(person, self.books(person, calendar, name), name)
                 for name in ("allTime", "year", "month")}
        found["/diversity/radar"] = self.radar(person)
        found["/diversity/points"] = {"curatorPoints": points}
        found["/diversity/completion"] = self.completion(person, points)
        return found

    def books(self, person, calendar, name):
        """The works of the library, or those of the current year or month."""
        shelf = person.reading.library
        if name == "allTime":
            return list(shelf)
        first, end = calendar.period(name), calendar.next_period(name)
        read = {one["work"] for one in person.reading.sessions.values()
                if any(first <= day < end for day in calendar.shares(one["start"], one["end"]))}
        finished = {one["work"] for one in person.reading.finished(calendar, first, end)}
        return [id for id in shelf if id in read or id in finished]

    def counts(self, person, books, dimension):
        """Counts the books per value."""
        found = {}
        for id in books:
            value = self.values.get((id, dimension))
            if dimension == "timePeriod":
                value = time_period(person.reading.works[id]["year"])
            if value is not None:
                found[value] = found.get(value, 0) + 1
        return found

    def stats(self, person, books, name):
        """Distributions and completion."""
        found, filled = {"period": name, "totalBooks": len(books)}, 0
        for dimension, (distribution, count, percentage) in NAMES.items():
            counts = self.counts(person, books, dimension)
            found[distribution], found[count] = counts, sum(counts.values())
            found[percentage] = percent(found[count], len(books))
            filled += found[count]
        found["timePeriods"] = self.counts(person, books, "timePeriod")
        found["geographies"] = self.counts(person, books, "geography")
        found["overallCompletionPercentage"] = percent(filled, 5 * len(books))
        return found

    def completion(self, person, points):
        """Completion by dimension."""
        books, rows = list(person.reading.library), []
        for dimension in CORE:
            filled = sum(self.counts(person, books, dimension).values())
            rows.append({"dimension": dimension, "completion": percent(filled, len(books)), "filled": filled,
                         "total": len(books)})
        filled = sum(row["filled"] for row in rows)
        return {"overall": percent(filled, 5 * len(books)), "dimensions": rows, "curatorPoints": points,
                "missingFields": 5 * len(books) - filled}

    def radar(self, person):
        """The seven usual axes, without texts."""
        books, axes = list(person.reading.library), []
        for dimension in [*CORE, "timePeriod", "geography"]:
            counts = self.counts(person, books, dimension)
            values = {"timePeriod": PERIODS, **SETTABLE}[dimension]
            filled = sum(counts.values())
            axes.append({
                "dimension": dimension, "value": evenness(known(counts), len(values) - ("Unknown" in values)),
                "completion": percent(filled, len(books)), "isGhost": filled == 0,
                "missingBooks": len(books) - filled, "breakdown": counts})
        return {"period": "allTime", "axes": axes}


def known(counts):
    """The counts of values other than unknown."""
    return [count for value, count in counts.items() if value not in ("Unknown", "None")]


def percent(part, whole):
    """A percentage, 0 of nothing."""
    return part / whole * 100 if whole else 0


def time_period(year):
    """The period that a year of publication falls in."""
    if year is None:
        return None
    return PERIODS[0] if year < 1950 else PERIODS[1] if year < 2000 else PERIODS[2]
