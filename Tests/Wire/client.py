"""A client of the service protocol in another language. It checks the responses of every service, and sends malformed frames.

usage: client.py SOCKET…         sockets of running services
       client.py RUN_DIRECTORY   all sockets of a running stack
"""
import os
import struct
import sys
import time
import traceback

import cbor2

from connection import CANCEL, FAULT, GOAWAY, HELLO, PING, PONG, REPLY, REQUEST, Closed, Connection, frame

SERVICES = ["session", "stats", "milestone", "diversity"]


def open_to(path):
    connection = Connection(path)
    connection.greeted()
    return connection


def greets_and_answers(path):
    connection = Connection(path)
    assert connection.greeted()["service"] in path
    health = connection.result("health.check")
    assert health["status"] in ("ok", "degraded") and isinstance(health["details"], dict), health
    methods = {entry["method"] for entry in connection.result("rpc.describe")["methods"]}
    assert {"health.check", "rpc.describe", "metrics.scrape"} <= methods, methods
    connection.result("metrics.scrape")
    connection.rejected("unknownMethod", "nobody.knows")
    connection.send(PING, 77, None)
    assert connection.read() == (PONG, 77, None)


def answers_many_at_once(path):
    connection = Connection(path)
    connection.greeted()
    asked = {connection.request("health.check", {}) for _ in range(50)}
    answered = set()
    for _ in asked:
        kind, call, _ = connection.read()
        assert kind == REPLY
        answered.add(call)
    assert answered == asked


def takes_bytes_in_any_pieces(path):
    hello = cbor2.dumps({"v": 1, "service": "slow", "build": "python", "maxFrame": 1 << 22, "maxInFlight": 1})
    call = cbor2.dumps(["health.check", {"unknown": [1]}, {}])
    stream = frame(HELLO, 0, hello) + frame(REQUEST, 9, call)
    for step in [1, 7, 13, len(stream)]:
        connection = Connection(path, hello=False)
        for start in range(0, len(stream), step):
            connection.socket.sendall(stream[start : start + step])
        connection.greeted()
        kind, number, _ = connection.read()
        assert (kind, number) == (REPLY, 9)
    for split in range(1, len(stream)):
        connection = Connection(path, hello=False)
        connection.socket.sendall(stream[:split])
        connection.socket.sendall(stream[split:])
        connection.greeted()
        assert connection.read()[:2] == (REPLY, 9), split


def takes_any_legal_form(path):
    connection = open_to(path)
    forms = [
        b"\x9f\x7f\x66health\x66.check\xff\xbf\xff\xbf\xff\xff",
        b"\x9b\0\0\0\0\0\0\0\x03\x79\0\x0chealth.check\xb8\0\xba\0\0\0\0",
        b"\x83\x6chealth.check\xa1\x68deadline\x1b\xff\xff\xff\xff\xff\xff\xff\xff\xa0",
        b"\x83\x6chealth.check\xa2\x64user\xf6\x65later\xd8\x64\x81\xf7\xa1\x61x\x9f\xff",
    ]
    for number, payload in enumerate(forms, 1):
        connection.raw(REQUEST, number, payload)
        kind, call, value = connection.read()
        assert (kind, call) == (REPLY, number), (payload, value)


def counts_depth_within_the_argument(path):
    connection = open_to(path)
    connection.raw(REQUEST, 1, b"\x83\x6chealth.check\xa0\xa1\x61x" + b"\x81" * 62 + b"\xf6")
    assert connection.read()[:2] == (REPLY, 1)
    connection.raw(REQUEST, 2, b"\x83\x6cnobody.knows\xa0" + b"\x81" * 64 + b"\xf6")
    kind, call, value = connection.read()
    assert (kind, call, value["code"]) == (FAULT, 2, "unknownMethod")
    connection.raw(REQUEST, 3, b"\x83\x6chealth.check\xa0" + b"\x81" * 65 + b"\xf6")
    connection.goes_away()


