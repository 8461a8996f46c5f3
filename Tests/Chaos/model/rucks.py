"""Rucks: analytics with trends, records, weeks and the training streak."""
from fractions import Fraction

from model.days import DAY, text_of, week_of

PERIODS = {"weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year"}


class Rucks:
    """All rucks of one person, by their start."""

    def __init__(self):
        self.rows = {}

    def record(self, ruck):
        """Records a ruck, or replaces the one that has its start if this one ends later."""
        ruck = exact(ruck)
        known = self.rows.get(ruck["start"])
        if known is None:
            self.rows[ruck["start"]] = ruck
        elif ruck["end"] > known["end"]:
            self.rows[ruck["start"]] = {**ruck, "id": known["id"]}

    def edit(self, start, change):
        """Changes some members of a ruck."""
        self.rows[start].update(exact(change))

    def figures(self, calendar, goal):
        """Every figure of rucks by its path."""
        found = {f"/rucks/analytics?period={name}": self.analytics(calendar, name) for name in [*PERIODS, "allTime"]}
        found["/rucks/records"] = self.records(calendar)
        found["/rucks/weekly?weeks=12"] = self.weekly(calendar, 12, goal)
        found["/rucks/streak"] = self.streak(calendar, goal)
        found["/rucks/breakdown?period=allTime"] = self.breakdown(calendar)
        return found

    def between(self, calendar, first, last):
        """The rucks that started on these days, both included."""
        return [one for one in self.rows.values() if first <= calendar.day_of(one["start"]) <= last]

    def analytics(self, calendar, name):
        """Returns a period's figures, compared with the previous period."""
        days = [calendar.day_of(start) for start in self.rows]
        today, first = calendar.today, min(days, default=calendar.today)
        before = []
        if name in PERIODS:
            first, earlier = calendar.period(PERIODS[name]), calendar.previous_period(PERIODS[name])
            before = self.between(calendar, earlier, min(first - DAY, earlier + (today - first)))
        now = self.between(calendar, first, today)
        trends = {
            "distanceTrend": lambda rows: sum(one["distance"] for one in rows), "sessionsTrend": len,
            "weightMovedTrend": lambda rows: sum(one["distance"] * one["load"] for one in rows), "paceTrend": pace_of}
        found = {
            "timePeriod": name, "from": str(first), "to": str(today), "totalSessions": len(now),
            "totalDistance": sum(one["distance"] for one in now), "totalDuration": sum(moving(one) for one in now),
            "totalWeightMoved": sum(one["distance"] * one["load"] for one in now), "averagePace": pace_of(now),
            "averageLoad": sum(one["load"] for one in now) / len(now) if now else None,
            "totalCalories": sum(one["calories"] or 0 for one in now)}
        return {**found, **{key: trend(figure(now), figure(before)) for key, figure in trends.items()}}

    def breakdown(self, calendar):
        """Paces, loads by week, and the energy per hour."""
        rows = [one for one in self.rows.values() if calendar.day_of(one["start"]) <= calendar.today]
        weeks = {}
        for one in rows:
            weeks.setdefault(week_of(calendar.day_of(one["start"])), []).append(one["load"])
        burnt = [one for one in rows if one["calories"] is not None]
        hours = Fraction(sum(map(moving, burnt))) / 3600
        return {
            "paceDistribution": distribution(rows),
            "loadProgression": [
                {"weekStart": str(week), "averageLoad": sum(loads) / len(loads), "maxLoad": max(loads)}
                for week, loads in sorted(weeks.items())],
            "calorieBurnRate": sum(one["calories"] for one in burnt) / hours if hours else None}

    def records(self, calendar):
        """The five records; of equal ones the earlier."""
        paced = [one for one in self.rows.values() if one["distance"] >= 1000]
        burnt = [one for one in self.rows.values() if one["calories"] is not None]
        rows = list(self.rows.values())
        return {
            "longestDistance": best(calendar, rows, lambda one: one["distance"]),
            "fastestPace": best(calendar, paced, lambda one: pace_of([one]), -1),
            "heaviestLoad": best(calendar, rows, lambda one: one["load"]),
            "highestCalorieBurn": best(calendar, burnt, lambda one: one["calories"]),
            "mostWeightMoved": best(calendar, rows, lambda one: one["distance"] * one["load"])}

    def weekly(self, calendar, count, goal):
        """The last weeks, oldest first. `goal` returns the goal of the week that begins on a Monday."""
        weeks = []
        for place in reversed(range(count)):
            monday = week_of(calendar.today) - 7 * DAY * place
            rows = self.between(calendar, monday, monday + 6 * DAY)
            weeks.append({
                "weekStart": str(monday), "sessions": len(rows), "distance": sum(one["distance"] for one in rows),
                "weightMoved": sum(one["distance"] * one["load"] for one in rows), "averagePace": pace_of(rows),
                "goal": goal(monday), "meetsGoal": len(rows) >= goal(monday)})
        return {
            "weeks": weeks, "averageSessionsPerWeek": sum(week["sessions"] for week in weeks) / count,
            "averageDistancePerWeek": sum(week["distance"] for week in weeks) / count}

    def streak(self, calendar, goal):
        """Weeks in a row that met the goal; the running one adds, and breaks nothing."""
        counts = {}
        for start in self.rows:
            monday = week_of(calendar.day_of(start))
            counts[monday] = counts.get(monday, 0) + 1
        this = week_of(calendar.today)
        met = {monday for monday, count in counts.items() if count >= goal(monday) and monday <= this}
        longest = run = 0
        monday = min(met, default=this)
        while monday <= this:
            run = run + 1 if monday in met else 0 if monday < this else run
            longest = max(longest, run)
            monday += 7 * DAY
        sessions = counts.get(this, 0)
        goal_now = goal(this)
        celebrated = run in (4, 8, 12, 26, 52) and sessions >= goal_now
        week = {"sessions": sessions, "meetsGoal": sessions >= goal_now, "remaining": max(0, goal_now - sessions)}
        return {"current": run, "longest": longest, "weeklyGoal": goal_now, "thisWeek": week,
                "celebration": {"weeks": run} if celebrated else None}


