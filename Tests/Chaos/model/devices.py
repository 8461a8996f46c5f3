"""The deliveries of devices, and the sessions, rucks and positions that must follow from them."""
import hashlib

PAUSE_SECONDS = 300
# Reports of the same device, episode and first position that are farther apart are different playings.
PLAYING_SECONDS = 86_400


class Devices:
    """All deliveries of one person's devices. Each answer is computed from all of them."""

    def __init__(self):
        self.pages, self.plays, self.listens, self.walks = set(), [], set(), set()
        self.positions, self.feeds, self.actions = {}, set(), set()
        # Deleted by the person: starts of sessions and rucks, and stories and books as a whole.
        self.deleted, self.deleted_stories, self.deleted_books = set(), set(), set()

    def reading(self):
        """The reading sessions: title, start and end. Pages with short pauses are one session."""
        found = []
        for book in sorted({row[0] for row in self.pages}):
            rows = sorted((start, start + seconds) for title, _, start, seconds in self.pages if title == book)
            runs = []
            for start, end in rows:
                if runs and start - runs[-1][1] <= PAUSE_SECONDS:
                    runs[-1][1] = max(runs[-1][1], end)
                else:
                    runs.append([start, end])
            found += [(book, start, end) for start, end in runs if ("reading", book, start) not in self.deleted]
        return sorted(found)

    def listening(self):
        """The listening sessions: story, start, duration and whether completed."""
        playings = {}
        for play in self.plays:
            key = (play["device"], play["podcast"], play["guid"], play["started"])
            seconds = play["position"] - play["started"]
            known = [one for one in playings.setdefault(key, [])
                     if abs(play["timestamp"] - one["reported"]) <= PLAYING_SECONDS]
            if known:
                playing = max(known, key=lambda one: one["reported"])
            else:
                playing = {"reported": play["timestamp"], "start": play["timestamp"] - seconds, "seconds": 0,
                           "completed": False}
                playings[key].append(playing)
            playing["seconds"] = max(playing["seconds"], seconds)
            playing["completed"] = playing["completed"] or play["position"] >= 0.95 * play["total"]
        rows = {(story_of(podcast, guid, "pod:"), one["start"]): (one["seconds"], one["completed"])
                for (_, podcast, guid, _), ones in playings.items() for one in ones}
        rows.update({(story_of(artist, track, "lb:"), start): (seconds, True)
                     for artist, track, start, seconds in self.listens})
        return sorted((story, start, *rest) for (story, start), rest in rows.items()
                      if ("listening", story, start) not in self.deleted)

    def stories(self):
        """The ids of the stories."""
        plays = {story_of(play["podcast"], play["guid"], "pod:") for play in self.plays}
        listens = {story_of(artist, track, "lb:") for artist, track, _, _ in self.listens}
        return sorted((plays | listens) - self.deleted_stories)

    def books(self):
        """The titles of the works."""
        return sorted({row[0] for row in self.pages} - self.deleted_books)

    def rucks(self):
        """The rucks: start and load."""
        return sorted((start, load) for start, load in self.walks if ("ruck", start) not in self.deleted)


def story_of(first, second, prefix):
    """The id of a story that a connector makes."""
    return prefix + hashlib.sha256(f"{first}\n{second}".encode()).hexdigest()[:16]