def ends_what_is_wrong(path):
    asked = cbor2.dumps(["health.check", {}, {}])
    wrong = {
        "too short": struct.pack(">I", 4) + b"\0" * 4,
        "nothing at all": struct.pack(">I", 0),
        "too long": struct.pack(">IBI", (1 << 22) + 1, REQUEST, 1),
        "far too long": b"\xff" * 9,
        "unknown type": frame(99, 1, b"\xf6"),
        "type 0": frame(0, 1, b"\xf6"),
        "not CBOR": frame(REQUEST, 1, b"\xff"),
        "reserved head": frame(REQUEST, 1, b"\x83\x6chealth.check\xa0\x1c"),
        "trailing bytes": frame(REQUEST, 1, asked + b"\0"),
        "cut short": frame(REQUEST, 1, asked[:-1]),
        "no payload": frame(REQUEST, 1, b""),
        "a promise of 2^63 bytes": frame(REQUEST, 1, b"\x83\x6chealth.check\xa0\x5b\x7f" + b"\xff" * 7),
        "call 0": frame(REQUEST, 0, asked),
        "second hello": frame(HELLO, 0, cbor2.dumps({"v": 1, "service": "", "build": "", "maxFrame": 9, "maxInFlight": 9})),
        "a reply to no call": frame(REPLY, 1, b"\xf6"),
        "a fault for no call": frame(FAULT, 1, cbor2.dumps({"code": "invalid", "message": "x"})),
    }
    for name, sent in wrong.items():
        connection = open_to(path)
        connection.socket.sendall(sent)
        try:
            connection.goes_away()
        except Closed:
            raise AssertionError(f"{name}: closed without a word")
    open_to(path).result("health.check")


def wants_hello_first(path):
    for first in [frame(REQUEST, 1, cbor2.dumps(["health.check", {}, {}])), frame(PING, 1, b"\xf6"), b"GET / HTTP/1.1\r\n\r\n"]:
        connection = Connection(path, hello=False)
        connection.socket.sendall(first)
        _, before = connection.goes_away()
        assert [kind for kind, _, _ in before] == [HELLO], before
    for hello in [{"v": 2}, {"v": 0}, {"v": "1"}, {}, [1], None, {"v": 1}, {"v": 1 << 70}]:
        connection = Connection(path, hello=False)
        connection.send(HELLO, 0, hello)
        connection.goes_away()


def rejects_a_call_id_in_flight(path):
    payload = cbor2.dumps(["rpc.describe", {}, {}])
    for _ in range(20):
        connection = open_to(path)
        # A synchronous handler responds before the second request is read: both then get a response.
        connection.socket.sendall(frame(REQUEST, 5, payload) * 2)
        kinds = []
        try:
            while len(kinds) < 2:
                kind, call, _ = connection.read()
                kinds.append(kind)
                if kind == GOAWAY:
                    break
        except Closed:
            raise AssertionError("closed without a goaway")
        assert kinds == [REPLY, REPLY] or kinds[-1] == GOAWAY, kinds


def survives_what_is_only_invalid(path):
    connection = open_to(path)
    payloads = [
        cbor2.dumps(value)
        for value in [None, [], 5, "health.check", {}, ["health.check"], ["health.check", {}], [1, {}, {}],
                      ["health.check", [], {}], ["health.check", None, {}], ["health.check", {}, {}, {}],
                      ["health.check", {"user": 5}, {}], ["health.check", {"deadline": "soon"}, {}],
                      ["health.check", {"deadline": -1}, {}], ["health.check", {"digest": "text"}, {}],
                      ["health.check", {1: 2}, {}]]
    ]
    payloads += [
        b"\x83\x6chealth.check\xa2\x64user\x61a\x64user\x61b\xa0",
        b"\x83\x6chealth.check\xa2\x61x\x01\x61x\x02\xa0",
        b"\x83\x62\xff\xff\xa0\xa0",
        b"\x83\x6chealth.check\xa1\x64user\x62\xc3\x28\xa0",
        b"\x83\x6chealth.check\xa0\xa2\x61x\x01\x61x\x02",
        b"\x83\x6chealth.check\xa0\xa1\x61x\x62\xc3\x28",
    ]
    for number, payload in enumerate(payloads, 1):
        connection.raw(REQUEST, number, payload)
        kind, call, value = connection.read()
        assert (kind, call, value.get("code")) == (FAULT, number, "invalid"), (payload, kind, call, value)
    connection.rejected("unknownMethod", "nobody.knows")
    connection.rejected("unknownMethod", "")
    connection.result("health.check")


def names_the_field_that_is_wrong(path):
    connection = open_to(path)
    tried = 0
    for entry in connection.result("rpc.describe")["methods"]:
        shape = entry["argument"]
        required = shape.get("required") or []
        if not required:
            continue
        fault = connection.rejected("invalid", entry["method"], {}, user="wire")
        assert fault["fields"] and fault["fields"][0]["field"].split(".")[0].split("[")[0] in required, (entry, fault)
        connection.rejected("invalid", entry["method"], 5, user="wire")
        tried += 1
    assert tried or "session" not in path, "no method to try"


