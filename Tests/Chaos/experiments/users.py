"""With more users, cold reads, writes, memory and stored bytes cost no more per user."""
import os
import sqlite3
import time

from client import Client, request_of
from credentials import Keys
from figures import mebibytes, percentile
from load import Crowd
from postgres import Cluster
from processes import Worker, resident
from stack import VIEWS
from traffic import batch, expect, listening, prepare
from trial import CannotRun

SECONDS, SHORT_SECONDS = 3_600, 60
COUNTS = [1_000, 10_000, 100_000]
SHORT_COUNTS = {"SQLite": [100, 400], "PostgreSQL": [200]}
SESSIONS, TEMPLATES = 200, 50
READERS, READS, SHORT_READS, WRITES_A_SECOND = 2, 3_000, 100, 100
# Reads of other users until the views have evicted some.
TOUCHED, SHORT_TOUCHED = 40_000, 200
VIEW_BYTES = 192 << 20
# The users' rows of a table, without the rows of the command line and of credentials.
TABLES = ["users", "journal", "heroes", "stories", "sessions"]


def run(trial):
    """Measures each kind of database with an increasing number of users."""
    for kind, few in SHORT_COUNTS.items():
        found = []
        for count in few if trial.short else COUNTS:
            try:
                cluster = trial.keep(Cluster()) if kind == "PostgreSQL" else None
            except CannotRun as reason:
                trial.show(kind, str(reason))
                break
            found.append(measure(trial, f"{kind}, {count:,} users", count, cluster))
        if len(found) > 1:
            first, last = found[0]["kept"], found[-1]["kept"]
            what = f"{kind}: bytes kept of a user, of most users against fewest"
            trial.hold(what, f"{last / first:.2f}", "≤ 1.2", last <= 1.2 * first)


def measure(trial, name, count, cluster):
    """Fills a journal, then reads cold users while others write."""
    keys = trial.keep(Keys())
    stack = trial.stack(database=cluster.address if cluster else None, environment=keys.environment)
    begin(stack, keys)
    stack.stop()
    seconds, kept = fill(stack, cluster, count)
    begun = time.monotonic()
    stack.start(seconds=60)
    trial.show(f"{name}: rows copied, ready", f"in {seconds:.0f} s, {(time.monotonic() - begun) * 1e3:.0f} ms")
    trial.show(f"{name}: bytes kept of a user", f"{kept / (count + TEMPLATES):.0f}")
    reads = SHORT_READS if trial.short else READS
    places = trial.random.sample(range(count), min(count, READERS * reads))
    hold_reads(trial, name, stack, keys, [user_at(place) for place in places])
    hold_memory(trial, name, stack, keys, count)
    stack.remove()
    if cluster:
        cluster.remove()
    return {"kept": kept / (count + TEMPLATES)}


def user_at(place):
    """Returns the name of a copy."""
    return f"u{place // TEMPLATES:05}-t{place % TEMPLATES:02}"


def begin(stack, keys):
    """Creates the users that the others are copies of, by requests of an app."""
    for number in range(TEMPLATES):
        client = Client(stack.address, keys.token(f"t{number:02}"))
        expect(client.call("PUT", "/heroes/h", {"name": f"Hero {number}"}), 201)
        prepare(client, stories=1)
        expect(client.call("POST", "/analytics/sessions/batch", batch("s0", number, SESSIONS)), 200)


