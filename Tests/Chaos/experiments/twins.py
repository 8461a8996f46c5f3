"""A rejection is durable too: the state that it reports is visible to every later read."""
import datetime
import select
import time

from client import request_of
from traffic import BEGINNING, expect, listening, prepare, text_of

SECONDS, SHORT_SECONDS = 40, 6


def run(trial):
    """Sends twins at once on a disk with slow syncs, then with failing syncs."""
    disk = trial.disk()
    stack = trial.stack(environment=disk.environment)
    client = stack.client("ada")
    prepare(client, stories=2, works=1)
    expect(client.call("PUT", "/library/w0", {"status": "reading"}), 201)
    disk.set(stack.data, sync_delay_microseconds=2000)
    pairs = [stack.client("ada"), stack.client("ada")]
    kinds = [twin_deletes, twin_timers, twin_rucks, twin_story_and_session]
    for kind in kinds:
        tries = untrue = rejected = 0
        until = time.monotonic() + trial.seconds / (len(kinds) + 2)
        while time.monotonic() < until:
            tries += 1
            was_rejected, was_untrue = kind(client, pairs, tries)
            rejected, untrue = rejected + was_rejected, untrue + was_untrue
        trial.show(f"{kind.__name__}: rejections", f"{rejected} of {tries} pairs")
        trial.hold(f"{kind.__name__}: rejections that were wrong", untrue, "0", untrue == 0)
        trial.hold(f"{kind.__name__}: pairs of which one was rejected", rejected, "> 0", rejected > 0)
    twins_with_a_key(trial, client, pairs, trial.seconds / (len(kinds) + 2))
    failing_syncs(trial, disk, stack, pairs)


def both(pairs, requests, rejection, ask):
    """Sends both requests at once, and reads as soon as one is rejected; returns whether one was, and the response."""
    for client, request in zip(pairs, requests):
        client.connect().sendall(request)
    found, waiting = None, list(pairs)
    while waiting:
        ready, _, _ = select.select([client.socket for client in waiting], [], [], 10)
        if not ready:
            raise AssertionError("twins got no response within 10 s")
        for client in [one for one in waiting if one.socket in ready]:
            waiting.remove(client)
            if client.read(time.monotonic()).status == rejection and found is None:
                found = ask()
    return found


def api(client, method, path, body=None):
    """A request as bytes."""
    return request_of(method, "/api/v1" + path, client.token, body)


def twin_deletes(client, pairs, number):
    """Two DELETEs of one hero: after the 404 the hero is not found."""
    expect(client.call("PUT", f"/heroes/h{number}", {"name": "Ada"}), 201)
    request = api(client, "DELETE", f"/heroes/h{number}")
    seen = both(pairs, [request, request], 404, lambda: client.call("GET", f"/heroes/h{number}"))
    return seen is not None, seen is not None and seen.status != 404


def twin_timers(client, pairs, number):
    """Two timers at once: after the 409 one timer runs."""
    request = api(client, "POST", "/reading/timer", {"workId": "w0"})
    seen = both(pairs, [request, request], 409, lambda: client.call("GET", "/reading/timer"))
    expect(client.call("DELETE", "/reading/timer"), 204)
    return seen is not None, seen is not None and not seen.json["active"]


def twin_rucks(client, pairs, number):
    """Two rucks with one id and two starts: after the 409 one ruck exists."""
    def ruck(minute):
        start = f"2010-01-01T10:{minute:02d}:00Z"
        end = "2010-01-01T12:00:00Z"
        body = {"id": f"r{number}", "startedAt": start, "endedAt": end, "distance": 1, "loadWeight": 1}
        return api(client, "POST", "/rucks", body)

    seen = both(pairs, [ruck(0), ruck(1)], 409, lambda: client.call("GET", f"/rucks/r{number}"))
    client.call("DELETE", f"/rucks/r{number}")
    return seen is not None, seen is not None and seen.status != 200


def twin_story_and_session(client, pairs, number):
    """A story is deleted while a session of it is posted: after the 422 the story does not exist."""
    expect(client.call("PUT", f"/stories/t{number}", {"title": "T", "estimatedDuration": 60}), 201)
    requests = [
        api(client, "DELETE", f"/stories/t{number}"),
        api(client, "POST", "/analytics/sessions", listening(f"t{number}", number))]
    seen = both(pairs, requests, 422, lambda: client.call("GET", f"/stories/t{number}"))
    return seen is not None, seen is not None and seen.status != 404


def twins_with_a_key(trial, client, pairs, seconds):
    """Two requests with one key: one is executed, and both get its response."""
    different, tries, until = 0, 0, time.monotonic() + seconds
    while time.monotonic() < until:
        tries += 1
        start = BEGINNING + datetime.timedelta(minutes=tries)
        body = {"startedAt": text_of(start), "endedAt": text_of(start), "distance": tries, "loadWeight": 1}
        key = [("Idempotency-Key", f"twins-{tries}")]
        request = request_of("POST", "/api/v1/rucks", client.token, body, key)
        for one in pairs:
            one.connect().sendall(request)
        responses = [one.read(time.monotonic()) for one in pairs]
        replayed = sum("idempotency-replayed" in response.headers for response in responses)
        same = responses[0].body == responses[1].body and all(response.status == 201 for response in responses)
        different += not (same and replayed == 1)
    trial.hold(f"{tries} pairs with one key: responses that differ", different, "0", different == 0)


def failing_syncs(trial, disk, stack, pairs):
    """While every sync fails, nothing is acknowledged, and no write that was not stored causes a rejection."""
    client = stack.client("ada")
    expect(client.call("PUT", "/heroes/stays", {"name": "Ada"}), 201)
    disk.set(stack.data, "journal", sync_error=1000, sync_delay_microseconds=2000)
    statuses, until = {}, time.monotonic() + trial.seconds / 5
    while time.monotonic() < until:
        request = api(client, "DELETE", "/heroes/stays")
        for one in pairs:
            one.connect().sendall(request)
        for one in pairs:
            status = one.read(time.monotonic()).status
            statuses[status] = statuses.get(status, 0) + 1
    trial.hold("responses while every sync fails", statuses, "503 alone", set(statuses) == {503})
    trial.hold("syncs that failed", disk.hits, "> 0", disk.hits > 0)
    disk.heal()
    stack.wait_ready()
    seen = client.call("GET", "/heroes/stays")
    trial.hold("the undeleted hero, afterwards", seen.status, "200", seen.status == 200)
    done = client.call("DELETE", "/heroes/stays").status
    trial.hold("deleting it after the repair of the disk", done, "204", done == 204)
    trial.hold_verified(stack, "waymark verify")
