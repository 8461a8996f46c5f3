"""Measures the processor time, bytes and syncs of a stack and its database."""
import glob
import os

from client import Client
from processes import cpu_seconds
from stack import VIEWS, children_of


def written_bytes(pid):
    """Returns the bytes that a process has written to disk so far."""
    try:
        with open(f"/proc/{pid}/io") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("write_bytes"))
    except (OSError, StopIteration):
        return 0


class Meter:
    """Reads the usage so far; the difference of two readings is the usage in between."""

    def __init__(self, stack, cluster=None):
        self.stack, self.cluster, self.servers = stack, cluster, cluster.servers if cluster else []

    def read(self):
        """Seconds of each part, bytes of logs and on disks, and syncs."""
        pids = self.stack.pids()
        parts = {"edge": [pids["edge"]], "session": [pids["session"]], "views": [pids[name] for name in VIEWS]}
        found = {f"{part} seconds": sum(map(cpu_seconds, pids)) for part, pids in parts.items()}
        backends = [children_of(server.process.pid) for server in self.servers]
        # The first of several machines is the coordinator, which calls the others.
        found["asked machine seconds"] = sum(map(cpu_seconds, backends[0])) if backends else 0.0
        backends = sum(backends, [])
        found["database seconds"] = sum(map(cpu_seconds, backends))
        found["disk bytes"] = sum(map(written_bytes, backends or [pids["session"]]))
        found["log bytes"] = self.of_servers("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        found["syncs"] = self.of_servers("SELECT wal_sync FROM pg_stat_wal")
        return found

    def of_servers(self, question):
        """A number of each server, all together."""
        return sum(int(server.sql(question)) for server in self.servers)

    def kept_bytes(self):
        """Returns the size of the journal's tables and indexes."""
        if not self.cluster:
            return sum(os.path.getsize(path) for path in glob.glob(f"{self.stack.data}/journal.sqlite*"))
        size = "citus_total_relation_size" if len(self.servers) > 1 else "pg_total_relation_size"
        tables = "schemaname = 'public' AND tablename <> 'schema_steps'"
        question = f"SELECT sum({size}(tablename::regclass)) FROM pg_tables WHERE {tables}"
        return int(self.cluster.coordinator.sql(question))

    def view_bytes(self):
        """Returns the memory that one view uses per user."""
        text, sums = Client(self.stack.address).call("GET", "/metrics").body.decode(), {}
        for line in text.splitlines():
            name, _, value = line.rpartition(" ")
            if name.startswith("waymark_view_active_"):
                sums[name.split("{")[0]] = sums.get(name.split("{")[0], 0) + float(value)
        return sums["waymark_view_active_bytes"] / max(1, sums["waymark_view_active_users"])


def each(before, after, count):
    """Returns the cost per item of `count` items."""
    return {name: (after[name] - before[name]) / max(1, count) for name in before}
