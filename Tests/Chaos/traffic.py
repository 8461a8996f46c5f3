"""Users' requests: prepared data, greedy requests, and a light user whose latency is measured."""
import datetime
import json
import time

from client import Client, Cut, Refused, Slow, request_of
from figures import percentile
from load import Crowd
from processes import Flag, Worker

# A p99 of fewer calls would be one of the two slowest.
LEAST_CALLS = 300
BEGINNING = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)


def text_of(moment):
    """An instant as the API writes it."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def listening(story, number, minutes=10, completed=True):
    """Returns the `number`th listening session of a story: one per quarter of an hour, starting in 2001."""
    start = BEGINNING + datetime.timedelta(minutes=15 * number)
    end = start + datetime.timedelta(minutes=minutes)
    return {"storyId": story, "startedAt": text_of(start), "endedAt": text_of(end), "completed": completed}


def batch(story, first, count=500):
    """A batch of sessions, as bytes."""
    return json.dumps({"sessions": [listening(story, first + place) for place in range(count)]}).encode()


def batch_of_day(day):
    """Returns a full batch quickly: 500 short sessions on a separate day, starting in 2001."""
    return DAY_BATCH.replace(b"2001-01-01", text_of(BEGINNING + datetime.timedelta(days=day))[:10].encode())


def day_batch(count=500):
    """The batch of the first day, from which those of other days are made."""
    sessions = []
    for place in range(count):
        start = BEGINNING + datetime.timedelta(minutes=2 * place)
        end = start + datetime.timedelta(minutes=1)
        sessions.append({"storyId": "s0", "startedAt": text_of(start), "endedAt": text_of(end), "completed": True})
    return json.dumps({"sessions": sessions}).encode()


DAY_BATCH = day_batch()


def prepare(client, stories=3, sessions=0, works=0, wide=False):
    """Makes stories, sessions and works for a user; wide works fill lists of 3 MB."""
    for number in range(stories):
        expect(client.call("PUT", f"/stories/s{number}", {"title": f"Story {number}", "estimatedDuration": 3600}), 201)
    for first in range(0, sessions, 500):
        expect(client.call("POST", "/analytics/sessions/batch", batch("s0", first, min(500, sessions - first))), 200)
    names = [f"{'author ' * 70}{number}" for number in range(30)] if wide else ["An Author"]
    for number in range(works):
        expect(client.call("PUT", f"/works/w{number}", {"title": f"Work {number}", "authors": names}), 201)


def expect(response, *statuses):
    """Returns the response if it has one of these statuses."""
    if response.status not in statuses:
        raise AssertionError(f"expected {statuses}, got {response!r}")
    return response


def light_user(address, token, seconds, pause=0.005, first=0):
    """Makes a light user's calls one after the other, for a time and at least 300; returns durations, statuses, and the
    client's own delays."""
    client, statuses, waits, late = Client(address, token, 20), {}, [], []
    until, number, due = time.monotonic() + seconds, first, time.monotonic()
    while len(waits) < LEAST_CALLS or time.monotonic() < until:
        late.append(max(0.0, time.monotonic() - due))
        number += 1
        begun = time.monotonic()
        try:
            kind = light_call(client, number).status
        except (Cut, Refused, Slow) as error:
            kind = type(error).__name__
        waits.append(time.monotonic() - begun)
        statuses[str(kind)] = statuses.get(str(kind), 0) + 1
        due = time.monotonic() + pause
        time.sleep(pause)
    return {"waits": waits, "statuses": statuses, "late": percentile(late, 99)}


def run_together(stack, user, seconds, first, function, *arguments):
    """Makes a light user's calls while a greedy function runs in another process; returns the results of both."""
    stop = Flag()
    worker = Worker(function, *arguments, stop, nice=10)
    light, _ = Worker(light_user, stack.address, stack.token(user), seconds, 0.005, first).result()
    stop.set()
    value, cpu = worker.result()
    return light, value, cpu


def light_call(client, number):
    """Makes one small call, alternately a write and a read."""
    kind = number % 4
    if kind == 0:
        return client.call("PUT", "/stories/s1", {"title": f"Again {number}", "estimatedDuration": 1800})
    if kind == 1:
        return client.call("POST", "/analytics/sessions", listening("s0", number))
    if kind == 2:
        return client.call("GET", "/analytics/summary", headers=[("Cache-Control", "no-cache")])
    return client.call("GET", "/profile")


def greedy_crowd(address, connections, requests, depth, stop):
    """Sends `requests` in turn on many connections until it is stopped."""
    place = [0]

    def next_request(_):
        place[0] += 1
        return requests[place[0] % len(requests)]

    found = Crowd(address, connections, next_request, depth).run(time.monotonic() + 3600, stop)
    return summary_of(found)


def greedy_waves(address, connections, requests, stop):
    """Sends one request on each of many connections at once, waits for all responses, and repeats that."""
    total = {}
    while not stop:
        wave = Crowd(address, connections, lambda number: requests[number % len(requests)], keep=False)
        done = WaveEnd(wave, connections, stop)
        for key, count in summary_of(wave.run(time.monotonic() + 30, done))["statuses"].items():
            total[key] = total.get(key, 0) + count
    return {"statuses": total}


class WaveEnd:
    """Set after every connection of a wave has a response or is lost."""

    def __init__(self, crowd, connections, stop):
        self.crowd, self.connections, self.stop = crowd, connections, stop

    def __bool__(self):
        crowd = self.crowd
        return sum(crowd.statuses.values()) + crowd.cut + crowd.refused >= self.connections or bool(self.stop)


def greedy_batches(address, token, connections, stop):
    """Uploads full batches of new sessions on many connections."""
    day = [1000]

    def next_request(_):
        day[0] += 1
        return request_of("POST", "/api/v1/analytics/sessions/batch", token, batch_of_day(day[0]))

    return summary_of(Crowd(address, connections, next_request).run(time.monotonic() + 3600, stop))


def summary_of(found):
    """Returns the summary of a greedy crowd, without single latencies."""
    return {"statuses": found["statuses"], "cut": found["cut"], "refused": found["refused"]}


def silent_crowd(address, connections, request, depth, stop):
    """Sends on many connections and never reads."""
    crowd = Crowd(address, connections, lambda _: request, depth, keep=False, reads=False)
    return summary_of(crowd.run(time.monotonic() + 3600, stop))


def single_crowd(address, connections, request, stop):
    """Sends one request on each connection, reads the available bytes, and keeps all of them open."""
    crowd = Crowd(address, connections, lambda _: request, keep=False)
    return summary_of(crowd.run(time.monotonic() + 3600, stop))


def padded(mebibytes=2):
    """The body of a profile of almost the largest allowed size."""
    return json.dumps({"displayName": "Greedy", "padding": "x" * (mebibytes * (1 << 20) - 64)}).encode()


def paced_writers(address, tokens, rate, stop):
    """Writes for several users at a steady rate, each on a separate connection; returns the number of responses."""
    clients, number, done, due = [Client(address, token, 20) for token in tokens], 0, 0, time.monotonic()
    while not stop:
        # All requests are sent before the responses are read, so that one process is enough for this client.
        for client in clients:
            request = request_of("POST", "/api/v1/analytics/sessions", client.token, listening("s0", number))
            client.connect().sendall(request)
        number += 1
        for client in clients:
            done += client.read(time.monotonic()).status in (200, 201)
        due += len(clients) / rate
        time.sleep(max(0, due - time.monotonic()))
    return done
