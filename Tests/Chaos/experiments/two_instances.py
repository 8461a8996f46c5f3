"""Two instances never use the same data: the second one is rejected, and reads lack no acknowledged write."""
import os
import socket
import subprocess
import time

import wire
from client import Client, Cut, Refused, Slow
from processes import wait_until
from stack import SERVICES
from traffic import listening, prepare

SECONDS, SHORT_SECONDS = 30, 8


def run(trial):
    """Starts second instances in each possible way, while one user writes and reads."""
    stack = trial.stack()
    client = stack.client("ada")
    prepare(client)
    counted = Counted(client)
    counted.write_and_read(20)
    second_up(trial, stack)
    others = Intruders(trial, stack)
    try:
        others.judge(counted, trial.seconds / 2)
    finally:
        others.end()
    for service in SERVICES[:-1]:
        without_socket_file(trial, stack, service, counted)
    counted.write_and_read(20)
    trial.hold("reads that lacked an acknowledged write", counted.lacking, "0", counted.lacking == 0)
    trial.hold_verified(stack, "waymark verify")
    stack.stop()
    stack.start()
    counted.client, counted.lacking = stack.client("ada"), 0
    counted.read(counted.client)
    trial.hold("the same after a restart", counted.lacking, "0", counted.lacking == 0)


class Counted:
    """A user who counts each session when it is acknowledged."""

    def __init__(self, client):
        self.client, self.acknowledged, self.lacking, self.reads = client, 0, 0, 0

    def write_and_read(self, count, others=()):
        """Writes sessions one by one, and reads after each from every instance that responds."""
        for _ in range(count):
            response = self.client.call("POST", "/analytics/sessions", listening("s0", self.acknowledged))
            self.acknowledged += 1 if response.status == 201 else 0
            for client in [self.client, *others]:
                self.read(client)

    def read(self, client):
        """Counts a read that lacks an acknowledged write."""
        try:
            response = client.call("GET", "/analytics/summary", headers=[("Cache-Control", "no-cache")], seconds=3)
        except (Cut, Refused, Slow):
            return
        if response.status == 200:
            self.reads += 1
            self.lacking += response.json["totalPlayCount"] < self.acknowledged


def second_up(trial, stack):
    """Starts a second `up` on the data of a running one."""
    found = ended(stack, ["up", "--data", stack.data, "--run", f"{stack.folder}/r2", "--listen", "127.0.0.1:0"])
    trial.hold("a second up with another --run", found, "rejected with 1", found.startswith("exit code 1"))


def ended(stack, arguments, seconds=20):
    """Returns a command's exit code and last line; kills it if it keeps running."""
    process = subprocess.Popen(
        [stack.binary, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        errors = process.communicate(timeout=seconds)[1].decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return "it runs"
    last = errors.strip().splitlines()[-1][:120] if errors.strip() else "without a word"
    return f"exit code {process.returncode}: {last}"


class Intruders:
    """Starts five processes on the same data with separate sockets."""

    def __init__(self, trial, stack):
        self.trial, self.stack, self.processes = trial, stack, {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with open(f"{stack.folder}/intruders", "wb") as log:
            for service in SERVICES:
                arguments = ["--data", stack.data, "--run", f"{stack.folder}/r3", "--listen", f"127.0.0.1:{self.port}"]
                self.processes[service] = subprocess.Popen(
                    [stack.binary, "serve", service, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def judge(self, counted, seconds):
        """Each process that would use the data must end; while they try, reads lack nothing."""
        until = time.monotonic() + seconds
        intruder = Client(("127.0.0.1", self.port), self.stack.token("ada"), 3)
        while time.monotonic() < until:
            counted.write_and_read(5, [intruder])
        for service in SERVICES[:-1]:
            code = self.code(service)
            self.trial.hold(f"a second {service} on the same data", "it runs" if code is None else f"exit code {code}",
                            "rejected with 1", code == 1)
        self.trial.show("reads meanwhile", f"{counted.reads} for {counted.acknowledged} writes")

    def code(self, service):
        """Returns a process's exit code, or None if it keeps running."""
        try:
            return self.processes[service].wait(20)
        except subprocess.TimeoutExpired:
            return None

    def end(self):
        """Ends the processes that still run."""
        for process in self.processes.values():
            if process.poll() is None:
                process.kill()
            process.wait()


def without_socket_file(trial, stack, service, counted):
    """A deleted socket file admits no second process, and is created again by the process or its successor."""
    path = f"{stack.run}/{service}.sock"
    os.unlink(path)
    found = ended(stack, ["serve", service, "--data", stack.data])
    trial.hold(f"a second {service} after its socket file was deleted", found, "rejected with 1",
               found.startswith("exit code 1"))
    back = wait_until(10, lambda: wire.call(path, "health.check"), 0.1)
    trial.hold(f"the socket file of {service}", "is back" if back else "is gone", "back within 10 s", back)
    stack.wait_ready(5)
    counted.write_and_read(2)
