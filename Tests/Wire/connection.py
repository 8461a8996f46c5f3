"""One connection of the service protocol, implemented from docs/internals/protocol.md with a socket and a CBOR library."""
import socket
import struct

import cbor2

HELLO, REQUEST, REPLY, FAULT, CANCEL, PING, PONG, GOAWAY = range(1, 9)


def frame(kind, call, payload):
    return struct.pack(">IBI", 5 + len(payload), kind, call) + payload


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
        self.socket.sendall(frame(kind, call, payload))

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
            except ConnectionError:
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

    def rejected(self, code, method, argument=None, **meta):
        kind, value = self.call(method, argument, **meta)
        assert kind == FAULT and value["code"] == code, (kind, value)
        assert isinstance(value["message"], str) and value["message"], value
        return value

    def goes_away(self):
        """Reads until the connection ends. Returns the reason of the goaway, and the frames before it."""
        before = []
        while True:
            kind, call, value = self.read()
            if kind == GOAWAY:
                break
            before.append((kind, call, value))
        assert call == 0 and isinstance(value["reason"], str) and value["reason"], value
        try:
            frame = self.read()
            raise AssertionError(f"{frame} after goaway")
        except Closed:
            return value["reason"], before
