"""During restarts, clients get no reset, only 503, and few moments without a response."""
import random
import signal
import time

from client import Client, Cut, Refused, Slow
from figures import percentile
from processes import Flag, Worker, let_run, wait_until
from stack import SERVICES
from traffic import prepare

SECONDS, SHORT_SECONDS = 90, 10
CALLERS = 4


def caller(address, token, path, keep, stop):
    """Sends requests without pause; returns the times of successes, and every other outcome."""
    answered, outcomes, client = [], {}, Client(address, token, 20)
    while not stop:
        try:
            status = client.call("GET", path).status
            if status == 200:
                answered.append(time.monotonic())
            kind = str(status)
        except (Cut, Refused, Slow) as error:
            kind = f"{'kept' if keep else 'fresh'} connection, {type(error).__name__}: {error}"
        outcomes[kind] = outcomes.get(kind, 0) + 1
        if not keep:
            client.close()
        time.sleep(0.002)
    return {"answered": answered, "outcomes": outcomes}


def run(trial):
    """Ends each process in order and by force, repeatedly, while clients send requests."""
    stack = trial.stack()
    prepare(stack.client("ada"), sessions=200)
    kinds = [("edge", signal.SIGTERM), ("edge", signal.SIGKILL)]
    kinds += [(service, number) for service in SERVICES[:-1] for number in (signal.SIGTERM, signal.SIGKILL)]
    if trial.short:
        kinds = [("edge", signal.SIGTERM), ("edge", signal.SIGKILL), ("session", signal.SIGKILL),
                 ("stats", signal.SIGTERM)]
    for service, number in kinds:
        once(trial, stack, service, number, trial.seconds / len(kinds))


def once(trial, stack, service, number, seconds):
    """Ends one process in one way for some seconds, each time after every service responds again."""
    token, stop = stack.token("ada"), Flag()
    path = {"milestone": "/analytics/milestones", "diversity": "/diversity/stats"}.get(service, "/analytics/summary")
    workers = [Worker(caller, stack.address, token, path, place % 2 == 0, stop) for place in range(CALLERS)]
    ends, until, chance = [], time.monotonic() + seconds, random.Random(trial.seed)
    while time.monotonic() < until:
        let_run(chance.uniform(0.3, 0.6))
        before = stack.pid(service)
        ends.append(time.monotonic())
        stack.kill(service, number)
        wait_until(10, lambda: stack.pids().get(service) not in (None, before))
        stack.wait_ready(10)
    let_run(0.3)
    stop.set()
    found = [worker.result()[0] for worker in workers]
    judge(trial, f"{service} {signal.Signals(number).name}", ends, found)


def judge(trial, name, ends, found):
    """Checks resets, other errors and the moments without a response."""
    outcomes = {}
    for one in found:
        for kind, count in one["outcomes"].items():
            outcomes[kind] = outcomes.get(kind, 0) + count
    other = {kind: count for kind, count in outcomes.items() if kind not in ("200", "503")}
    # A killed edge interrupts responses; one that ends in order may only close idle connections.
    cuts = ["fresh connection, Cut", "kept connection, Cut"] if name == "edge SIGKILL" else ["kept connection, Cut"]
    allowed = cuts if name.startswith("edge") else []
    bad = {kind: count for kind, count in other.items() if not kind.startswith(tuple(allowed))}
    wanted = f"none but {', '.join(allowed)}" if allowed else "none"
    trial.hold(f"{name}: neither 200 nor 503", other or "none", wanted, not bad)
    moments = sorted(moment for one in found for moment in one["answered"])
    gaps = []
    for end, next_end in zip(ends, ends[1:] + [ends[-1] + 3]):
        last = max((moment for moment in moments if moment <= end), default=end)
        gaps.append(longest_gap([moment for moment in moments if last <= moment <= next_end]))
    middle, longest = percentile(gaps, 50), max(gaps, default=0)
    aim = 0.15 if name.startswith("edge") else 0.3
    trial.hold_time(f"{name}: no client was served, median of {len(ends)}", middle, aim)
    trial.hold_time(f"{name}: no client was served, longest", longest, 1)
    trial.show(f"{name}: responses", {kind: count for kind, count in outcomes.items() if kind in ("200", "503")})


def longest_gap(moments):
    """The longest time between two responses, 3 s if there were none."""
    return max((later - earlier for earlier, later in zip(moments, moments[1:])), default=3)
