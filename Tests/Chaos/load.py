"""Many connections from one process: each sends its next request after a response, or at a rate."""
import collections
import errno
import select
import socket
import time


class AnswerReader:
    """Finds the ends of responses in a stream of bytes, without keeping the bodies."""

    def __init__(self):
        self.buffer, self.left, self.status, self.chunked = bytearray(), 0, 0, False

    def feed(self, data):
        """Returns the statuses of the responses that are complete now."""
        done = []
        if self.left >= len(data) and not self.buffer:
            self.left -= len(data)
            return [self.status] if self.left == 0 and data else done
        self.buffer += data
        while self.step(done):
            pass
        return done

    def step(self, done):
        """Reads one part of a response; returns whether there may be another."""
        if self.left:
            taken = min(self.left, len(self.buffer))
            del self.buffer[:taken]
            self.left -= taken
            if self.left == 0:
                done.append(self.status)
            return taken > 0 and bool(self.buffer)
        if self.chunked:
            return self.step_chunk(done)
        end = self.buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.buffer[:end]).lower()
        del self.buffer[: end + 4]
        self.status = int(head[9:12])
        self.chunked = b"\r\ntransfer-encoding: chunked" in head
        place = head.find(b"\r\ncontent-length:")
        self.left = int(head[place + 17 :].split(b"\r\n", 1)[0]) if place >= 0 else 0
        if not self.left and not self.chunked:
            done.append(self.status)
        return True

    def step_chunk(self, done):
        """Reads one chunk."""
        end = self.buffer.find(b"\r\n")
        if end < 0:
            return False
        size = int(bytes(self.buffer[:end]).split(b";")[0], 16)
        if len(self.buffer) < end + 2 + size + 2:
            return False
        del self.buffer[: end + 2 + size + 2]
        if size == 0:
            self.chunked = False
            done.append(self.status)
        return True


class Line:
    """One connection of a crowd."""

    def __init__(self, number):
        self.number, self.socket, self.reader = number, None, AnswerReader()
        self.unsent, self.sent_at, self.connected = memoryview(b""), collections.deque(), False


class Crowd:
    """Connections that send requests without pause (`depth` at a time), or `rate` requests a second in total."""

    def __init__(self, address, connections, next_request, depth=1, rate=None, keep=True, reads=True):
        self.address, self.next_request, self.depth, self.rate = address, next_request, depth, rate
        self.keep, self.reading = keep, select.EPOLLIN if reads else 0
        self.poll = select.epoll()
        self.lines = [Line(number) for number in range(connections)]
        self.by_descriptor, self.idle = {}, collections.deque()
        self.statuses, self.latencies = collections.Counter(), []
        self.cut, self.refused, self.skipped, self.sent = 0, 0, 0, 0

    def run(self, until, stop=None):
        """Runs up to a moment of the monotonic clock, or until the flag is set; returns what was seen."""
        begun = time.monotonic()
        for line in self.lines:
            self.open(line)
        while time.monotonic() < until and not stop:
            if self.rate:
                self.send_what_is_due(begun, time.monotonic())
            for descriptor, events in self.poll.poll(0.002 if self.rate else 0.05, 256):
                self.happened(descriptor, events)
        seconds = time.monotonic() - begun
        now = time.monotonic()
        unanswered = [now - sent for line in self.lines for sent in line.sent_at]
        for line in self.lines:
            self.close(line)
        self.poll.close()
        return {
            "statuses": {str(key): count for key, count in self.statuses.items()}, "latencies": self.latencies,
            "cut": self.cut, "refused": self.refused, "skipped": self.skipped, "sent": self.sent, "seconds": seconds,
            "unanswered": unanswered}

    def send_what_is_due(self, begun, now):
        """Sends the requests that are due by the rate, each on an idle connection."""
        due = int((now - begun) * self.rate)
        while self.sent + self.skipped < due:
            if not self.idle:
                self.skipped += 1
                continue
            line = self.idle.popleft()
            if line.connected:
                self.ask(line)

    def open(self, line):
        """Opens a connection."""
        line.socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        line.socket.setblocking(False)
        line.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.reader, line.unsent, line.connected = AnswerReader(), memoryview(b""), False
        line.sent_at.clear()
        code = line.socket.connect_ex(self.address)
        if code not in (0, errno.EINPROGRESS):
            self.refused += 1
            line.socket.close()
            line.socket = None
            return
        self.by_descriptor[line.socket.fileno()] = line
        self.poll.register(line.socket.fileno(), self.reading | select.EPOLLOUT)

    def close(self, line):
        """Ends a connection."""
        if line.socket is not None:
            self.by_descriptor.pop(line.socket.fileno(), None)
            line.socket.close()
            line.socket = None

    def happened(self, descriptor, events):
        """Continues one connection."""
        line = self.by_descriptor.get(descriptor)
        if line is None:
            return
        try:
            if not line.connected:
                self.begin(line, descriptor)
            if line.socket is not None and events & select.EPOLLOUT and line.unsent:
                self.write(line)
            if line.socket is not None and events & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR):
                self.read(line)
        except OSError:
            self.lost(line)

    def begin(self, line, descriptor):
        """Handles the outcome of a connection attempt."""
        if line.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self.refused += 1
            self.close(line)
            return
        line.connected = True
        if self.rate:
            self.poll.modify(descriptor, self.reading)
            self.idle.append(line)
        else:
            for _ in range(self.depth):
                self.ask(line)

    def ask(self, line):
        """Sends the next request of a connection."""
        request = self.next_request(line.number)
        if request is None:
            return
        self.sent += 1
        line.sent_at.append(time.monotonic())
        line.unsent = memoryview(bytes(line.unsent) + request) if line.unsent else memoryview(request)
        self.write(line)

    def write(self, line):
        """Sends as much as the socket accepts."""
        try:
            while line.unsent:
                line.unsent = line.unsent[line.socket.send(line.unsent) :]
        except BlockingIOError:
            pass
        wanted = self.reading | (select.EPOLLOUT if line.unsent else 0)
        self.poll.modify(line.socket.fileno(), wanted)

    def read(self, line):
        """Reads the available bytes, and sends another request for each complete response."""
        try:
            data = line.socket.recv(1 << 18)
        except BlockingIOError:
            return
        if not data:
            self.lost(line)
            return
        for status in line.reader.feed(data):
            self.statuses[status] += 1
            if line.sent_at:
                self.latencies.append((time.monotonic() - line.sent_at.popleft(), status))
            if self.rate:
                self.idle.append(line)
            elif self.keep:
                self.ask(line)

    def lost(self, line):
        """Counts the interrupted requests, and connects again."""
        self.cut += len(line.sent_at)
        if line in self.idle:
            self.idle.remove(line)
        self.close(line)
        if self.keep:
            self.open(line)
