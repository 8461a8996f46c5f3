"""A damaged view file is discarded and rebuilt: never a wrong figure, never a 500."""
import contextlib
import os
import shutil
import signal
import sqlite3
import time

from client import Client, Cut, Refused, Slow
from processes import Flag, Worker, wait_until
from stack import VIEWS, DidNotStart
from traffic import batch, expect, listening, prepare

SECONDS, SHORT_SECONDS = 90, 10
FIGURES = [
    "/analytics/summary", "/analytics/activity?from=2001-01-01&to=2001-06-30", "/analytics/heroes",
    "/analytics/insights", "/analytics/milestones", "/achievements", "/goals", "/insights", "/rucks/records",
    "/rucks/breakdown?period=allTime", "/diversity/stats", "/diversity/completion", "/diversity/points",
    "/diversity/radar"]
PAGE = 4096


def run(trial):
    """Damages files of views, while they run and between runs, then rebuilds during requests."""
    stack = trial.stack()
    older, foreign = copies(trial, stack)
    right = {user: figures(stack, user) for user in ("ada", "bob")}
    spoilers = [
        flip_page, flip_bytes, lose_part, mix_parts, mix_users, older_position, delete_file, cut_file, garbage,
        replacing("older_file", older), replacing("foreign_file", foreign)]
    found = {}
    until, number = time.monotonic() + trial.seconds * 0.5, 0
    while time.monotonic() < until or number < len(spoilers):
        spoil = spoilers[number % len(spoilers)]
        between_runs = number // len(spoilers) % 3 == 1
        outcome = once(trial, stack, spoil, right, between_runs)
        found.setdefault(spoil.__name__, []).extend(outcome)
        if outcome:
            when = "between runs" if between_runs else "while running"
            print(f"  {spoil.__name__}, {when}: {outcome[:3]}", flush=True)
            begin_anew(stack)
        number += 1
    for name, outcomes in found.items():
        trial.hold(f"{name}: wrong responses", outcomes[:3] or f"0 of {number // len(spoilers) + 1} times",
                   "0", not outcomes)
    # A view whose file was replaced while it was running writes to the removed file. It reads the new file only after
    # a restart, discards the snapshots in it when someone asks for figures, and writes its own when it ends.
    stack.stop()
    stack.start()
    wrong = differing(stack, right)
    trial.hold("figures after an orderly restart", wrong[:3] or "right", "right", not wrong)
    stack.stop()
    stack.start()
    trial.hold_verified(stack, "waymark verify after another one")
    rebuild_under_traffic(trial, stack, trial.seconds * 0.4)
    lost_journal(trial, stack)


def lost_journal(trial, stack):
    """A missing journal next to existing views is not created again."""
    stack.stop()
    os.rename(f"{stack.data}/journal.sqlite", f"{stack.folder}/journal.sqlite")
    try:
        stack.start(seconds=10)
        outcome = "created again"
        stack.stop()
    except DidNotStart:
        outcome = "rejected"
    trial.hold("a lost journal next to its views", outcome, "rejected", outcome == "rejected")


def copies(trial, stack):
    """Prepares older files of the views of two users, and those of another journal with the same users."""
    other, folders = trial.stack(), [f"{stack.folder}/older", f"{stack.folder}/foreign"]
    for one, folder, sessions in ((stack, folders[0], 400), (other, folders[1], 450)):
        for user in ("ada", "bob"):
            furnish(one, user, sessions if user == "ada" else 250)
            figures(one, user)
        one.stop()
        os.mkdir(folder)
        for view in VIEWS:
            shutil.copy(f"{one.data}/{view}.sqlite", folder)
    stack.start()
    expect(stack.client("ada").call("POST", "/analytics/sessions/batch", batch("s0", 400, 200)), 200)
    expect(stack.client("ada").call("DELETE", "/stories/s5"), 204)
    expect(stack.client("ada").call("PUT", "/diversity/works/w3/gender", {"value": "Female"}), 200)
    return folders


def replacing(name, folder):
    """Returns a way to damage a file: replacing it by another one."""
    def replace(_, path):
        delete_file(None, path)
        shutil.copy(f"{folder}/{os.path.basename(path)}", path)

    replace.__name__ = name
    return replace


