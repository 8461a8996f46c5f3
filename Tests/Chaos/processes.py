"""Kernel data about processes, and work in separate processes."""
import json
import mmap
import os
import signal
import threading
import time


def resident(pid):
    """The memory of a process in bytes, 0 if it has ended."""
    return status_field(pid, "VmRSS") * 1024


def proportional(pid):
    """The memory of a process in bytes; a page that several processes map counts only in part."""
    return status_field(pid, "Pss", "smaps_rollup") * 1024


def status_field(pid, name, file="status"):
    """A number of a file of /proc/PID, 0 if the process has ended."""
    try:
        with open(f"/proc/{pid}/{file}") as file:
            for line in file:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
    except OSError:
        pass
    return 0


def is_alive(pid):
    """Returns whether a process runs and is not a zombie."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def cpu_seconds(pid):
    """The processor time of a process so far."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            words = file.read().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


def scheduled(pid):
    """Returns for how many seconds a process ran and for how many it waited for a processor; zeros if it has ended."""
    ran, waited = 0, 0
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/schedstat") as file:
                words = file.read().split()
            ran, waited = ran + int(words[0]), waited + int(words[1])
    except OSError:
        pass
    return ran / 1e9, waited / 1e9


def wait_until(seconds, condition, pause=0.01):
    """Waits for a state; returns the last value of `condition`, which is true unless the time ran out."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(pause)


def let_run(seconds):
    """Waits for a duration, for experiments that need a length of time instead of a state."""
    time.sleep(seconds)


class MemoryWatch:
    """The largest memory of a process while this runs, sampled every 10 ms."""

    def __init__(self, pid):
        self.pid, self.base, self.peak = pid, resident(pid), resident(pid)
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)

    def watch(self):
        """Checks until it is stopped."""
        while not self.ended.wait(0.01):
            self.peak = max(self.peak, resident(self.pid))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


class Flag:
    """One bit that the processes of an experiment share."""

    def __init__(self):
        self.memory = mmap.mmap(-1, 1)

    def set(self):
        self.memory[0] = 1

    def __bool__(self):
        return self.memory[0] == 1


class Number:
    """A whole number that the processes of an experiment share; it begins as -1."""

    def __init__(self):
        self.memory = mmap.mmap(-1, 8)
        self.set(-1)

    def set(self, value):
        self.memory[:8] = value.to_bytes(8, "little", signed=True)

    def value(self):
        return int.from_bytes(self.memory[:8], "little", signed=True)


class Worker:
    """A function in a separate process; its result is returned as JSON, with its processor time."""

    def __init__(self, function, *arguments, nice=0):
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            self.child(function, arguments, nice, writing)
        os.close(writing)
        self.reading = reading

    @staticmethod
    def child(function, arguments, nice, writing):
        """Runs the function and leaves without the parent's clean-up."""
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.nice(nice)
            value = function(*arguments)
            times = os.times()
            with os.fdopen(writing, "w") as file:
                json.dump({"value": value, "cpu": times.user + times.system}, file)
            code = 0
        except BaseException:
            import traceback
            traceback.print_exc()
        finally:
            os._exit(code)

    def result(self):
        """Waits for the end: the function's value, and its processor seconds."""
        with os.fdopen(self.reading) as file:
            text = file.read()
        os.waitpid(self.pid, 0)
        if not text:
            raise RuntimeError("a worker of the experiment failed; its output is above")
        found = json.loads(text)
        return found["value"], found["cpu"]
