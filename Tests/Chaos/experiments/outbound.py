"""Events reach a failing receiver, and another server's sessions come once, while processes are killed at random."""
import random
import time

from credentials import Keys
from figures import mebibytes
from foreign import SECRET, Foreign, listened
from model.days import text_of
from processes import let_run, proportional, wait_until
from stack import SERVICES, persistent
from traffic import expect

SECONDS, SHORT_SECONDS = 900, 40
MEASURES_TIME = False
QUIET_EVENTS, EVENTS, SHORT_EVENTS = 20, 200, 24
SESSIONS, SHORT_SESSIONS = 3_000, 750
RUNS = 3
CONNECTIONS_OF_USER, USERS, SHORT_USERS = 10, 100, 3
IDLE_BYTES, CONNECTED_BYTES = 16 << 20, 32 << 20
BEGINNING = 1_704_448_800
# A failed delivery is sent again after 5 s, so one that failed once has arrived after this time.
PATIENCE_SECONDS = 60
# An interrupted run continues once its lease has ended, which is after three minutes.
LEASE_PATIENCE_SECONDS = 400


def run(trial):
    """Sends webhooks without and with kills, interrupts the runs of connections, then measures memory."""
    keys, foreign, chance = trial.keep(Keys()), trial.keep(Foreign()), random.Random(trial.seed)
    stack = trial.stack(environment=keys.environment)
    hold_memory(trial, stack, "idle memory of outbound", IDLE_BYTES)
    client = stack.client("ada")
    expect(client.call("POST", "/webhooks", {"url": foreign.url, "events": ["ruck.recorded"]}), 201)
    walks = Walks(client)
    old = {"id": "old", "startedAt": text_of(walks.begun - 86_400), "endedAt": text_of(walks.begun - 80_000),
           "distance": 1_000, "loadWeight": 10}
    expect(client.call("POST", "/rucks", old), 201)
    quiet(trial, foreign, walks, "before all kills")
    killed_deliveries(trial, stack, foreign, walks, chance)
    stack.wait_ready()
    quiet(trial, foreign, walks, "after all kills")
    with foreign.lock:
        sent = [body["data"]["id"] for _, _, body in foreign.deliveries]
    trial.hold("attempts to send an event of more than 24 h ago", sent.count("old"), "0", "old" not in sent)
    interrupted_runs(trial, stack, foreign, chance)
    connected_memory(trial, stack, foreign, keys)
    trial.hold_verified(stack)


class Walks:
    """Records rucks, each a minute later than the last one, and keeps their ids in the order of the commits."""

    def __init__(self, client):
        # Only events of the last 24 h are sent.
        self.client, self.begun, self.ids = client, int(time.time()) - 20 * 3_600, []

    def record(self):
        """Records a ruck for certain, also while processes are killed."""
        start = self.begun + 60 * len(self.ids)
        body = {"id": f"walk-{len(self.ids)}", "startedAt": text_of(start), "endedAt": text_of(start + 30),
                "distance": 1_000, "loadWeight": 10}
        # A repeated POST after a cut finds the ruck that it has recorded.
        expect(persistent(self.client, "POST", "/rucks", body, seconds=PATIENCE_SECONDS), 200, 201)
        self.ids.append(body["id"])


def ids_of(deliveries):
    """The ids of the rucks of deliveries."""
    return [body["data"]["id"] for _, body in deliveries]


def quiet(trial, foreign, walks, when):
    """Without failures and kills, events arrive once and in order."""
    known = len(foreign.accepted())
    for _ in range(QUIET_EVENTS):
        walks.record()
    wanted = walks.ids[-QUIET_EVENTS:]
    wait_until(PATIENCE_SECONDS, lambda: set(wanted) <= set(ids_of(foreign.accepted())))
    # Late repetitions of earlier events may arrive in between.
    seen = [id for id in ids_of(foreign.accepted()[known:]) if id in wanted]
    trial.hold(f"events {when}: in order and once", f"{len(seen)} of {len(wanted)}", "True", seen == wanted)


def killed_deliveries(trial, stack, foreign, walks, chance):
    """The receiver rejects every other event at first, and processes are killed while events are made and sent."""
    failed, first = set(), len(walks.ids)

    def status(id):
        """Rejects the first attempt of half of the events."""
        if id in failed or chance_of_receiver.random() < 0.5:
            return 204
        failed.add(id)
        return 503

    chance_of_receiver, foreign.hooks = random.Random(trial.seed + 1), status
    kills = 0
    for _ in range(SHORT_EVENTS if trial.short else EVENTS):
        walks.record()
        if chance.random() < 0.4:
            kills += bool(stack.kill(chance.choice([*SERVICES, "outbound", "outbound"])))
        let_run(chance.uniform(0, 0.2))
    stack.wait_ready()
    wanted = set(walks.ids[first:])
    wait_until(PATIENCE_SECONDS, lambda: wanted <= set(ids_of(foreign.accepted())), 0.05)
    foreign.hooks = lambda id: 204
    seen = foreign.accepted()
    lost = wanted - set(ids_of(seen))
    trial.show("processes killed during deliveries", kills)
    trial.show("first attempts that the receiver rejected", len(failed))
    trial.hold("events that never arrived", sorted(lost)[:3] or len(lost), "0", not lost)
    ids = {}
    for id, body in seen:
        ids.setdefault(body["data"]["id"], set()).add(id)
    several = [ruck for ruck, names in ids.items() if len(names) > 1]
    trial.hold("events with several values of webhook-id", several[:3] or 0, "0", not several)
    trial.show("events that arrived more than once", len(seen) - len(ids))


