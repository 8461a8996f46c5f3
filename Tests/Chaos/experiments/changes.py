"""A change is seen on another connection at once, and none is missed; open streams cost next to nothing."""
import signal
import time

from figures import mebibytes, milliseconds, percentile
from processes import Flag, Number, Worker, cpu_seconds, let_run, resident, wait_until
from stack import SERVICES, persistent
from streams import Crowd, follow
from traffic import expect, listening, paced_writers, prepare

SECONDS, SHORT_SECONDS = 90, 15
STREAMS, OF_USER = 1000, 16
MEMORY, IDLE_SHARE = 20 << 20, 0.01


def run(trial):
    """Measures latency during a thousand writes per second, the cost of idle streams, and streams across kills."""
    stack = trial.stack()
    latency(trial, stack, trial.seconds / 3)
    cost(trial, stack)
    kills(trial, stack, trial.seconds / 3)
    trial.hold_verified(stack)


def latency(trial, stack, seconds):
    """Measures one user's writes as seen on another connection of that user, while others write."""
    client, stop, reached, rate = stack.client("ada"), Flag(), Number(), 300 if trial.short else 1000
    prepare(client)
    writers = [f"writer-{number}" for number in range(32)]
    for name in writers:
        prepare(stack.client(name))
    tokens = [stack.token(name) for name in writers]
    reader = Worker(follow, stack.address, stack.token("ada"), stop, reached)
    has_begun = wait_until(20, lambda: reached.value() >= 0)
    trial.hold("a stream's first event", "has come" if has_begun else "has not come", "has come", has_begun)
    first, started = reached.value(), time.monotonic()
    others = Worker(paced_writers, stack.address, tokens, rate, stop)
    written, until, number = [], started + seconds, 0
    while time.monotonic() < until:
        begun = time.monotonic()
        expect(client.call("POST", "/analytics/sessions", listening("s0", number)), 201)
        written.append((begun, time.monotonic()))
        number += 1
        time.sleep(0.05 + trial.random.random() * 0.05)
    wait_until(60, lambda: reached.value() >= first + len(written))
    stop.set()
    span = time.monotonic() - started
    seen, _ = reader.result()
    done, _ = others.result()
    moments = {}
    for moment, seq in seen["events"]:
        for position in range(first + 1, seq + 1):
            moments.setdefault(position, moment)
    # Measured from the response of the write, whose own duration does not count.
    waits = [max(0.0, moments[first + 1 + place] - answered)
             for place, (_, answered) in enumerate(written) if first + 1 + place in moments]
    trial.hold("changes that were seen", len(waits), f"{len(written)}", len(waits) == len(written))
    trial.hold_time("from a write's response to its event, p99", percentile(waits, 99), 0.1)
    trial.show("the same, p50 and most", f"{milliseconds(percentile(waits, 50))}, {milliseconds(max(waits))}")
    trial.show("others' writes during the reads", f"{done / span:.0f} a second")


def cost(trial, stack):
    """Measures the memory and processor time of idle streams."""
    users = [f"idle-{number}" for number in range(-(-STREAMS // OF_USER))]
    tokens = [stack.token(name) for name in users for _ in range(OF_USER)][:STREAMS]
    for name in users:
        expect(stack.client(name).call("GET", "/profile"), 200)
    # Background work for the new users finishes before memory is measured.
    let_run(2)
    before, idle = {name: resident(stack.pid(name)) for name in SERVICES}, processor(stack, 5)
    crowd = Crowd(stack.address, tokens)
    begun = wait_until(20, lambda: crowd.pump() == STREAMS)
    trial.hold("streams that have begun", crowd.begun, str(STREAMS), begun)
    span = 5 if trial.short else 20
    spent = processor(stack, span, crowd.pump) - idle * span / 5
    after = {name: resident(stack.pid(name)) for name in SERVICES}
    more = sum(after[name] - before[name] for name in SERVICES)
    trial.hold(f"memory of {STREAMS} streams", mebibytes(more), f"< {mebibytes(MEMORY)}", more < MEMORY)
    trial.show("of it the edge and the journal", ", ".join(
        mebibytes(after[name] - before[name]) for name in ("edge", "session")))
    trial.hold_time(f"processor of idle streams in {span} s", spent, IDLE_SHARE * span)
    crowd.close()


def processor(stack, seconds, pump=lambda: None):
    """Returns the processor time of all services while nothing happens."""
    pids = [stack.pid(name) for name in SERVICES]
    begun, until = sum(map(cpu_seconds, pids)), time.monotonic() + seconds
    while time.monotonic() < until:
        pump()
        time.sleep(0.25)
    return sum(map(cpu_seconds, pids)) - begun


def kills(trial, stack, seconds):
    """Writes while SessionSvc and the edge are killed; a client that reconnects reaches the last position."""
    client, stop, reached = stack.client("grace"), Flag(), Number()
    persistent(client, "PUT", "/stories/s0", {"title": "Story", "estimatedDuration": 3600})
    reader = Worker(follow, stack.address, stack.token("grace"), stop, reached)
    until, number, killed = time.monotonic() + seconds, 0, 0
    due = time.monotonic() + 1
    while time.monotonic() < until:
        persistent(client, "POST", "/analytics/sessions", listening("s0", number))
        number += 1
        if time.monotonic() > due:
            stack.kill(("session", "edge")[killed % 2], signal.SIGKILL)
            killed += 1
            due = time.monotonic() + trial.random.uniform(1.0, 2.0)
    stack.wait_ready(60)
    response = persistent(client, "PUT", "/heroes/last", {"name": "Last"})
    expect(response, 200, 201)
    final = position(stack, "grace")
    wait_until(60, lambda: reached.value() == final)
    stop.set()
    seen, _ = reader.result()
    events = [seq for _, seq in seen["events"]]
    trial.hold(f"the position after {killed} kills", events[-1] if events else None, str(final), events[-1:] == [final])
    falls = sum(1 for earlier, later in zip(events, events[1:]) if later < earlier)
    trial.hold("positions that went back", falls, "0", falls == 0)
    trial.hold("areas that were missed", sorted({"listening", "catalogue"} - set(seen["areas"])) or "none", "none",
               {"listening", "catalogue"} <= set(seen["areas"]))
    trial.show("connections of the stream", seen["connections"])


def position(stack, user):
    """Returns the end of a user's journal, from the first event of a new stream."""
    crowd = Crowd(stack.address, [stack.token(user)])
    wait_until(20, lambda: crowd.pump() == 1)
    crowd.close()
    return crowd.last
