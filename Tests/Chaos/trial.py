"""One run of an experiment: its stacks, its seed, its table."""
import random
import sys
import time

from figures import Table, milliseconds
from processes import scheduled
from stack import Stack

# Short forms run next to other work, so they allow this many times the duration that applies on an idle machine.
SHORT_ALLOWANCE = 3
# The duration of `reference_work` on the machine that the durations of the experiments are stated for.
REFERENCE_SECONDS = 0.004
# Processes that ran for less than this do not show how long a processor lets them wait.
LEAST_RUN_SECONDS = 0.02


def reference_work():
    """Uses processor time that depends only on the machine. Returns the median of several durations."""
    durations = []
    for _ in range(9):
        begun, total = time.monotonic(), 0
        for number in range(120_000):
            total += number
        durations.append(time.monotonic() - begun)
    return sorted(durations)[len(durations) // 2]


def slowness():
    """Returns the factor by which this machine is now slower than the stated one."""
    return max(1, reference_work() / REFERENCE_SECONDS)


class CannotRun(Exception):
    """The experiment needs something that this machine does not have."""


class LeftOut(CannotRun):
    """The experiment needs something that no package can install: always skipped by name."""


class OutOfTime(BaseException):
    """The experiment took far longer than allowed. Handlers of errors do not catch this."""


class Trial:
    """An experiment's input and its results."""

    def __init__(self, name, binary, seconds, seed, short, measures_time):
        self.measures_time = measures_time
        self.name, self.binary, self.seconds, self.seed, self.short = name, binary, seconds, seed, short
        self.random, self.table, self.stacks = random.Random(seed), Table(), []
        self.things = []
        self.slowness = slowness() if short else 1
        self.scheduled, self.contention = {}, 1
        self.begun = time.monotonic()

    def stack(self, **options):
        """A stack that is removed at the end."""
        stack = Stack(self.binary, start=False, **options)
        self.stacks.append(stack)
        stack.start()
        self.measure_contention()
        return stack

    def keep(self, thing):
        """Keeps something that is removed at the end."""
        self.things.append(thing)
        return thing

    def disk(self):
        """A disk that fails on command, removed at the end; without privileges, but with a compiler."""
        from faults import Disk
        return self.keep(Disk())

    def hold(self, what, measured, wanted, holds, is_time=False):
        """Records a guarantee and whether it holds."""
        self.table.add(what, measured, wanted, bool(holds), is_time)
        if not holds:
            print(f"  {what}: {measured}, must be {wanted}", file=sys.stderr, flush=True)

    def measure_contention(self):
        """Sets the factor by which other work slowed the stacks' processes since this was called last.

        A process that has started meanwhile counts from now on. The factor stays if the processes hardly ran."""
        running = [stack for stack in self.stacks if stack.is_running()]
        now = {pid: scheduled(pid) for stack in running for pid in stack.pids().values()}
        known = {pid: before for pid, before in self.scheduled.items() if pid in now}
        ran = sum(now[pid][0] - before[0] for pid, before in known.items())
        waited = sum(now[pid][1] - before[1] for pid, before in known.items())
        if ran < LEAST_RUN_SECONDS:
            self.scheduled = {**now, **known}
        else:
            self.scheduled, self.contention = now, max(1, 1 + waited / ran)

    def hold_time(self, what, seconds, most, why=""):
        """Records a duration and its limit. A short form allows for a machine that is slow in the same run."""
        if not self.measures_time:
            raise ValueError(f"{what} is a time, but {self.name} runs next to other work")
        bound = most
        if self.short:
            self.measure_contention()
            self.slowness = max(self.slowness, slowness())
            bound *= SHORT_ALLOWANCE * max(self.slowness, self.contention)
        why = f" ({why})" if why else ""
        self.hold(what, milliseconds(seconds), f"≤ {milliseconds(bound)}{why}", seconds <= bound, is_time=True)

    def hold_verified(self, stack, what="waymark verify"):
        """Runs `verify` on the data and prints the findings."""
        done = stack.command("verify")
        if done.returncode != 0:
            print("\n".join("  " + line for line in (done.stdout + done.stderr).splitlines()[:12]), flush=True)
        self.hold(what, f"exit code {done.returncode}", "0", done.returncode == 0)

    def show(self, what, measured):
        """Records a figure without a requirement."""
        self.table.add(what, measured, "", None)

    def clean(self):
        """Stops and removes everything that was started or created."""
        for thing in self.stacks + self.things:
            thing.remove()
