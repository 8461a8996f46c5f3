"""A reader's and a player's requests stay fast next to a neighbour who uploads large files without pause."""
import time

from client import Client, Cut, Refused, Slow
from device import Device, md5_of, statistics
from figures import milliseconds, percentile
from processes import Flag, Worker, let_run, wait_until
from traffic import expect

SECONDS, SHORT_SECONDS = 90, 15
# The figure to reach on an idle machine.
TARGET_SECONDS = 0.1
KINDS = ["kosync", "dav", "gpodder"]
FILE_BYTES = 16 << 20
CONNECTIONS = 4
ROWS, SHORT_ROWS = 100_000, 20_000
BEGINNING = 1_704_448_800


def run(trial):
    """Measures the light devices without a neighbour, during each greedy one, and again without one."""
    stack = trial.stack(environment={"WAYMARK_OUTGOING": "none"})
    light, greedy = (Device("device", user, stack.device_token(user)) for user in ("light", "greedy"))
    neighbours = {"files": greedy_files, "statistics": greedy_statistics}
    rows = SHORT_ROWS if trial.short else ROWS
    part = trial.seconds / (1.5 * len(neighbours) + 0.5)
    prepare(stack, light)
    quiet = measure(stack, light, part / 2, 0)
    for number, (name, function) in enumerate(neighbours.items(), 1):
        stop = Flag()
        worker = Worker(function, stack.address, greedy, rows, stop, nice=10)
        let_run(0.5)
        loaded = measure(stack, light, part, 2 * number - 1)
        stop.set()
        statuses, cpu = worker.result()
        settle(stack, light)
        again = measure(stack, light, part / 2, 2 * number)
        for kind in KINDS:
            judge(trial, f"{kind} next to {name}", quiet[kind]["waits"] + again[kind]["waits"], loaded[kind])
        trial.show(f"{name}: the greedy neighbour", f"{statuses} with {cpu:.1f} s of processor for {part:.1f} s")
        trial.hold(f"{name}: uploads of the neighbour", statuses.get("2xx", 0), "> 0", statuses.get("2xx", 0) > 0)
        quiet = again
    trial.hold_verified(stack)


def judge(trial, name, quiet, loaded):
    """Compares the p99 during the neighbour with that alone; no request may be rejected."""
    base, p99 = percentile(quiet, 99), percentile(loaded["waits"], 99)
    bound = max(3 * base, TARGET_SECONDS)
    trial.hold_time(f"{name}: p99", p99, bound, f"alone {milliseconds(base)}")
    met = "met" if p99 <= TARGET_SECONDS else "not met"
    trial.show(f"{name}: target of {milliseconds(TARGET_SECONDS)}", f"{met}, {len(loaded['waits'])} requests")
    trial.hold(f"{name}: rejections", loaded["refused"] or "none", "none", not loaded["refused"])


def prepare(stack, device):
    """Creates the data that the requests of the light user read."""
    client = Client(stack.address)
    expect(client.raw(device.dav("PUT", "/statistics.sqlite3", statistics(pages_of("Small", 20)))), 201, 204)
    for number in range(8):
        call(client, device, "gpodder", number)
        call(client, device, "kosync", number)


def pages_of(title, count):
    """This many pages of one book, forty per session."""
    return {(title, 1 + page % 300, BEGINNING + page * 60 + page // 40 * 3_600, 60) for page in range(count)}


def call(client, device, kind, number):
    """Sends one request of a device, alternately a write and a read."""
    if kind == "kosync":
        document = md5_of(f"Book {number % 5}")
        if number % 2:
            return client.raw(device.kosync("GET", f"/syncs/progress/{document}"))
        position = {"document": document, "progress": f"/body/p[{number}]", "percentage": number % 100 / 100,
                    "device": "Kobo", "device_id": "AB12"}
        return client.raw(device.kosync("PUT", "/syncs/progress", position))
    if kind == "dav":
        if number % 2:
            return client.raw(device.dav("GET", "/statistics.sqlite3"))
        if number % 4:
            return client.raw(device.dav("PROPFIND", "/", b""))
        return client.raw(device.dav("PUT", "/notes.txt", b"%d " % number * 500))
    if number % 2:
        return client.raw(device.gpodder("GET", f"/api/2/episodes/me.json?since={int(time.time())}"))
    action = {"podcast": "https://podcast.example/feed", "episode": f"https://podcast.example/{number % 9}.mp3",
              "device": "phone", "action": "play", "timestamp": "2024-03-01T10:00:00", "started": number % 3_000,
              "position": number % 3_000 + 60, "total": 3_600}
    return client.raw(device.gpodder("POST", "/api/2/episodes/me.json", [action]))


def light_devices(address, device, seconds, first):
    """Makes the requests of all protocols in turn; returns the durations and the rejections of each."""
    client, until, number = Client(address, seconds=20), time.monotonic() + seconds, first * 10_000
    found = {kind: {"waits": [], "refused": {}} for kind in KINDS}
    while time.monotonic() < until:
        number += 1
        for kind in KINDS:
            begun = time.monotonic()
            try:
                status = call(client, device, kind, number).status
            except (Cut, Refused, Slow) as error:
                status = type(error).__name__
            found[kind]["waits"].append(time.monotonic() - begun)
            if status not in (200, 201, 204, 207):
                refused = found[kind]["refused"]
                refused[str(status)] = refused.get(str(status), 0) + 1
            time.sleep(0.003)
    return found


def measure(stack, device, seconds, first):
    """Makes the light requests in a separate process, which the neighbour's clients cannot delay."""
    return Worker(light_devices, stack.address, device, seconds, first).result()[0]


def settle(stack, device):
    """Waits until the interrupted uploads of the neighbour are done, which ten quick requests in a row show."""
    client, quick = Client(stack.address), [0]

    def is_quick():
        quick[0] = quick[0] + 1 if call(client, device, "kosync", 1).seconds < 0.02 else 0
        return quick[0] >= 10

    wait_until(10, is_quick)


def greedy_files(address, device, _, stop):
    """Uploads large files repeatedly on several connections."""
    return upload(address, device, [(f"/large{number}.bin", bytes([number]) * FILE_BYTES)
                                    for number in range(CONNECTIONS)], stop)


def greedy_statistics(address, device, rows, stop):
    """Uploads long histories of reading, which are imported each time."""
    return upload(address, device, [
        (f"/{number}/statistics.sqlite3", statistics(pages_of(f"Large {number}", rows)))
        for number in range(CONNECTIONS)], stop)


def upload(address, device, files, stop):
    """Uploads each file on a separate connection, without pause; returns the number of responses by kind."""
    workers = [Worker(upload_one, address, device, path, content, stop) for path, content in files]
    total = {}
    for worker in workers:
        for status, count in worker.result()[0].items():
            total[status] = total.get(status, 0) + count
    return total


def upload_one(address, device, path, content, stop):
    """Uploads one file repeatedly."""
    client, statuses, request = Client(address, seconds=30), {}, device.dav("PUT", path, content)
    folder = path.rpartition("/")[0]
    while not stop:
        try:
            if folder and not statuses:
                client.raw(device.dav("MKCOL", folder))
            status = client.raw(request).status
            status = "2xx" if status in (201, 204) else str(status)
        except (Cut, Refused, Slow) as error:
            status = type(error).__name__
        statuses[status] = statuses.get(status, 0) + 1
    return statuses
