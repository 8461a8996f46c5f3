"""A PostgreSQL server for one experiment, which is stopped, started, cut off and replaced by its replica."""
import os
import subprocess

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "deploy", "postgres")


class NoServer(Exception):
    """PostgreSQL is not installed here, or it did not start."""


class Server:
    """A PostgreSQL server of `deploy/postgres`, which ends with this process."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["bash", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.folder = self.result()
        self.socket = self.folder

    def result(self):
        """Returns the folder of the new socket, or None if the order has none."""
        line = self.process.stdout.readline()
        if not line:
            raise NoServer(self.process.stderr.read().strip() or "PostgreSQL did not start")
        return line.split()[-1]

    def order(self, word):
        """Sends an order and waits until it is done."""
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()
        return self.result()

    @property
    def address(self):
        """Returns the writable one of the server and its replica."""
        return f"postgresql://waymark@/postgres?host={self.folder},{self.folder}/replica"

    def promote(self):
        """The server dies, and its replica takes over."""
        self.socket = self.order("promote")

    def ask(self, sql):
        """Runs SQL and returns the output."""
        done = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-h", self.socket, "-U", "waymark", "-d", "postgres", "-c", sql],
            capture_output=True, text=True, timeout=30)
        return done.stdout.strip()

    def cut_all(self):
        """Ends every connection of the program; returns their number."""
        return int(self.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                            "WHERE application_name = 'waymark'") or 0)

    def remove(self):
        """Ends the server and removes its folder."""
        self.process.stdin.write("end\n")
        self.process.stdin.close()
        self.process.wait(30)
