"""A user whose devices send everything repeatedly over connections that break, and who deletes things."""
import datetime
import time

from client import Cut, Refused, Slow
from device import BOOK_PAGES, Device, md5_of, plugin_history, statistics, track, workouts
from model.days import text_of
from model.devices import Devices, story_of
from model.person import difference
from processes import wait_until
from sender import Sender, Wrong

# The faults end when the slowest user is finished, which a busy machine delays.
LONGEST_HEALING = 1_200
PATIENCE_SECONDS = 60
# An import whose process is killed is taken over after 20 seconds, and may be killed again.
SETTLING_SECONDS = 300
BEGINNING = 1_704_448_800
# No two sessions or walks of the generator begin within this time.
SLOT_SECONDS = 7_200
PAGE_SECONDS = 60
EPISODE_SECONDS = 3_600
PODCAST = "https://podcast.example/feed"
BOOKS = [f"Book {number} of the sea" for number in range(6)]
SYNCHRONISATIONS = 10


class Replay(Sender):
    """Does random things with several devices, and applies each to the model once it is certain."""

    def __init__(self, address, user, token, typed, seed, cut_share):
        super().__init__(address, token, seed, cut_share)
        self.client.seconds = 12
        self.devices = [Device(f"device{number}", user, text) for number, text in enumerate(typed)]
        self.model, self.slot, self.tags, self.titles = Devices(), 0, {}, {}
        self.sessions, self.playings, self.exports, self.files = [], [], set(), {}
        self.requests = {}

    def certain_bytes(self, kind, request, statuses):
        """Sends a device's request until there is one of these statuses. Only 503 and a cut lead to another attempt."""
        deadline, tries = time.monotonic() + PATIENCE_SECONDS, 0
        while time.monotonic() < deadline:
            tries += 1
            self.requests[kind] = self.requests.get(kind, 0) + 1
            response = self.attempt(request, True)
            if response is not None and response.status != 503:
                if response.status in statuses:
                    return response
                raise Wrong(f"seed {self.seed}: {request[:120]!r}: {response!r} at attempt {tries}")
            self.counts["refused"] += response is not None
            time.sleep(self.random.uniform(0.02, 0.06))
        raise Wrong(f"seed {self.seed}: {request[:120]!r}: no certain response within {PATIENCE_SECONDS} s")

    def attempt(self, request, may_be_cut):
        """Sends a request once; now and then the connection is cut in the middle of the response."""
        if not may_be_cut or self.random.random() >= self.cut_share / 2:
            return super().attempt(request, may_be_cut)
        self.counts["cut"] += 1
        try:
            connection = self.client.connect()
            connection.sendall(request)
            connection.recv(self.random.randrange(1, 60))
        except (Cut, Refused, Slow, OSError):
            pass
        self.client.close()
        return None

    def act(self):
        """Does one random action."""
        kinds = [self.read] * 5 + [self.read_again] * 3 + [self.push] * 4 + [self.play] * 5 + [self.play_again] * 2
        kinds += [self.listen] * 4 + [self.listen_again] * 2 + [self.subscribe] * 2 + [self.walk] * 2
        kinds += [self.walk_again, self.export, self.delete_session, self.delete_ruck]
        kinds += [self.delete_book] if self.random.random() < 0.05 else []
        kinds += [self.delete_story] if self.random.random() < 0.2 else []
        self.random.choice(kinds)()

    def next_slot(self):
        """The start of the next span that nothing else uses."""
        self.slot += 1
        return BEGINNING + self.slot * SLOT_SECONDS

    # Reading

    def read(self):
        """Reads some pages, of a new session or of a recent one, and sends the history."""
        growing = [one for one in self.sessions[-6:] if ("reading", one["book"], one["start"]) not in self.model.deleted
                   and one["book"] not in self.model.deleted_books]
        if growing and self.random.random() < 0.4:
            session = self.random.choice(growing)
        else:
            books = [title for title in BOOKS if title not in self.model.deleted_books]
            if not books:
                return
            session = {"book": self.random.choice(books), "start": self.next_slot(), "pages": 0}
            self.sessions.append(session)
        more = self.random.randrange(1, 6)
        rows = {(session["book"], 1 + page % BOOK_PAGES, session["start"] + page * PAGE_SECONDS, PAGE_SECONDS)
                for page in range(session["pages"], session["pages"] + more)}
        session["pages"] += more
        self.send_history(self.model.pages | rows)
        self.model.pages |= rows

    def read_again(self):
        """Sends a history that a device has sent before, or that lacks rows."""
        rows = sorted(self.model.pages, key=lambda row: row[2])
        if rows:
            self.send_history(set(rows[:self.random.randrange(1, len(rows) + 1)]))

    def send_history(self, pages):
        """Sends a history over WebDAV, as KOReader does, or with KoInsight's plugin."""
        device = self.random.choice(self.devices)
        if self.random.random() < 0.5:
            self.send_statistics(device, statistics(pages))
        else:
            request = device.plugin("POST", "/api/plugin/import", plugin_history(pages, device.name))
            self.certain_bytes("koinsight", request, (200,))

    def send_statistics(self, device, content):
        """Uploads the file unless another device was faster: then it is read first."""
        path = "/statistics.sqlite3"
        while True:
            tag = self.tags.get(device.name)
            fields = [("If-Match", tag)] if tag else [("If-None-Match", "*")]
            response = self.certain_bytes("dav", device.dav("PUT", path, content, fields), (201, 204, 412))
            if response.status != 412:
                self.tags[device.name] = response.headers["etag"]
                return
            # The attempt before this one may have been a cut one that succeeded.
            seen = self.certain_bytes("dav", device.dav("GET", path), (200,))
            self.tags[device.name] = seen.headers["etag"]
            if seen.body == content:
                return

    # Positions

    def push(self):
        """Pushes a position, or reads one on another device."""
        document = md5_of(self.random.choice(BOOKS))
        if self.random.random() < 0.3:
            self.check_position(document)
            return
        device = self.random.choice(self.devices)
        position = {"document": document, "progress": f"/body/p[{self.random.randrange(999)}]",
                    "percentage": self.random.randrange(1_001) / 1_000, "device": "Kobo", "device_id": device.name}
        self.certain_bytes("kosync", device.kosync("PUT", "/syncs/progress", position), (200,))
        self.model.positions[document] = position

    def check_position(self, document):
        """Compares a position with the last push."""
        path = f"/syncs/progress/{document}"
        seen = self.certain_bytes("kosync", self.random.choice(self.devices).kosync("GET", path), (200,)).json
        wanted = self.model.positions.get(document, {})
        if not wanted and seen:
            raise Wrong(f"seed {self.seed}: {path}: {seen!r} of a document that was never pushed")
        self.check(wanted, seen, path)

    # Podcasts

    def play(self):
        """Plays an episode, or continues one, and uploads the actions."""
        going = [one for one in self.playings[-5:] if one["position"] < EPISODE_SECONDS]
        if going and self.random.random() < 0.5:
            before = self.random.choice(going)
            position = min(EPISODE_SECONDS, before["position"] + self.random.choice([1, 60, 900, 3_600]))
            action = {**before, "position": position, "timestamp": before["timestamp"] + position - before["position"]}
            self.playings.remove(before)
        else:
            start, number = self.next_slot(), self.random.randrange(12)
            if self.story(number) in self.model.deleted_stories:
                return
            started, seconds = self.random.randrange(900), self.random.randrange(1, 1_800)
            action = {"podcast": PODCAST, "guid": f"guid-{number}", "number": number, "started": started,
                      "device": self.random.choice(self.devices).name, "position": started + seconds,
                      "timestamp": start + seconds, "total": EPISODE_SECONDS}
        if self.story(action["number"]) not in self.model.deleted_stories:
            self.playings.append(action)
            self.upload([action, *self.random.sample(self.model.plays, min(3, len(self.model.plays)))])

    @staticmethod
    def story(number):
        """The id of an episode's story."""
        return story_of(PODCAST, f"guid-{number}", "pod:")

    def play_again(self):
        """Uploads actions that were uploaded before."""
        if self.model.plays:
            self.upload(self.random.sample(self.model.plays, min(len(self.model.plays), 20)))

    def upload(self, plays):
        """Uploads actions in the order of their times."""
        plays = sorted(plays, key=lambda play: play["timestamp"])
        actions = [{
            "podcast": play["podcast"], "episode": f"https://podcast.example/{play['number']}.mp3",
            "guid": play["guid"], "device": play["device"], "action": "PLAY",
            "timestamp": text_of(play["timestamp"])[:-1], "started": play["started"], "position": play["position"],
            "total": play["total"]} for play in plays]
        device = self.random.choice(self.devices)
        self.certain_bytes("gpodder", device.gpodder("POST", "/api/2/episodes/me.json", actions), (200,))
        self.model.plays += [play for play in plays if play not in self.model.plays]
        self.model.actions |= {(one["guid"], one["device"], one["timestamp"], one["started"], one["position"])
                               for one in actions}

    def subscribe(self):
        """Subscribes to some feeds and ends other subscriptions."""
        feeds = [f"https://podcast.example/feed{number}" for number in range(20)]
        add, remove = set(self.random.sample(feeds, 3)), set(self.random.sample(feeds, 2))
        remove -= add
        device = self.random.choice(self.devices)
        body = {"add": sorted(add), "remove": sorted(remove)}
        path = f"/api/2/subscriptions/me/{device.name}.json"
        self.certain_bytes("gpodder", device.gpodder("POST", path, body), (200,))
        self.model.feeds = (self.model.feeds | add) - remove

    # Tracks

    def listen(self):
        """Hears a track and submits it, sometimes with some that were submitted before."""
        track = f"Track {self.random.randrange(15)}"
        if story_of("Nina Simone", track, "lb:") in self.model.deleted_stories:
            return
        listen = ("Nina Simone", track, self.next_slot(), self.random.randrange(60, 600))
        again = self.random.sample(sorted(self.model.listens), min(len(self.model.listens), self.random.choice([0, 5])))
        self.submit([listen, *again])
        self.model.listens.add(listen)

    def listen_again(self):
        """Submits listens that were submitted before."""
        if self.model.listens:
            self.submit(self.random.sample(sorted(self.model.listens), min(len(self.model.listens), 10)))

    def submit(self, listens):
        """Submits listens, one as a single one."""
        payload = [{"listened_at": start, "track_metadata": {
            "artist_name": artist, "track_name": track, "additional_info": {"duration": seconds}}}
            for artist, track, start, seconds in listens]
        body = {"listen_type": "single" if len(payload) == 1 else "import", "payload": payload}
        request = self.random.choice(self.devices).listenbrainz("POST", "/1/submit-listens", body)
        self.certain_bytes("listenbrainz", request, (200,))

    # Walks

    def walk(self):
        """Records a walk and stores its file in the folder that names the load."""
        start = self.next_slot()
        self.files[f"/20kg/walk-{start}.gpx"] = track(start)
        self.store(f"/20kg/walk-{start}.gpx")
        self.model.walks.add((start, 20))

    def walk_again(self):
        """Stores the file of a walk again."""
        path = self.chosen(self.files)
        if path:
            self.store(path)

    def store(self, path):
        """Stores a file; its folder may be missing or there."""
        device, folder = self.random.choice(self.devices), path.rpartition("/")[0]
        self.certain_bytes("dav", device.dav("MKCOL", folder), (201, 405))
        self.certain_bytes("dav", device.dav("PUT", path, self.files[path]), (201, 204))

    def export(self):
        """Exports all workouts of the phone once more, now and then with a new one."""
        starts = self.exports | ({self.next_slot()} if self.random.random() < 0.5 else set())
        if starts:
            self.send_exports(starts)

    def send_exports(self, starts):
        """Sends workouts as Health Auto Export does."""
        request = self.devices[0].api("POST", "/imports?format=health-auto-export&load=10", workouts(starts))
        self.certain_bytes("imports", request, (200,))
        self.exports = starts
        self.model.walks |= {(start, 10) for start in starts}

    # Acts of the person

    def delete_session(self):
        """Deletes a session of reading or listening."""
        kind, path = self.random.choice([("reading", "/reading/sessions"), ("listening", "/analytics/sessions")])
        self.settle(kind)
        rows = self.rows(path)
        if not rows:
            return
        one = self.random.choice(rows)
        start = instant(one["startedAt"])
        name = self.titles[one["workId"]] if kind == "reading" else one["storyId"]
        self.certain("DELETE", f"{path}/{one['id']}")
        self.model.deleted.add((kind, name, start))

    def delete_ruck(self):
        """Deletes a ruck that came as a file. A ruck that was imported by hand would come back."""
        self.settle("rucks")
        rows = [one for one in self.rows("/rucks") if one["loadWeight"] == 20]
        if rows:
            one = self.random.choice(rows)
            self.certain("DELETE", f"/rucks/{one['id']}")
            self.model.deleted.add(("ruck", instant(one["startedAt"])))

    def delete_book(self):
        """Deletes a work. Its sessions stay."""
        self.settle("reading")
        works = self.rows("/works")
        if len(works) > 2:
            work = self.random.choice(works)
            self.certain("DELETE", f"/works/{work['id']}")
            self.model.deleted_books.add(work["title"])

    def delete_story(self):
        """Deletes a story. Its sessions stay."""
        stories = self.rows("/stories")
        if len(stories) > 4:
            story = self.random.choice(stories)
            self.certain("DELETE", f"/stories/{story['id']}")
            self.model.deleted_stories.add(story["id"])

    # Comparison

    def rows(self, path):
        """All items of a list."""
        items, cursor = [], None
        while True:
            page = self.get(f"{path}?limit=200" + (f"&cursor={cursor}" if cursor else ""))
            items, cursor = items + page["items"], page["nextCursor"]
            if cursor is None:
                break
        if path == "/works":
            self.titles.update({work["id"]: work["title"] for work in items})
        return items

    def seen(self, kind):
        """The product's list, in the form of the model."""
        if kind == "reading":
            self.rows("/works")
            return sorted((self.titles.get(one["workId"]), instant(one["startedAt"]), instant(one["endedAt"]))
                          for one in self.rows("/reading/sessions"))
        if kind == "listening":
            return sorted((one["storyId"], instant(one["startedAt"]), one["duration"], one["completed"])
                          for one in self.rows("/analytics/sessions"))
        if kind == "rucks":
            return sorted((instant(one["startedAt"]), one["loadWeight"]) for one in self.rows("/rucks"))
        if kind == "books":
            return sorted(one["title"] for one in self.rows("/works"))
        return sorted(one["id"] for one in self.rows("/stories"))

    def settle(self, kind):
        """Waits until the imports that continue after their response are done."""
        wanted = getattr(self.model, kind)()
        if not wait_until(SETTLING_SECONDS, lambda: self.seen(kind) == wanted, 0.05):
            raise Wrong(f"seed {self.seed}: {kind}: {self.first_difference(wanted, self.seen(kind))}")

    @staticmethod
    def first_difference(wanted, seen):
        """The missing and the surplus rows."""
        missing = [row for row in wanted if row not in seen][:2]
        extra = [row for row in seen if row not in wanted][:2]
        return f"{len(seen)} instead of {len(wanted)}; missing {missing}; too much {extra}"

    def compare(self):
        """Compares everything with the model; returns the differences."""
        for kind in ("reading", "listening", "rucks", "books", "stories"):
            self.settle(kind)
            self.counts["figures"] += 1
        for document in map(md5_of, BOOKS):
            self.check_position(document)
        device, found = self.devices[0], []
        path = f"/subscriptions/me/{device.name}.json"
        feeds = self.certain_bytes("gpodder", device.gpodder("GET", path), (200,)).json
        found.append(difference(sorted(self.model.feeds), sorted(feeds), "subscriptions"))
        actions = self.certain_bytes("gpodder", device.gpodder("GET", "/api/2/episodes/me.json?since=0"), (200,)).json
        seen = sorted((one["guid"], one["device"], one["timestamp"], one["started"], one["position"])
                      for one in actions["actions"])
        if seen != sorted(self.model.actions):
            found.append(f"actions: {self.first_difference(sorted(self.model.actions), seen)}")
        return [f"seed {self.seed}: {text}" for text in found if text]

    def synchronise(self):
        """Every device sends everything once more."""
        for device in self.devices:
            self.send_statistics(device, statistics(self.model.pages))
            history = plugin_history(self.model.pages, device.name)
            self.certain_bytes("koinsight", device.plugin("POST", "/api/plugin/import", history), (200,))
        for first in range(0, len(self.model.plays), 1_000):
            self.upload(self.model.plays[first:first + 1_000])
        listens = sorted(self.model.listens)
        for first in range(0, len(listens), 1_000):
            self.submit(listens[first:first + 1_000])
        for path in self.files:
            self.store(path)
        if self.exports:
            self.send_exports(self.exports)


def instant(text):
    """The seconds of an instant as the API writes it."""
    return int(datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp())


def live(address, user, token, typed, seed, cut_share, requests, finished, healed):
    """Acts until `requests` are sent, waits for the end of all faults, compares, synchronises and compares."""
    replay, found = Replay(address, user, token, typed, seed, cut_share), []
    try:
        while sum(replay.requests.values()) < requests:
            replay.act()
        finished.set()
        replay.cut_share = 0
        if not wait_until(LONGEST_HEALING, lambda: bool(healed)):
            raise Wrong(f"the faults had not ended {LONGEST_HEALING} s after the last request")
        found = replay.compare()
        for _ in range(SYNCHRONISATIONS):
            replay.synchronise()
        found += replay.compare()
    except Wrong as wrong:
        found.append(str(wrong))
    finished.set()
    model = replay.model
    replay.counts.update({
        "sessions of reading": len(model.reading()), "sessions of listening": len(model.listening()),
        "rucks": len(model.rucks()), "deleted sessions and rucks": len(model.deleted),
        "deleted books and stories": len(model.deleted_books) + len(model.deleted_stories)})
    return {"wrong": found, "counts": replay.counts, "requests": replay.requests}