def exact(ruck):
    """A ruck, or some of its members, without binary fractions, so that borders and ties are exact."""
    measures = ("distance", "load", "calories", "moving")
    return {key: Fraction(str(value)) if key in measures and value is not None else value
            for key, value in ruck.items()}


def distribution(rows):
    """Rucks by half minutes of their pace."""
    counts = {}
    for one in rows:
        pace = pace_of([one])
        if pace is not None:
            place = pace * 2 // 1
            counts[place] = counts.get(place, 0) + 1
    return [{"from": place / 2, "to": (place + 1) / 2, "sessions": counts[place]} for place in sorted(counts)]


def moving(ruck):
    """The moving seconds, or the whole span if they are unknown."""
    return ruck["end"] - ruck["start"] if ruck["moving"] is None else ruck["moving"]


def pace_of(rows):
    """Minutes per kilometre, None without a distance."""
    metres = sum(one["distance"] for one in rows)
    return Fraction(sum(moving(one) for one in rows)) * 1000 / (60 * metres) if metres else None


def best(calendar, rows, figure, sign=1):
    """The greatest figure, or the least."""
    if not rows:
        return None
    row = min(rows, key=lambda one: (-sign * figure(one), one["start"]))
    return {"value": figure(row), "ruckId": row["id"], "date": str(calendar.day_of(row["start"]))}


def trend(current, previous):
    """A figure and its value in the previous period."""
    if not previous or current is None:
        return None
    change = Fraction(current - previous) / previous * 100
    direction = "flat" if abs(change) < 1 else "up" if change > 0 else "down"
    return {"current": current, "previous": previous, "changePercent": change, "direction": direction}


def shown(ruck):
    """A ruck in the form of the response, with the members that this model has."""
    return {
        "id": ruck["id"], "startedAt": text_of(ruck["start"]), "endedAt": text_of(ruck["end"]),
        "distance": ruck["distance"], "loadWeight": ruck["load"], "calories": ruck["calories"],
        "movingTime": ruck["moving"], "pace": pace_of([ruck]), "weightMoved": ruck["distance"] * ruck["load"]}
