"""Writes and reads stay cheap in processor time, bytes and syncs, with each installed database; writers share syncs."""
import glob
import json
import os
import time

from client import Client, request_of
from costs import Meter, each
from figures import percentile
from load import Crowd
from postgres import Cluster, has_citus
from processes import Worker
from traffic import batch, expect, listening, prepare
from trial import CannotRun

SECONDS, SHORT_SECONDS = 90, 24
SESSIONS, CONNECTIONS = 100, 64
PARTS = ["edge", "session", "views", "database"]


def run(trial):
    """Measures one database after the other; WAYMARK_FIGURES names a file for the figures, as deploy/scale reads it."""
    kinds = {"SQLite": lambda: None}
    try:
        if has_citus():
            kinds["Citus"] = lambda: trial.keep(Cluster(workers=2))
        kinds["PostgreSQL"] = lambda: trial.keep(Cluster())
    except CannotRun as reason:
        trial.show("databases on a server", str(reason))
    figures = {}
    for kind, made in kinds.items():
        cluster = made()
        stack = trial.stack(database=cluster.address if cluster else None)
        try:
            figures[kind] = measure(trial, kind, stack, cluster, trial.seconds / len(kinds) / 3)
        finally:
            stack.stop()
            if cluster:
                cluster.remove()
    if os.environ.get("WAYMARK_FIGURES"):
        with open(os.environ["WAYMARK_FIGURES"], "w") as file:
            json.dump(figures, file, indent=2)


def measure(trial, kind, stack, cluster, seconds):
    """Measures stored sessions, single writes, reads from memory, and rebuilds."""
    users = [f"user{number}" for number in range(16 if trial.short else 40)]
    tokens = [stack.token(user) for user in users]
    meter, found = Meter(stack, cluster), {}
    for user in users:
        prepare(stack.client(user), stories=1)
    empty = meter.kept_bytes()
    for user in users:
        expect(stack.client(user).call("POST", "/analytics/sessions/batch", batch("s0", 0, SESSIONS)), 200)
    found["kept bytes"] = (meter.kept_bytes() - empty) / len(users) / SESSIONS

    place = [SESSIONS * len(tokens)]

    def write(_):
        place[0] += 1
        session = listening("s0", place[0] // len(tokens))
        return request_of("POST", "/api/v1/analytics/sessions", tokens[place[0] % len(tokens)], session)

    def read(_):
        place[0] += 1
        path = "/api/v1/analytics/summary"
        return request_of("GET", path, tokens[place[0] % len(tokens)], headers=[("Cache-Control", "no-cache")])

    found["write"] = phase(stack, meter, write, seconds)
    for token in tokens:
        expect_read(stack, token)
    found["read"] = phase(stack, meter, read, seconds)
    # Each began with an account and a story.
    events = 2 + SESSIONS + found["write"].pop("count") / len(users)
    found["view bytes"] = meter.view_bytes() / events
    found["fold"] = fold(stack, meter, tokens, events * len(users))
    show(trial, kind, found, bool(cluster))
    return found


def phase(stack, meter, request, seconds):
    """Sends one kind of request on many connections without pause; returns the cost of one."""
    before = meter.read()
    seen, _ = Worker(drive, stack.address, request, seconds).result()
    count = sum(number for status, number in seen["statuses"].items() if status in ("200", "201"))
    if count != sum(seen["statuses"].values()) or seen["cut"] or not count:
        raise AssertionError(f"some requests failed: {seen['statuses']}, {seen['cut']} cut")
    found = each(before, meter.read(), count)
    times = {"median seconds": seen["median"], "p99 seconds": seen["p99"]}
    return {**found, **times, "count": count, "a second": count / seconds}


def drive(address, request, seconds):
    """Runs a crowd in a separate process."""
    seen = Crowd(address, CONNECTIONS, request).run(time.monotonic() + seconds)
    waits = [wait for wait, _ in seen["latencies"]]
    times = {"median": percentile(waits, 50), "p99": percentile(waits, 99)}
    return {"statuses": seen["statuses"], "cut": seen["cut"], **times}


def fold(stack, meter, tokens, events):
    """Measures a view's work per event of an unknown user, by the first read of each user."""
    stack.stop()
    for path in glob.glob(f"{stack.data}/stats.sqlite*"):
        os.remove(path)
    stack.start()
    before = meter.read()
    begun = time.monotonic()
    for token in tokens:
        expect_read(stack, token)
    taken = time.monotonic() - begun
    return {**each(before, meter.read(), events), "user seconds": taken / len(tokens)}


def expect_read(stack, token):
    """A user's figures, read once."""
    expect(Client(stack.address, token).call("GET", "/analytics/summary", headers=[("Cache-Control", "no-cache")]), 200)


def show(trial, kind, found, has_server):
    """Returns the figures as rows, with the limits that apply on any machine."""
    for act in ("write", "read"):
        one = found[act]
        parts = [f"{part} {one[part + ' seconds'] * 1e6:.0f}" for part in PARTS]
        trial.show(f"{kind}, a {act}: µs of a core", ", ".join(parts))
        trial.show(f"{kind}, {act}s a second, median, p99",
                   f"{one['a second']:.0f}, {one['median seconds'] * 1e3:.1f} ms, {one['p99 seconds'] * 1e3:.1f} ms")
    write, read = found["write"], found["read"]
    if kind == "Citus":
        asked = [f"{one['asked machine seconds'] / one['database seconds']:.0%}" for one in (write, read)]
        trial.show("Citus, of that the machine that is asked", f"of a write {asked[0]}, of a read {asked[1]}")
    trial.show(f"{kind}, a write: bytes of log, on disks", f"{write['log bytes']:.0f}, {write['disk bytes']:.0f}")
    if has_server:
        trial.hold(f"{kind}, a write: syncs", f"{write['syncs']:.3f}", "< 1", write["syncs"] < 1)
        trial.hold(f"{kind}, a read: syncs", f"{read['syncs']:.3f}", "< 0.1", read["syncs"] < 0.1)
    folding = sum(found["fold"][part + " seconds"] for part in PARTS)
    trial.show(f"{kind}, an event during a rebuild: µs of a core", f"{folding * 1e6:.1f}")
    trial.hold(f"{kind}, a session: bytes kept", f"{found['kept bytes']:.0f}", "< 2000", 0 < found["kept bytes"] < 2000)
    trial.show(f"{kind}, a user's first read after a start", f"{found['fold']['user seconds'] * 1e3:.1f} ms")
    trial.show(f"{kind}, an event in a view: bytes in memory", f"{found['view bytes']:.1f}")
