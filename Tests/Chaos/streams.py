"""Clients of `GET /changes`: one that reconnects, and a crowd that only listens."""
import json
import select
import socket
import time


def request(token, last=None):
    """The bytes that open a stream."""
    more = f"Last-Event-ID: {last}\r\n" if last is not None else ""
    head = f"GET /api/v1/changes HTTP/1.1\r\nHost: chaos\r\nAuthorization: Bearer {token}\r\n{more}\r\n"
    return head.encode()


def events_of(data):
    """The events in the bytes of a stream. Chunk sizes and comments have other beginnings."""
    return [json.loads(line[6:]) for line in data.split(b"\n") if line.startswith(b"data: ")]


def follow(address, token, stop, reached):
    """Reads a stream until it is stopped, and opens it again after the last event: `reached`."""
    events, areas, connections, last = [], set(), 0, None
    while not stop:
        try:
            with socket.create_connection(address, timeout=2) as connection:
                connection.sendall(request(token, last))
                rest, status = b"", None
                while not stop:
                    if not select.select([connection], [], [], 0.1)[0]:
                        continue
                    data = connection.recv(65536)
                    moment = time.monotonic()
                    if not data:
                        break
                    rest += data
                    if status is None and b"\r\n\r\n" in rest:
                        status = int(rest[9:12])
                        rest = rest.split(b"\r\n\r\n", 1)[1]
                        connections += 1
                    if status != 200:
                        break
                    whole, _, rest = rest.rpartition(b"\n")
                    for event in events_of(whole):
                        # The first event of each stream does not describe missed changes.
                        if last is not None:
                            areas |= set(event["areas"])
                        last = event["seq"]
                        events.append((moment, last))
                        reached.set(last)
        except OSError:
            pass
        time.sleep(0.05)
    return {"events": events, "areas": sorted(areas), "connections": connections}


class Crowd:
    """Streams that are open and do nothing."""

    def __init__(self, address, tokens):
        self.poll, self.sockets, self.begun, self.last = select.epoll(), {}, 0, None
        self.rests = {}
        for token in tokens:
            connection = socket.create_connection(address, timeout=10)
            connection.sendall(request(token))
            connection.setblocking(False)
            self.sockets[connection.fileno()] = connection
            self.rests[connection.fileno()] = b""
            self.poll.register(connection.fileno(), select.EPOLLIN)

    def pump(self):
        """Reads the received bytes; returns the number of streams with a first event."""
        for number, _ in self.poll.poll(0, maxevents=4096):
            try:
                data = self.sockets[number].recv(65536)
            except BlockingIOError:
                continue
            if not data:
                self.poll.unregister(number)
                continue
            if self.rests[number] is not None:
                self.rests[number] += data
                found = events_of(self.rests[number])
                if found and self.rests[number].endswith(b"\n\n\r\n"):
                    self.last, self.rests[number] = found[0]["seq"], None
                    self.begun += 1
        return self.begun

    def close(self):
        """Ends all of them."""
        for connection in self.sockets.values():
            connection.close()
        self.poll.close()