def keeps_to_deadlines(path):
    connection = open_to(path)
    connection.rejected("deadlineExceeded", "health.check", deadline=0)
    connection.result("health.check", deadline=60_000)


def cancels(path):
    connection = open_to(path)
    connection.send(CANCEL, 77, None)
    for number in range(1, 21):
        request = frame(REQUEST, number, cbor2.dumps(["health.check", {}, {}]))
        connection.socket.sendall(request + frame(CANCEL, number, b"\xf6"))
        kind, call, value = connection.read()
        assert call == number and (kind == REPLY or value["code"] == "cancelled"), (kind, call, value)
    connection.send(PING, 5, None)
    assert connection.read() == (PONG, 5, None), "a call got two responses"


def answers_a_peer_that_only_listens(path):
    connection = open_to(path)
    connection.request("health.check", {})
    connection.socket.shutdown(1)
    assert connection.read()[0] == REPLY
    try:
        connection.read()
        raise AssertionError("more responses than requests")
    except Closed:
        pass


def survives_rubbish(path):
    for seed in range(60):
        connection = Connection(path, hello=seed % 2 == 0)
        state = seed
        sent = bytearray()
        for _ in range(400):
            state = (state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            sent.append(state >> 56)
        if seed % 3 == 0:
            sent = frame(REQUEST, 1, bytes(sent))
        try:
            connection.socket.sendall(sent)
            connection.socket.shutdown(1)
            while True:
                connection.read()
        except (Closed, ConnectionError):
            pass
    open_to(path).result("health.check")


def keeps_a_user_s_things(path, stats):
    user = f"wire-{time.time_ns()}"
    session = Connection(path)
    session.greeted()
    session.rejected("unauthenticated", "profile.get")
    hero = session.result("hero.put", {"id": "h", "name": "Ada", "later": "ignored"}, user=user)
    assert hero["created"] and hero["value"] == {"id": "h", "name": "Ada"}, hero
    story = {"id": "s", "title": "T", "heroId": "h", "estimatedDuration": 600.0}
    assert session.result("story.put", story, user=user)["created"]
    start = int(time.time()) - 7200
    heard = {"storyId": "s", "startedAt": cbor2.CBORTag(1, start), "endedAt": cbor2.CBORTag(1, start + 300.7)}
    fault = session.rejected("invalid", "session.record", heard, user=user)
    assert [field["field"] for field in fault["fields"]] == ["completed"], fault
    heard["completed"] = True
    first = session.result("session.record", heard, user=user)
    assert first["created"] and first["value"]["duration"] == 300, first
    text = dict(heard, startedAt=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start)))
    again = session.result("session.record", text, user=user)
    assert not again["created"] and again["value"] == first["value"], again
    fault = session.rejected("invalid", "story.put", dict(story, estimatedDuration="long"), user=user)
    assert fault["fields"][0]["field"] == "estimatedDuration", fault
    other = session.result("story.list", {}, user=user + "-other")
    assert other["items"] == [], other
    view = Connection(stats)
    view.greeted()
    summary = view.result("stats.summary", {}, user=user)
    assert summary["totalPlayCount"] == 1 and summary["totalListeningTime"] == 300, summary


CHECKS = [
    greets_and_answers, answers_many_at_once, takes_bytes_in_any_pieces, takes_any_legal_form,
    counts_depth_within_the_argument, ends_what_is_wrong, wants_hello_first, rejects_a_call_id_in_flight,
    survives_what_is_only_invalid, names_the_field_that_is_wrong, keeps_to_deadlines, cancels,
    answers_a_peer_that_only_listens, survives_rubbish,
]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    paths = sys.argv[1:]
    cases = []
    if os.path.isdir(paths[0]):
        paths = [f"{paths[0]}/{service}.sock" for service in SERVICES]
        cases.append((keeps_a_user_s_things, (paths[0], paths[1])))
    cases = [(check, (path,)) for path in paths for check in CHECKS] + cases
    failed = 0
    for check, arguments in cases:
        try:
            check(*arguments)
        except Exception:
            failed += 1
            print(f"FAILED {check.__name__}{arguments}\n{traceback.format_exc()}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
