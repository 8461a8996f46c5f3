"""A separate stack for each experiment: started, called, damaged, stopped and removed."""
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time

from client import Client, Cut, Refused, Slow
from processes import is_alive, wait_until

SERVICES = ["session", "stats", "milestone", "diversity", "edge"]
VIEWS = ["stats", "milestone", "diversity"]


class DidNotStart(Exception):
    """The stack ended, or did not become ready in time."""


class Stack:
    """`waymark up` on a new data directory; its journal may be in a server's database."""

    def __init__(self, binary, environment=None, small_disk=None, database=None, start=True):
        self.binary, self.environment = binary, environment or {}
        self.place = {"WAYMARK_DATABASE": database} if database else {}
        self.folder = tempfile.mkdtemp(prefix="waymark-", dir="/tmp")
        self.prefix = small_disk.prefix if small_disk else []
        self.data = f"{small_disk.folder if small_disk else self.folder}/data"
        self.run, self.data_from_here = f"{self.data}/run", (small_disk.inside if small_disk else "") + self.data
        self.process, self.port, self.tokens, self.base = None, 0, {}, {}
        if start:
            self.start()

    def start(self, seconds=20, port=0):
        """Starts it and waits until it is ready."""
        output, log = f"{self.folder}/output", f"{self.folder}/log"
        with open(output, "wb") as out, open(log, "ab") as errors:
            self.process = subprocess.Popen(
                [*self.prefix, self.binary, "up", "--data", self.data, "--listen", f"127.0.0.1:{port}"],
                stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                env={**os.environ, "WAYMARK_EDGES": "1", **self.place, **self.environment})
        if not wait_until(seconds, lambda: self.ready_line(output) or self.process.poll() is not None):
            raise DidNotStart(self.last_words())
        line = self.ready_line(output)
        if not line:
            raise DidNotStart(self.last_words())
        self.port = int(line.rpartition(":")[2])
        return self

    @staticmethod
    def ready_line(path):
        """Returns the complete line with the listening address, or None."""
        with open(path) as file:
            text = file.read()
        return text.strip() if text.startswith("waymark ready ") and text.endswith("\n") else None

    @property
    def address(self):
        return ("127.0.0.1", self.port)

    def log(self):
        """Returns the whole log so far."""
        with open(f"{self.folder}/log", errors="replace") as file:
            return file.read()

    def last_words(self):
        """The end of the log."""
        return "\n".join(self.log().splitlines()[-12:])

    def pids(self):
        """Returns the process ids of this `up`'s children by name."""
        found = {}
        for pid in children_of(self.process.pid):
            words = command_line(pid)
            if len(words) > 2 and words[1] == "serve":
                found[words[2]] = pid
        return found

    def pid(self, name):
        """Returns a process's id; waits while it restarts."""
        return wait_until(10, lambda: self.pids().get(name)) or 0

    def kill(self, name, number=signal.SIGKILL):
        """Sends a signal to one process; returns its id."""
        pid = self.pid(name)
        if pid:
            send(pid, number)
        return pid

    def token(self, user):
        """Returns a user's access token, creating it on first use."""
        if user not in self.tokens:
            made = self.command("token", "create", "--user", user, "--expires", "1d")
            if made.returncode != 0:
                raise RuntimeError(made.stderr)
            self.tokens[user] = made.stdout.strip()
        return self.tokens[user]

    def device_token(self, user):
        """Makes a token that is easy to type on a device."""
        made = self.command("token", "create", "--user", user, "--expires", "1d", "--device")
        if made.returncode != 0:
            raise RuntimeError(made.stderr)
        return made.stdout.strip()

    def client(self, user, seconds=15):
        """Returns a connection for a user."""
        return Client(self.address, self.token(user), seconds)

    def command(self, *arguments, seconds=120, environment=None):
        """Runs another command on the same data."""
        words = [*self.prefix, self.binary, *arguments, "--data", self.data]
        return subprocess.run(
            words, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL,
            env={**os.environ, **self.place, **(environment or {})})

    def is_ready(self):
        """Returns whether every service responds."""
        try:
            return Client(self.address, seconds=3).call("GET", "/readyz").status == 200
        except (Cut, Refused, Slow):
            return False

    def wait_ready(self, seconds=20):
        """Waits until every service responds."""
        return wait_until(seconds, self.is_ready, 0.02)

    def is_running(self):
        """Returns whether `up` itself is running."""
        return self.process is not None and self.process.poll() is None

    def stop(self, number=signal.SIGTERM, seconds=30):
        """Stops it cleanly; returns its exit code."""
        if self.process is None:
            return None
        children = list(self.pids().values()) if self.is_running() else []
        for pid in children:
            send(pid, signal.SIGCONT)
        if self.is_running():
            self.process.send_signal(number)
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        wait_until(3, lambda: not any(map(is_alive, children)))
        for pid in children:
            if is_alive(pid):
                send(pid, signal.SIGKILL)
        self.process = None
        return code

    def remove(self):
        """Stops it and deletes its data."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def send(pid, number):
    """Sends a signal to a process that may have ended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def children_of(pid):
    """The ids of a process's children."""
    found = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            # A thread may end in the meantime.
            with contextlib.suppress(OSError), open(f"/proc/{pid}/task/{task}/children") as file:
                found += map(int, file.read().split())
    return found


def command_line(pid):
    """The arguments of a process, empty if it has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().decode(errors="replace").split("\0")
    except OSError:
        return []


def persistent(client, method, path, body=None, headers=(), seconds=20, accepted=(503,)):
    """Retries until the response is not one of the accepted rejections, like an app."""
    deadline, last = time.monotonic() + seconds, None
    while time.monotonic() < deadline:
        try:
            last = client.call(method, path, body, headers, seconds=max(0.1, deadline - time.monotonic()))
            if last.status not in accepted:
                return last
        except (Cut, Refused, Slow) as error:
            last = error
        time.sleep(0.05)
    raise TimeoutError(f"{method} {path}: {last!r} after {seconds} s")
