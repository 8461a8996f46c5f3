"""A process that hangs costs its callers a second at most, the others nothing, and is started again."""
import contextlib
import os
import signal
import time

from client import Client, Cut, Refused, Slow
from figures import milliseconds
from processes import is_alive, wait_until
from stack import SERVICES
from traffic import expect, prepare

SECONDS, SHORT_SECONDS = 75, 9
WRITE = ("PUT", "/heroes/h", {"name": "Ada"})
READS = {"stats": "/analytics/summary", "milestone": "/analytics/milestones", "diversity": "/diversity/stats"}
RESTART_SECONDS = 15


def run(trial):
    """Stops each process in turn without ending it, and lets it go on; the long form waits for the restart."""
    stack = trial.stack()
    client = stack.client("ada")
    prepare(client)
    for path in READS.values():
        expect(client.call("GET", path), 200)
    for service in SERVICES[:-1]:
        hang(trial, stack, service)
    for service in [] if trial.short else SERVICES:
        starts_again(trial, stack, service)


def concerned(service):
    """The calls that need a service, and those that do not."""
    calls = {view: ("GET", path, None) for view, path in READS.items()}
    calls["session"] = WRITE
    if service == "session":
        return [*calls.values()], []
    return [calls[service]], [call for name, call in calls.items() if name != service]


def ask(stack, call, seconds=15):
    """One call on a connection of its own: its status or failure, and how long it took."""
    client, begun = stack.client("ada", seconds), time.monotonic()
    try:
        status = client.call(*call).status
    except (Cut, Refused, Slow) as error:
        status = type(error).__name__
    client.close()
    return status, time.monotonic() - begun


def hang(trial, stack, service):
    """Callers of a stopped process get 503 soon, then at once; the others go on; it heals when it goes on."""
    needing, others = concerned(service)
    pid = stack.pid(service)
    os.kill(pid, signal.SIGSTOP)
    first = [ask(stack, call) for call in needing]
    longest = max(seconds for _, seconds in first)
    statuses = sorted({str(status) for status, _ in first})
    trial.hold(f"{service} hangs: first calls", f"{statuses} in {milliseconds(longest)}", "503 in ≤ 1500 ms",
               statuses == ["503"] and longest <= 1.5, statuses == ["503"])
    again = [ask(stack, call, 2) for call in needing for _ in range(5)]
    longest = max(seconds for _, seconds in again)
    trial.hold(f"{service} hangs: calls after it was noticed", milliseconds(longest), "503 in ≤ 100 ms",
               longest <= 0.1 and {status for status, _ in again} == {503}, longest > 0.1)
    if others:
        free = [ask(stack, call) for call in others for _ in range(5)]
        longest = max(seconds for _, seconds in free)
        trial.hold(f"{service} hangs: calls of other services", milliseconds(longest), "2xx in ≤ 250 ms",
                   longest <= 0.25 and all(status in (200, 201) for status, _ in free), True)
    alive = Client(stack.address, seconds=5).call("GET", "/healthz").status
    ready = Client(stack.address, seconds=5).call("GET", "/readyz").status
    trial.hold(f"{service} hangs: /healthz and /readyz", f"{alive}, {ready}", "200, 503", (alive, ready) == (200, 503))
    go_on(pid)
    begun = time.monotonic()
    healed = wait_until(5, lambda: all(ask(stack, call)[0] in (200, 201) for call in needing))
    took = time.monotonic() - begun
    trial.hold(f"{service} goes on: calls answered again", milliseconds(took), "≤ 2000 ms", healed and took <= 2)


def go_on(pid):
    """Lets a stopped process go on; it may have been ended meanwhile."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


def starts_again(trial, stack, service):
    """What has not answered for 15 s is started again by `up`, by itself."""
    pid = stack.pid(service)
    os.kill(pid, signal.SIGSTOP)
    begun = time.monotonic()
    wait_until(RESTART_SECONDS + 10, lambda: not is_alive(pid), 0.05)
    took = time.monotonic() - begun
    gone = not is_alive(pid)
    trial.hold(f"{service} hangs: started again after", f"{took:.1f} s" if gone else "never", "10 to 20 s",
               gone and 10 <= took <= 20)
    if not gone:
        go_on(pid)
    healed = stack.wait_ready(5)
    trial.hold(f"{service} started again: all answer", bool(healed), "True", healed)
