"""A hung process delays its callers by a second at most and nobody else, and is restarted."""
import contextlib
import os
import signal
import time

from client import Client, Cut, Refused, Slow
from processes import is_alive, wait_until
from stack import SERVICES
from traffic import expect, prepare

SECONDS, SHORT_SECONDS = 75, 9
WRITE = ("PUT", "/heroes/h", {"name": "Ada"})
READS = {"stats": "/analytics/summary", "milestone": "/analytics/milestones", "diversity": "/diversity/stats"}
RESTART_SECONDS = 15


def run(trial):
    """Suspends each process in turn and continues it; the long form waits for the restart."""
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
    """Returns the calls that need a service, and those that do not."""
    calls = {view: ("GET", path, None) for view, path in READS.items()}
    calls["session"] = WRITE
    if service == "session":
        return [*calls.values()], []
    return [calls[service]], [call for name, call in calls.items() if name != service]


def ask(stack, call, seconds=15):
    """Makes a call on a new connection; returns its status or failure, and its duration."""
    client, begun = stack.client("ada", seconds), time.monotonic()
    try:
        status = client.call(*call).status
    except (Cut, Refused, Slow) as error:
        status = type(error).__name__
    client.close()
    return status, time.monotonic() - begun


def hang(trial, stack, service):
    """Callers of a suspended process get 503 soon, then at once; other calls work; it recovers when it continues."""
    needing, others = concerned(service)
    # After a write, the edge has no reply that it could send from memory.
    expect(stack.client("ada").call("PUT", "/heroes/h", {"name": f"Ada before {service}"}), 200, 201)
    pid = stop_alone(stack, service)
    first = [ask(stack, call) for call in needing]
    statuses = sorted({str(status) for status, _ in first})
    trial.hold(f"{service} hangs: first calls", statuses, "503", statuses == ["503"])
    trial.hold_time("the slowest of them", max(seconds for _, seconds in first), 1.5)
    again = [ask(stack, call, 2) for call in needing for _ in range(5)]
    statuses = sorted({str(status) for status, _ in again})
    trial.hold(f"{service} hangs: calls after it was noticed", statuses, "503", statuses == ["503"])
    trial.hold_time("the slowest of them", max(seconds for _, seconds in again), 0.1)
    if others:
        free = [ask(stack, call) for call in others for _ in range(5)]
        statuses = sorted({str(status) for status, _ in free})
        trial.hold(f"{service} hangs: calls of other services", statuses, "2xx", set(statuses) <= {"200", "201"})
        trial.hold_time("the slowest of them", max(seconds for _, seconds in free), 0.25)
    alive = Client(stack.address, seconds=5).call("GET", "/healthz").status
    ready = Client(stack.address, seconds=5).call("GET", "/readyz").status
    trial.hold(f"{service} hangs: /healthz and /readyz", f"{alive}, {ready}", "200, 503", (alive, ready) == (200, 503))
    go_on(pid)
    begun = time.monotonic()
    healed = wait_until(20, lambda: all(ask(stack, call)[0] in (200, 201) for call in needing))
    trial.hold(f"{service} continues: calls", "are answered" if healed else "are not answered", "are answered", healed)
    trial.hold_time("until they are", time.monotonic() - begun, 2)


def stop_alone(stack, service):
    """Suspends one process; returns its id."""
    pid = stack.pid(service)
    if not pid:
        raise AssertionError(f"{service} does not run")
    os.kill(pid, signal.SIGSTOP)
    return pid


def go_on(pid):
    """Continues a suspended process, which may have been killed in the meantime."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGCONT)


def starts_again(trial, stack, service):
    """`up` restarts a process that has not responded for 15 s."""
    pid = stop_alone(stack, service)
    begun = time.monotonic()
    wait_until(RESTART_SECONDS + 10, lambda: not is_alive(pid), 0.05)
    took = time.monotonic() - begun
    gone = not is_alive(pid)
    trial.hold(f"{service} hangs: started again after", f"{took:.1f} s" if gone else "never", "10 to 20 s",
               gone and 10 <= took <= 20)
    if not gone:
        go_on(pid)
    healed = stack.wait_ready(5)
    trial.hold(f"{service} started again: all respond", bool(healed), "True", healed)
