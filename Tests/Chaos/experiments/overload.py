"""Under overload the edge stays fast: admitted requests get a response soon, and the others a 503 with Retry-After."""
import collections
import re
import resource
import socket
import time

from client import has_news, request_of
from figures import percentile
from load import Crowd
from processes import Worker, wait_until
from traffic import batch_of_day, prepare

SECONDS, SHORT_SECONDS = 45, 14
FACTOR = 5
MOST_CONNECTIONS = 8192
USERS = 8


def run(trial):
    """Finds the capacity of a heavy read and of a heavy write, offers five times as much, then too many connections."""
    stack = trial.stack()
    users = [f"user{number}" for number in range(USERS)]
    for user in users:
        prepare(stack.client(user), sessions=200)
    tokens = [stack.token(user) for user in users]
    reads = [request_of("GET", "/api/v1/analytics/activity?from=2001-01-01&to=2010-12-31", token) for token in tokens]
    overload(trial, stack, "heavy reads", lambda number: reads[number % USERS])
    overload(trial, stack, "full batches", Batches(tokens))
    too_many_connections(trial, stack)


class Batches:
    """Full batches of new sessions, of each user in turn."""

    def __init__(self, tokens):
        self.tokens, self.day = tokens, 1000

    def __call__(self, number):
        self.day += 1
        token = self.tokens[self.day % USERS]
        return request_of("POST", "/api/v1/analytics/sessions/batch", token, batch_of_day(1000 + self.day % 7000))


def crowd(address, connections, next_request, seconds, rate):
    """Runs one crowd in a separate process."""
    return Crowd(address, connections, next_request, rate=rate).run(time.monotonic() + seconds)


def overload(trial, stack, name, next_request):
    """Measures the capacity in a closed loop, then sends much more, regardless of responses."""
    part = trial.seconds / 5
    closed, _ = Worker(crowd, stack.address, 16, next_request, part / 3, None, nice=5).result()
    capacity = max(1, closed["statuses"].get("200", 0)) / closed["seconds"]
    lines = len(stack.log().splitlines())
    workers = [Worker(crowd, stack.address, 1500, next_request, part, FACTOR * capacity / 2, nice=5) for _ in range(2)]
    found = [worker.result() for worker in workers]
    statuses, waits, waiting = {}, [], []
    for value, _ in found:
        waits += [wait for wait, status in value["latencies"] if status == 200]
        waiting += [wait for wait in value["unanswered"] if wait > 1]
        for status, count in value["statuses"].items():
            statuses[status] = statuses.get(status, 0) + count
    cpu = sum(cpu for _, cpu in found)
    sent, skipped = (sum(value[key] for value, _ in found) for key in ("sent", "skipped"))
    offered = (sent + skipped) / part
    trial.show(f"{name}: capacity, offered", f"{capacity:.0f}/s, {offered:.0f}/s ({skipped} never sent)")
    trial.show(f"{name}: still waiting at the end, for over a second", len(waiting))
    trial.show(f"{name}: the load's own processor time", f"{cpu:.1f} s of {part:.1f} s")
    admitted = statuses.get("200", 0) / part
    trial.hold(f"{name}: responses", statuses, "only 200 and 503", set(statuses) <= {"200", "503"})
    p99 = percentile(waits + waiting, 99)
    trial.hold_time(f"{name}: p99 of admitted requests", p99, 1)
    trial.hold(f"{name}: done under overload", f"{admitted:.0f}/s", f"≥ {capacity / 4:.0f}/s", admitted >= capacity / 4,
               is_time=True)
    new = len(stack.log().splitlines()) - lines
    trial.hold(f"{name}: lines in the log", new, f"≤ {int(3 * part + 20)}", new <= 3 * part + 20)
    ready = bool(stack.wait_ready(60))
    trial.hold(f"{name}: ready again", ready, "True", ready)


def too_many_connections(trial, stack):
    """Each connection beyond the limit gets its 503 with Retry-After, and those within it are served."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if most < MOST_CONNECTIONS + 1000:
        trial.show("more than 8192 connections", f"not tried: {most} files may be open")
        return
    beyond, open_sockets = 200, []
    wait_until(60, lambda: connections(stack) <= 1, 0.05)
    left = connections(stack)
    trial.hold("connections left of clients that have left", left - 1, "0", left <= 1)
    lines = len(stack.log().splitlines())
    try:
        for _ in range(MOST_CONNECTIONS):
            open_sockets.append(socket.create_connection(stack.address, timeout=5))
            # A connection that got a response may idle longer than one that sent nothing.
            open_sockets[-1].sendall(request_of("GET", "/healthz"))
        first = collections.Counter(one.recv(4096)[9:12].decode() for one in open_sockets)
        served = within(open_sockets[0], stack.token("user0"))
        outcomes = {}
        until, tried = time.monotonic() + 10, 0
        while tried < beyond and (time.monotonic() < until or tried < 20):
            outcome = one_too_many(stack)
            outcomes[outcome], tried = outcomes.get(outcome, 0) + 1, tried + 1
    finally:
        for one in open_sockets:
            one.close()
    trial.hold(f"the first {MOST_CONNECTIONS} connections", dict(first), "200", set(first) == {"200"})
    trial.hold("a connection within the limit", served, "200", served == 200)
    rejected = outcomes.get("503 with Retry-After", 0)
    trial.hold(f"{tried} connections beyond {MOST_CONNECTIONS}", outcomes, "503 with Retry-After", rejected == tried)
    new = len(stack.log().splitlines()) - lines
    trial.hold("lines in the log", new, "≤ 40", new <= 40)
    ready = bool(stack.wait_ready(60))
    trial.hold("ready after they have left", ready, "True", ready)


def connections(stack):
    """Returns the number of the edge's connections, including this request's."""
    text = stack.client("user0").call("GET", "/metrics").body.decode()
    return int(float(re.search(r"^waymark_http_connections\{[^}]*\} (\S+)", text, re.M)[1]))


def within(connection, token):
    """Returns the status of a call on an existing connection."""
    connection.sendall(request_of("GET", "/api/v1/profile", token))
    return int(connection.recv(4096)[9:12])


def one_too_many(stack):
    """Returns the response of a connection beyond the limit, which sends its request immediately."""
    try:
        with socket.create_connection(stack.address, timeout=10) as one:
            one.sendall(request_of("GET", "/api/v1/profile", stack.token("user0")))
            response = b""
            while has_news(one, 10):
                piece = one.recv(4096)
                if not piece:
                    break
                response += piece
    except OSError as error:
        return type(error).__name__
    if not response:
        return "closed without a word"
    has_pause = b"\r\nretry-after:" in response.lower()
    return response[9:12].decode() + (" with Retry-After" if has_pause else "")