def furnish(stack, user, sessions):
    """Records something of every kind for a user."""
    client = stack.client(user)
    prepare(client, stories=6, sessions=sessions, works=12)
    expect(client.call("PUT", "/heroes/h", {"name": "Ada"}), 201)
    expect(client.call("PUT", "/stories/s2", {"title": "Again", "heroId": "h", "estimatedDuration": 60}), 200)
    for number in range(12):
        entry = {"status": "finished", "rating": 4, "finishedAt": f"2010-{number + 1:02d}-03T10:00:00Z"}
        expect(client.call("PUT", f"/library/w{number}", entry), 201)
        expect(client.call("PUT", f"/diversity/works/w{number}/culturalOrigin", {"value": "Asian"}), 200)
        ruck = {"startedAt": f"2010-{number + 1:02d}-03T10:00:00Z", "endedAt": f"2010-{number + 1:02d}-03T12:00:00Z",
                "distance": 1000 * (number + 1), "loadWeight": 20}
        expect(client.call("POST", "/rucks", ruck), 201)


def figures(stack, user):
    """Returns every figure of a user, or the failed responses."""
    client, found = stack.client(user, 10), {}
    for path in FIGURES:
        try:
            response = client.call("GET", path, headers=[("Cache-Control", "no-cache")])
            found[path] = response.json if response.status == 200 else response.status
        except (Cut, Refused, Slow) as error:
            found[path] = type(error).__name__
    client.close()
    return found


def once(trial, stack, spoil, right, between_runs):
    """Makes the views write their snapshots, damages one file, and requests everything; returns what was wrong."""
    view = trial.random.choice(VIEWS)
    path = f"{stack.data}/{view}.sqlite"
    if between_runs:
        stack.stop()
        spoil(trial.random, path)
        stack.start()
    else:
        before = stack.kill(view, signal.SIGTERM)
        wait_until(5, lambda: stack.pids().get(view) not in (None, before))
        stack.wait_ready(5)
        spoil(trial.random, path)
    return [f"{view} {text}" for text in differing(stack, right)]


def differing(stack, right):
    """Returns the wrong figures."""
    wrong = []
    for user, wanted in right.items():
        seen = figures(stack, user)
        wrong += [f"{user} {path}: {str(seen[path])[:80]}" for path in FIGURES if seen[path] != wanted[path]]
    return wrong


def begin_anew(stack):
    """Rebuilds all view files after a failure, so that the next case is independent."""
    stack.stop()
    for view in VIEWS:
        delete_file(None, f"{stack.data}/{view}.sqlite")
    stack.start()


def flip_page(random, path):
    """Flips a bit in every page but the first."""
    with open(path, "r+b") as file:
        pages = os.path.getsize(path) // PAGE
        for page in range(1, pages):
            flip(file, page * PAGE + random.randrange(PAGE), random)


def flip_bytes(random, path):
    """Flips bits anywhere, in the header too."""
    with open(path, "r+b") as file:
        for _ in range(random.randrange(1, 6)):
            flip(file, random.randrange(max(1, os.path.getsize(path))), random)


def flip(file, place, random):
    """Flips one bit."""
    file.seek(place)
    byte = file.read(1)
    if byte:
        file.seek(place)
        file.write(bytes([byte[0] ^ 1 << random.randrange(8)]))