def fill(stack, cluster, count):
    """Copies users' rows: checksums do not contain the user. Returns the duration and the stored bytes."""
    begun, copies = time.monotonic(), -(-count // TEMPLATES)
    if cluster:
        server = cluster.coordinator
        for table in TABLES:
            columns = server.sql(f"SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) "
                                 f"FROM information_schema.columns WHERE table_name = '{table}'")
            made = columns.replace("user_id", "'u' || lpad(k::text, 5, '0') || '-' || user_id", 1)
            server.sql(f"INSERT INTO {table} ({columns}) SELECT {made} FROM {table}, "
                       f"generate_series(0, {copies - 1}) k WHERE user_id LIKE 't%'")
        server.sql("VACUUM ANALYZE")
        kept = int(server.sql("SELECT sum(pg_total_relation_size(tablename::regclass)) FROM pg_tables "
                              "WHERE schemaname = 'public'"))
        return time.monotonic() - begun, kept
    path = f"{stack.data}/journal.sqlite"
    file = sqlite3.connect(path, isolation_level=None)
    file.execute("PRAGMA synchronous = OFF")
    for first in range(0, copies, 100):
        file.execute("BEGIN")
        for table in TABLES:
            names = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            made = ", ".join("? || user_id" if name == "user_id" else name for name in names)
            words = f"INSERT INTO {table} ({', '.join(names)}) SELECT {made} FROM {table} WHERE user_id GLOB 't*'"
            for copy in range(first, min(first + 100, copies)):
                file.execute(words, (f"u{copy:05}-",))
        file.execute("COMMIT")
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    return time.monotonic() - begun, os.path.getsize(path)


def read_cold(address, keys, users):
    """Reads each user once, one after the other; returns the durations."""
    client, waits = Client(address), []
    for user in users:
        token = keys.token(user)
        begun = time.monotonic()
        response = client.call("GET", "/analytics/summary", token=token, headers=[("Cache-Control", "no-cache")])
        waits.append(time.monotonic() - begun)
        expect(response, 200)
        if b'"totalPlayCount":200' not in response.body.replace(b" ", b""):
            raise AssertionError(f"{user}: {response.body!r}")
    return waits


def write_on(address, tokens, seconds):
    """Records sessions of other users at a rate on a few connections."""
    place = [0]

    def write(_):
        place[0] += 1
        return request_of("POST", "/api/v1/analytics/sessions", tokens[place[0] % len(tokens)],
                          listening("s0", 1_000 + place[0] // len(tokens)))

    seen = Crowd(address, 4, write, rate=WRITES_A_SECOND).run(time.monotonic() + seconds)
    return seen["statuses"]


def hold_reads(trial, name, stack, keys, users):
    """Runs readers of cold users next to writers."""
    writers = [keys.token(f"t{number:02}") for number in range(TEMPLATES)]
    seconds = 2 if trial.short else 30
    writing = Worker(write_on, stack.address, writers, seconds)
    parts = [users[place::READERS] for place in range(READERS)]
    reading = [Worker(read_cold, stack.address, keys, part) for part in parts]
    waits = sum((worker.result()[0] for worker in reading), [])
    statuses, _ = writing.result()
    trial.hold(f"{name}: writes during the reads", statuses, "201 alone", set(statuses) == {"201"})
    trial.show(f"{name}: median of {len(waits)} cold reads", f"{percentile(waits, 50) * 1e3:.1f} ms")
    trial.hold_time(f"{name}: p99 of cold reads", percentile(waits, 99), 0.02)


def hold_memory(trial, name, stack, keys, count):
    """Reads users until the views have evicted some, if there are enough users."""
    touched = [user_at(place) for place in range(min(count, SHORT_TOUCHED if trial.short else TOUCHED))]
    parts = [touched[place::READERS] for place in range(READERS)]
    for worker in [Worker(read_cold, stack.address, keys, part) for part in parts]:
        worker.result()
    text = Client(stack.address).call("GET", "/metrics").body.decode()
    held = {}
    for line in text.splitlines():
        if line.startswith("waymark_view_active_bytes"):
            held[line.split("{")[1].split('"')[1]] = float(line.rpartition(" ")[2])
    most = max(held.values())
    trial.hold(f"{name}: largest memory that a view reports", mebibytes(most), f"≤ {mebibytes(VIEW_BYTES)}",
               0 < most <= VIEW_BYTES)
    sizes = {view: resident(stack.pid(view)) for view in VIEWS + ["session", "edge"]}
    trial.show(f"{name}: memory of processes", ", ".join(f"{view} {mebibytes(size)}" for view, size in sizes.items()))
    worst = max(sizes[view] for view in VIEWS)
    # The allocator keeps some freed memory, and a process needs memory without any state.
    bound = VIEW_BYTES * 1.5 + (64 << 20)
    trial.hold(f"{name}: largest view", mebibytes(worst), f"≤ {mebibytes(bound)}", worst <= bound)
