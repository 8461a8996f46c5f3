"""A client of the service protocol written from its description alone, with nothing but sockets and a CBOR library.

usage: client.py RUN_DIRECTORY   (of a running stack)
"""
import socket
import struct
import sys
import time

import cbor2

HELLO, REQUEST, REPLY, FAULT, CANCEL, PING, PONG, GOAWAY = range(1, 9)
SERVICES = ["session", "stats", "milestone", "diversity"]


class Closed(Exception):
    pass


class Connection:
    def __init__(self, path, hello=True):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(5)
        self.socket.connect(path)
        self.buffer = b""
        self.last = 0
        if hello:
            self.hello()

    def hello(self, version=1):
        said = {"v": version, "service": "test", "build": "python", "maxFrame": 1 << 22, "maxInFlight": 100}
        self.send(HELLO, 0, said)

    def send(self, kind, call, value):
        self.raw(kind, call, cbor2.dumps(value))

    def raw(self, kind, call, payload):
        self.socket.sendall(struct.pack(">IBI", 5 + len(payload), kind, call) + payload)

    def read(self):
        while True:
            if len(self.buffer) >= 4:
                (length,) = struct.unpack(">I", self.buffer[:4])
                assert 5 <= length <= 1 << 22, length
                if len(self.buffer) >= 4 + length:
                    kind, call = struct.unpack(">BI", self.buffer[4:9])
                    payload = self.buffer[9 : 4 + length]
                    self.buffer = self.buffer[4 + length :]
                    return kind, call, cbor2.loads(payload)
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                raise Closed()
            self.buffer += more

    def greeted(self):
        kind, call, value = self.read()
        assert (kind, call, value["v"]) == (HELLO, 0, 1), (kind, call, value)
        assert value["maxFrame"] <= 1 << 22 and value["maxInFlight"] > 0, value
        return value

    def request(self, method, argument, meta=None):
        self.last += 1
        self.send(REQUEST, self.last, [method, meta or {}, argument])
        return self.last

    def call(self, method, argument=None, **meta):
        asked = self.request(method, {} if argument is None else argument, meta)
        kind, call, value = self.read()
        assert call == asked, (call, asked)
        return kind, value

    def result(self, method, argument=None, **meta):
        kind, value = self.call(method, argument, **meta)
        assert kind == REPLY, value
        return value

    def refused(self, code, method, argument=None, **meta):
        kind, value = self.call(method, argument, **meta)
        assert kind == FAULT and value["code"] == code, (kind, value)
        assert isinstance(value["message"], str) and value["message"], value
        return value

    def goes_away(self):
        while True:
            kind, call, value = self.read()
            if kind == GOAWAY:
                break
        assert call == 0 and value["reason"], value
        try:
            while True:
                self.read()
        except Closed:
            return


def greets_and_answers(path, service):
    connection = Connection(path)
    assert connection.greeted()["service"] == service
    health = connection.result("health.check")
    assert health["status"] in ("ok", "degraded") and isinstance(health["details"], dict), health
    methods = {entry["method"] for entry in connection.result("rpc.describe")["methods"]}
    assert {"health.check", "rpc.describe", "metrics.scrape"} <= methods, methods
    connection.result("metrics.scrape")
    connection.refused("unknownMethod", "nobody.knows")
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


def takes_bytes_one_at_a_time(path):
    connection = Connection(path, hello=False)
    payload = cbor2.dumps({"v": 1, "service": "slow", "build": "python", "maxFrame": 1 << 22, "maxInFlight": 1})
    frames = struct.pack(">IBI", 5 + len(payload), HELLO, 0) + payload
    payload = cbor2.dumps(["health.check", {"unknown": [1]}, {}])
    frames += struct.pack(">IBI", 5 + len(payload), REQUEST, 9) + payload
    for byte in frames:
        connection.socket.sendall(bytes([byte]))
    connection.greeted()
    kind, call, _ = connection.read()
    assert (kind, call) == (REPLY, 9)


def ends_what_is_wrong(path):
    wrong = {
        "too short": lambda c: c.socket.sendall(struct.pack(">I", 4) + b"\0" * 4),
        "too long": lambda c: c.socket.sendall(struct.pack(">IBI", (1 << 22) + 1, REQUEST, 1)),
        "unknown type": lambda c: c.send(99, 1, None),
        "not CBOR": lambda c: c.raw(REQUEST, 1, b"\xff"),
        "trailing bytes": lambda c: c.raw(REQUEST, 1, cbor2.dumps(["health.check", {}, {}]) + b"\0"),
        "no payload": lambda c: c.raw(REQUEST, 1, b""),
        "call 0": lambda c: c.send(REQUEST, 0, ["health.check", {}, {}]),
        "too deep": lambda c: c.raw(REQUEST, 1, b"\x83\x6chealth.check\xa0" + b"\x81" * 66 + b"\0"),
    }
    for name, send in wrong.items():
        connection = Connection(path)
        connection.greeted()
        send(connection)
        try:
            connection.goes_away()
        except Closed:
            raise AssertionError(f"{name}: closed without a word")
    early = Connection(path, hello=False)
    early.send(REQUEST, 1, ["health.check", {}, {}])
    early.goes_away()
    other = Connection(path, hello=False)
    other.hello(version=2)
    other.goes_away()
    Connection(path).greeted()


def keeps_a_user_s_things(path, stats):
    user = f"wire-{time.time_ns()}"
    session = Connection(path)
    session.greeted()
    session.refused("unauthenticated", "profile.get")
    hero = session.result("hero.put", {"id": "h", "name": "Ada", "later": "ignored"}, user=user)
    assert hero["created"] and hero["value"] == {"id": "h", "name": "Ada"}, hero
    story = {"id": "s", "title": "T", "heroId": "h", "estimatedDuration": 600.0}
    assert session.result("story.put", story, user=user)["created"]
    start = int(time.time()) - 7200
    heard = {"storyId": "s", "startedAt": cbor2.CBORTag(1, start), "endedAt": cbor2.CBORTag(1, start + 300.7)}
    fault = session.refused("invalid", "session.record", heard, user=user)
    assert [field["field"] for field in fault["fields"]] == ["completed"], fault
    heard["completed"] = True
    first = session.result("session.record", heard, user=user)
    assert first["created"] and first["value"]["duration"] == 300, first
    text = dict(heard, startedAt=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start)))
    again = session.result("session.record", text, user=user)
    assert not again["created"] and again["value"] == first["value"], again
    fault = session.refused("invalid", "story.put", dict(story, estimatedDuration="long"), user=user)
    assert fault["fields"][0]["field"] == "estimatedDuration", fault
    other = session.result("story.list", {}, user=user + "-other")
    assert other["items"] == [], other
    view = Connection(stats)
    view.greeted()
    summary = view.result("stats.summary", {}, user=user)
    assert summary["totalPlayCount"] == 1 and summary["totalListeningTime"] == 300, summary


def main():
    run = sys.argv[1]
    for service in SERVICES:
        path = f"{run}/{service}.sock"
        greets_and_answers(path, service)
        answers_many_at_once(path)
        takes_bytes_one_at_a_time(path)
        ends_what_is_wrong(path)
        print(f"{service}: as described")
    keeps_a_user_s_things(f"{run}/session.sock", f"{run}/stats.sock")
    print("a user's things: as described")


main()
