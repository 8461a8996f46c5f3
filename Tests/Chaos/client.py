"""HTTP over a plain socket: sends exactly the bytes of the experiment, and has an error for each kind of failure."""
import json
import select
import socket
import time


class Cut(Exception):
    """The connection ended before a complete response."""


class Refused(Exception):
    """No connection was made."""


class Slow(Exception):
    """No complete response arrived in time."""


class Response:
    """A response: status, header fields by lower-case name, body, and duration."""

    def __init__(self, status, headers, body, seconds):
        self.status, self.headers, self.body, self.seconds = status, headers, body, seconds

    @property
    def json(self):
        return json.loads(self.body) if self.body else None

    def __repr__(self):
        return f"{self.status} {self.body[:200]!r}"


def has_news(connection, seconds):
    """Returns whether a connection has bytes to read, or has ended."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def head_of(method, path, host="chaos", token=None, headers=(), length=None):
    """The bytes of a request's head."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if length is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    lines += [f"{name}: {value}" for name, value in headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def request_of(method, path, token=None, body=None, headers=()):
    """The bytes of a complete request; `body` is bytes, or a value that becomes JSON."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    length = None if body is None else len(body)
    return head_of(method, path, token=token, headers=headers, length=length) + (body or b"")


class Client:
    """One user's connection, which reconnects when it has ended."""

    def __init__(self, address, token=None, seconds=15):
        self.address, self.token, self.seconds = address, token, seconds
        self.socket, self.buffer = None, b""

    def connect(self):
        """Connects if there is no connection, or if the server has closed it."""
        if self.socket is not None and not self.buffer and has_news(self.socket, 0):
            self.close()
        if self.socket is None:
            try:
                self.socket = socket.create_connection(self.address, timeout=self.seconds)
            except OSError as error:
                raise Refused(str(error)) from error
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.buffer = b""
        return self.socket

    def close(self):
        """Ends the connection."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def call(self, method, path, body=None, headers=(), token=None, seconds=None):
        """Sends one request below /api/v1 (or to the exact path) and reads the response."""
        target = path if path.startswith(("/api/", "/readyz", "/healthz", "/metrics", "/openapi")) else "/api/v1" + path
        return self.raw(request_of(method, target, token or self.token, body, headers), method == "HEAD", seconds)

    def raw(self, request, is_head=False, seconds=None):
        """Sends these bytes and reads one response."""
        connection, begun = self.connect(), time.monotonic()
        connection.settimeout(seconds or self.seconds)
        try:
            connection.sendall(request)
            return self.read(begun, is_head)
        except socket.timeout as error:
            self.close()
            raise Slow(f"nothing whole within {seconds or self.seconds} s") from error
        except OSError as error:
            self.close()
            raise Cut(str(error)) from error

    def read(self, begun, is_head=False):
        """Reads one response."""
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        if status == 100:
            return self.read(begun, is_head)
        body = b"" if is_head or status in (204, 304) else self.body(headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Response(status, headers, body, time.monotonic() - begun)

    def body(self, headers):
        """Reads the body that the header fields announce."""
        if headers.get("transfer-encoding", "").lower() != "chunked":
            return self.take(int(headers.get("content-length", 0)))
        body = b""
        while True:
            size = int(self.line(), 16)
            if size == 0:
                while self.line():
                    pass
                return body
            body += self.take(size)
            self.take(2)

    def line(self):
        """Reads up to a line end."""
        while b"\r\n" not in self.buffer:
            self.more()
        line, _, self.buffer = self.buffer.partition(b"\r\n")
        return line

    def take(self, count):
        """Reads `count` bytes."""
        pieces, have = [self.buffer], len(self.buffer)
        while have < count:
            piece = self.socket.recv(1 << 18)
            if not piece:
                self.close()
                raise Cut("the response was cut short")
            pieces.append(piece)
            have += len(piece)
        whole = b"".join(pieces)
        self.buffer = whole[count:]
        return whole[:count]

    def more(self):
        """Reads the available bytes."""
        piece = self.socket.recv(1 << 16)
        if not piece:
            self.close()
            raise Cut("the connection was closed without a response")
        self.buffer += piece
