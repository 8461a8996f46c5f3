"""A disk that fails to read, write or sync causes 503 until it recovers, and loses no acknowledged write."""
import signal
import time

from client import Cut, Refused, Slow
from processes import wait_until
from traffic import listening, prepare

SECONDS, SHORT_SECONDS = 60, 9
READS = ["/analytics/summary", "/analytics/sessions?limit=50", "/stories", "/analytics/milestones", "/diversity/stats"]
# Which call fails, in which files, how, and which process ends; a process that stops cleanly writes its last data.
FAULTS = [
    ("every sync of the journal fails", "journal", {"sync_error": 1000}, "session", signal.SIGKILL),
    ("one sync in three fails", "", {"sync_error": 300}, "stats", signal.SIGTERM),
    ("reads of the journal fail", "journal", {"read_error": 1000}, "session", signal.SIGKILL),
    ("one read in five fails", "", {"read_error": 200}, "milestone", signal.SIGKILL),
    ("writes are cut short", "", {"short_write": 300}, "diversity", signal.SIGKILL),
    ("reads of a view's file fail", "stats.sqlite", {"read_error": 1000}, "stats", signal.SIGKILL),
    ("syncs of a view's file fail", "stats.sqlite", {"sync_error": 1000}, "stats", signal.SIGTERM),
]


def run(trial):
    """Causes each kind of fault for a while and kills a process during it, then repairs the disk."""
    disk = trial.disk()
    stack = trial.stack(environment=disk.environment)
    prepare(stack.client("ada"), sessions=1000)
    sent = Sent(stack)
    for name, match, chances, service, number in FAULTS:
        before = disk.hits
        disk.set(stack.data, match, **chances)
        sent.use(trial, name, trial.seconds / (2 * len(FAULTS)))
        stack.kill(service, number)
        sent.use(trial, f"{name}, {service} ended", trial.seconds / (2 * len(FAULTS)))
        # A view uses its files only when it starts or stops, which may be later.
        wait_until(60, lambda: disk.hits > before, 0.05)
        trial.hold(f"{name}: failures of the disk", disk.hits - before, "> 0", disk.hits > before)
        disk.heal()
        if not stack.is_running():
            trial.hold(f"{name}: the stack", stack.last_words()[-100:], "runs", False)
            disk.heal()
            stack.start()
        begun = time.monotonic()
        healed = stack.wait_ready() and wait_until(20, lambda: sent.write() in (200, 201), 0.05)
        trial.hold(f"{name}: writes after the repair of the disk", bool(healed), "accepted", healed)
        trial.hold_time("until the first of them", time.monotonic() - begun, 5)
        sent.count(trial, name)
    trial.hold_verified(stack, "waymark verify")


class Sent:
    """Sessions that were sent: acknowledged, rejected, or without a response."""

    def __init__(self, stack):
        self.stack, self.number, self.acknowledged, self.unknown = stack, 50_000, {}, set()
        self.base = stack.client("ada").call("GET", "/analytics/summary").json["totalPlayCount"]

    def ask(self, *arguments):
        """Makes a call on a new connection; returns its response, or the name of its failure."""
        # Services respond within ten seconds.
        client = self.stack.client("ada", 20)
        try:
            return client.call(*arguments)
        except (Cut, Refused, Slow) as error:
            return error
        finally:
            client.close()

    def write(self):
        """Posts one more session; returns the status, or the name of the failure."""
        self.number += 1
        response = self.ask("POST", "/analytics/sessions", listening("s0", self.number))
        status = getattr(response, "status", None)
        if status in (200, 201):
            self.acknowledged[response.json["id"]] = self.number
        elif status is None:
            self.unknown.add(self.number)
        return status or type(response).__name__

    def use(self, trial, name, seconds):
        """Writes and reads for some seconds; each response must be correct or 503."""
        statuses, until = {}, time.monotonic() + seconds
        while time.monotonic() < until:
            found = [self.write()]
            for path in READS:
                response = self.ask("GET", path)
                found.append(getattr(response, "status", type(response).__name__))
            for status in found:
                statuses[status] = statuses.get(status, 0) + 1
        trial.hold(f"{name}: responses", statuses, "200, 201, 503", set(statuses) <= {200, 201, 503})

    def count(self, trial, name):
        """Checks that every acknowledged write is stored, and nothing that was not sent."""
        response = self.ask("GET", "/analytics/summary")
        found = response.json["totalPlayCount"] - self.base if getattr(response, "status", 0) == 200 else -1
        # A 503 may hide a commit whose sync failed at the very end: the session is sent again under the same name.
        least, most = len(self.acknowledged), self.number - 50_000
        trial.hold(f"{name}: sessions counted", found, f"{least} to {most}", least <= found <= most)
        lost = [key for key in list(self.acknowledged)[-50:] if getattr(
            self.ask("GET", f"/analytics/sessions/{key}"), "status", 0) != 200]
        trial.hold(f"{name}: acknowledged and lost", len(lost), "0", not lost)
