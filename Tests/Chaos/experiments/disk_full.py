"""On a full disk reads continue and writes are rejected; with free space again, everything works as before."""
import os
import signal
import time

from client import Cut, Refused, Slow
from figures import milliseconds, percentile
from processes import wait_until
from small_disk import SmallDisk
from stack import SERVICES, DidNotStart
from traffic import expect, listening, prepare
from trial import CannotRun

SECONDS, SHORT_SECONDS = 40, 9
READS = ["/analytics/summary", "/analytics/milestones", "/diversity/stats", "/stories/s0"]


def run(trial):
    """Uses a disk that reports being full, and in the long form one that is full."""
    disk = trial.disk()
    fill(trial, disk, trial.stack(environment=disk.environment))
    if not trial.short:
        really_full(trial)


def really_full(trial):
    """Does the same on a small file system, if one can be mounted."""
    try:
        disk = SmallDisk()
    except CannotRun as reason:
        trial.show("on a small file system", f"not tried: {reason}")
        return
    trial.keep(disk)
    fill(trial, disk, trial.stack(small_disk=disk))


def fill(trial, disk, stack):
    """Fills the disk while the stack runs, kills a process, starts the stack, and frees space again."""
    client = stack.client("ada")
    prepare(client, sessions=1000 if trial.short else 20_000)
    kept = Kept(stack)
    quiet = percentile([kept.read(path) for path in READS * 20], 50)
    disk.set(stack.data, full=1)
    kept.use(trial, "full while running", trial.seconds / 20, quiet)
    for service in ["stats", "session"] if trial.short else SERVICES:
        killed(trial, stack, service)
        kept.use(trial, f"{service} killed on the full disk", trial.seconds / 20, quiet)
    deleted_view(trial, stack, kept, trial.seconds / 20, quiet)
    lines, most = len(stack.log().splitlines()), int(50 + 10 * trial.seconds)
    trial.hold("lines in the log", lines, f"≤ {most}", lines <= most)
    for number in (signal.SIGKILL, signal.SIGTERM):
        starts(trial, stack, kept, number, trial.seconds / 20, quiet)
    disk.heal()
    healed = time.monotonic()
    wrote = wait_until(20, lambda: kept.write() in (200, 201), 0.05)
    trial.hold("writes with free space again", bool(wrote), "accepted", wrote)
    trial.hold_time("until the first of them", time.monotonic() - healed, 5)
    kept.use(trial, "with room again", trial.seconds / 20, quiet, is_full=False)
    trial.hold_verified(stack, "waymark verify")


def killed(trial, stack, service):
    """`up` keeps running if one of its processes is killed on a full disk, and starts it again."""
    before, begun = stack.kill(service), time.monotonic()
    back = wait_until(20, lambda: stack.is_running() and stack.pids().get(service) not in (None, before))
    healed = back and stack.wait_ready()
    trial.hold(f"{service} killed on the full disk", "is back" if healed else "is not back", "is back", healed)
    trial.hold_time("until it is back", time.monotonic() - begun, 5)
    if not stack.is_running():
        raise AssertionError("the stack ended with the process that was killed")


def deleted_view(trial, stack, kept, seconds, quiet):
    """A view's file that is deleted on a full disk cannot be rebuilt, and is not needed."""
    for suffix in ("", "-wal", "-shm"):
        try:
            os.unlink(f"{stack.data_from_here}/stats.sqlite{suffix}")
        except FileNotFoundError:
            pass
    killed(trial, stack, "stats")
    kept.use(trial, "without the file of stats", seconds, quiet)


def starts(trial, stack, kept, number, seconds, quiet):
    """The stack starts on a full disk, after an orderly end and after a kill."""
    name = f"started on the full disk after {signal.Signals(number).name}"
    stack.stop(number)
    try:
        stack.start(seconds=15)
        started = True
    except DidNotStart:
        started = False
    trial.hold(name, "ready" if started else f"not ready: {stack.last_words()[-200:]}", "ready", started)
    if started:
        kept.use(trial, name, seconds, quiet)


class Kept:
    """A user's sessions, counted when they are acknowledged; on a full disk few are."""

    def __init__(self, stack):
        self.stack, self.number = stack, 30_000
        self.token = stack.token("ada")
        self.base = expect(stack.client("ada").call("GET", "/analytics/summary"), 200).json["totalPlayCount"]
        self.acknowledged = self.unknown = 0

    def call(self, *arguments):
        """Makes a call on a new connection; returns its response, or the name of its failure."""
        client = self.stack.client("ada", 10)
        try:
            return client.call(*arguments)
        except (Cut, Refused, Slow) as error:
            return error
        finally:
            client.close()

    def write(self):
        """Posts one more session; returns the status."""
        self.number += 1
        response = self.call("POST", "/analytics/sessions", listening("s0", self.number))
        status = getattr(response, "status", None)
        self.acknowledged += status in (200, 201)
        self.unknown += status is None
        return status or repr(response)

    def read(self, path):
        """Returns the duration of a read, or 60 s if there was no response."""
        response = self.call("GET", path)
        if getattr(response, "status", None) == 200:
            return response.seconds
        print(f"  GET {path}: {response!r}"[:200], flush=True)
        return 60.0

    def use(self, trial, name, seconds, quiet, is_full=True):
        """Writes and reads for some seconds, and checks the responses."""
        writes, reads, until = {}, [], time.monotonic() + seconds
        while time.monotonic() < until or len(reads) < 12 * len(READS):
            status = self.write()
            writes[status] = writes.get(status, 0) + 1
            reads += [self.read(path) for path in READS]
        allowed = {200, 201, 503} if is_full else {200, 201}
        trial.hold(f"{name}: writes", writes, "503, or true" if is_full else "201", set(writes) <= allowed)
        unanswered = sum(1 for one in reads if one == 60.0)
        trial.hold(f"{name}: reads not answered", f"{unanswered} of {len(reads)}", "0", unanswered == 0)
        middle, bound = percentile([one for one in reads if one < 60], 50), max(0.05, 10 * quiet)
        trial.hold(f"{name}: median of reads", milliseconds(middle), f"≤ {milliseconds(bound)}", middle <= bound, True)
        response = self.call("GET", "/analytics/summary")
        count = response.json["totalPlayCount"] - self.base if getattr(response, "status", 0) == 200 else -1
        least, most = self.acknowledged, self.acknowledged + self.unknown
        trial.hold(f"{name}: sessions counted", count, f"{least} to {most}", least <= count <= most)