def change(path, *statements):
    """Changes rows of a view's file."""
    with contextlib.closing(sqlite3.connect(path, timeout=5)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()


def columns_of(path, table):
    """The names of a table's columns."""
    with contextlib.closing(sqlite3.connect(path, timeout=5)) as file:
        return {row[1] for row in file.execute(f"PRAGMA table_info({table})")}


def lose_part(random, path):
    """Deletes one part of a snapshot."""
    chosen = "SELECT name FROM snapshot_parts WHERE user_id = 'ada' ORDER BY name LIMIT 1 OFFSET "
    change(path, f"DELETE FROM snapshot_parts WHERE user_id = 'ada' AND name IN ({chosen} {random.randrange(6)})")


def mix_parts(random, path):
    """Replaces one part by the content of another."""
    other = "SELECT bytes FROM snapshot_parts WHERE user_id = 'ada' ORDER BY name DESC LIMIT 1"
    chosen = f"SELECT name FROM snapshot_parts WHERE user_id = 'ada' ORDER BY name LIMIT 1 OFFSET {random.randrange(3)}"
    change(path, f"UPDATE snapshot_parts SET bytes = ({other}) WHERE user_id = 'ada' AND name IN ({chosen})")


def mix_users(_, path):
    """Replaces parts of one user by those of another with the same names, as two instances could do."""
    columns = columns_of(path, "snapshot_parts") - {"user_id", "name"}
    same = "SELECT {} FROM snapshot_parts AS b WHERE b.user_id = 'bob' AND b.name = snapshot_parts.name"
    values = ", ".join(f"{column} = ({same.format(column)})" for column in sorted(columns))
    change(path, f"UPDATE snapshot_parts SET {values} WHERE user_id = 'ada' AND name IN "
                 "(SELECT name FROM snapshot_parts WHERE user_id = 'bob')")


def older_position(_, path):
    """Changes the position of a snapshot to an earlier or later one."""
    change(path, "UPDATE snapshots SET seq = seq - 3 WHERE user_id = 'ada'",
           "UPDATE snapshots SET seq = seq + 3 WHERE user_id = 'bob'")


def delete_file(_, path):
    """Deletes the file and its -wal and -shm."""
    for suffix in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + suffix)


def cut_file(random, path):
    """Truncates the file anywhere."""
    with contextlib.suppress(FileNotFoundError):
        os.truncate(path, random.randrange(os.path.getsize(path) + 1))


def garbage(random, path):
    """Replaces the file by noise."""
    delete_file(random, path)
    with open(path, "wb") as file:
        file.write(random.randbytes(3 * PAGE))


def rebuild_under_traffic(trial, stack, seconds):
    """Six clients write and read an old user while views are rebuilt and verified repeatedly."""
    stop = Flag()
    base = expect(stack.client("ada").call("GET", "/analytics/summary"), 200).json["totalPlayCount"]
    workers = [Worker(busy, stack.address, stack.token("ada"), 40_000 + 3000 * place, stop) for place in range(6)]
    rounds, codes, until = 0, [], time.monotonic() + seconds
    while time.monotonic() < until or rounds < 3:
        codes.append(stack.command("rebuild").returncode)
        codes.append(stack.command("verify").returncode)
        rounds += 1
    stop.set()
    found = [worker.result()[0] for worker in workers]
    written = sum(one["written"] for one in found)
    statuses = {status for one in found for status in one["statuses"]}
    trial.hold(f"rebuild and verify, {rounds} rounds", f"exit codes {sorted(set(codes))}", "0", set(codes) == {0})
    trial.hold("responses meanwhile", sorted(statuses), "200, 201", statuses <= {"200", "201"})
    lacking = sum(one["lacking"] for one in found)
    trial.hold("reads that lacked the reader's own writes", lacking, "0", lacking == 0)
    for name in ("after rebuilding under traffic", "after a restart"):
        response = stack.client("ada").call("GET", "/analytics/summary")
        count = response.json["totalPlayCount"] if response.status == 200 else response.status
        trial.hold(f"{name}: sessions counted", count, str(base + written), count == base + written)
        stack.stop()
        stack.start()
    trial.hold_verified(stack, "waymark verify after it")


def busy(address, token, first, stop):
    """Writes and reads in turn; returns the number of writes, the responses, and the reads that lacked its writes."""
    client, statuses, written, lacking, last = Client(address, token, 20), {}, 0, 0, 0
    while not stop:
        response = client.call("POST", "/analytics/sessions", listening("s1", first + written))
        statuses[str(response.status)] = statuses.get(str(response.status), 0) + 1
        written += response.status == 201
        response = client.call("GET", "/analytics/summary", headers=[("Cache-Control", "no-cache")])
        statuses[str(response.status)] = statuses.get(str(response.status), 0) + 1
        if response.status == 200:
            lacking += response.json["totalPlayCount"] < last + 1
            last = max(last, response.json["totalPlayCount"])
    return {"written": written, "statuses": statuses, "lacking": lacking}