class Interruptions:
    """Kills a process while a page of the list is requested, this often for each run."""

    def __init__(self, stack, chance):
        self.stack, self.chance, self.left, self.kills = stack, chance, 0, 0

    def __call__(self):
        """Is called before each page is sent."""
        if self.left and self.chance.random() < 0.6:
            self.left -= 1
            self.kills += bool(self.stack.kill(self.chance.choice(["outbound", "outbound", "session", "edge"])))


def interrupted_runs(trial, stack, foreign, chance):
    """Each session of another server is imported once and grows, though runs are interrupted by kills."""
    count = SHORT_SESSIONS if trial.short else SESSIONS
    # Sessions that were heard offline arrive later, anywhere in the list.
    rows = [listened(number, BEGINNING + 3_600 * number) for number in range(count)]
    chance.shuffle(rows)
    known = count * 2 // 3
    foreign.library = rows[:known]
    foreign.before_page = interruptions = Interruptions(stack, chance)
    client = stack.client("ben")
    body = {"kind": "audiobookshelf", "url": foreign.url + "/books", "secret": SECRET}
    path = "/connections/" + expect(persistent(client, "POST", "/connections", body), 201).json["id"]
    ended = 0
    for number in range(RUNS):
        more = known + (count - known) * number // (RUNS - 1)
        with foreign.lock:
            for row in chance.sample(foreign.library, 5 if number else 0):
                foreign.library[foreign.library.index(row)] = grown(row)
            foreign.library += rows[len(foreign.library):more]
        interruptions.left = 1
        persistent(client, "POST", path + "/run")
        if trial.short:
            # No time for the end of a lease: a person switches the connection off and on, which begins a new run.
            wait_until(PATIENCE_SECONDS, lambda: not interruptions.left or has_all(client, path, foreign), 0.05)
            for is_on in (False, True):
                persistent(client, "PATCH", path, {"isOn": is_on})
        wait_until(LEASE_PATIENCE_SECONDS, lambda: has_all(client, path, foreign), 0.2)
        interruptions.left = 0
        ended += has_all(client, path, foreign)
    seen, wanted = sessions(client), wanted_of(foreign)
    state = persistent(client, "GET", path).json["state"]
    trial.show("processes killed during runs, pages requested", f"{interruptions.kills}, {foreign.pages}")
    trial.show("counts of the connection", f"{state['added']} added, {state['alreadyThere']} already there")
    trial.hold("runs that were interrupted", interruptions.kills, "> 0", interruptions.kills > 0)
    trial.hold("runs that ended", f"{ended} of {RUNS}", f"{RUNS}", ended == RUNS)
    trial.hold("sessions of the other server", f"{len(seen)} of {len(wanted)}", "each once", seen == wanted)


def grown(row):
    """Continues a session."""
    return listened(int(row["id"].rpartition("-")[2]), row["startedAt"] // 1_000, row["timeListening"] + 300)


def wanted_of(foreign):
    """The start and the duration of each session that the other server lists."""
    with foreign.lock:
        return sorted((text_of(one["startedAt"] // 1_000), one["timeListening"]) for one in foreign.library)


def has_all(client, path, foreign):
    """Whether the run has ended and everything is as the other server lists it."""
    phase = persistent(client, "GET", path).json["state"]["phase"]
    return phase == "idle" and sessions(client) == wanted_of(foreign)


def sessions(client):
    """The start and the duration of each listening session."""
    found, cursor = [], None
    while True:
        path = "/analytics/sessions?limit=200" + (f"&cursor={cursor}" if cursor else "")
        page = persistent(client, "GET", path).json
        found, cursor = found + [(one["startedAt"], one["duration"]) for one in page["items"]], page["nextCursor"]
        if cursor is None:
            return sorted(found)


def connected_memory(trial, stack, foreign, keys):
    """Memory with many connections, of ten users each at most."""
    foreign.library = [listened(0, BEGINNING)]
    users = SHORT_USERS if trial.short else USERS
    client = stack.client("ben")
    for user in range(users):
        client.token = keys.token(f"connected{user}")
        for number in range(CONNECTIONS_OF_USER):
            body = {"kind": "audiobookshelf", "url": f"{foreign.url}/books/{number}", "secret": SECRET}
            expect(persistent(client, "POST", "/connections", body), 201)
    hold_memory(trial, stack, f"memory of outbound with {users * CONNECTIONS_OF_USER} connections", CONNECTED_BYTES)


def hold_memory(trial, stack, what, bound):
    """Waits until the process is idle and its memory within the bound."""
    least = [proportional(stack.pid("outbound"))]

    def is_within():
        least[0] = min(least[0], proportional(stack.pid("outbound")))
        return least[0] <= bound

    wait_until(20, is_within, 0.2)
    trial.hold(what, mebibytes(least[0]), f"≤ {mebibytes(bound)}", least[0] <= bound)
