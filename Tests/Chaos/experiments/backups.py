"""Backups cost writers little. A backup or restored directory is complete or absent, even after kills."""
import os
import shutil
import subprocess
import time

from client import Client, Cut, Refused, Slow
from figures import percentile
from processes import Flag, Worker, is_alive, let_run, wait_until
from small_disk import SmallDisk
from traffic import expect, listening, prepare
from trial import CannotRun

SECONDS, SHORT_SECONDS = 60, 10


def run(trial):
    """Measures writes during backups, then kills backups and restores, then fills the backup disk."""
    stack = trial.stack()
    prepare(stack.client("ada"), stories=2, sessions=3_000 if trial.short else 60_000)
    latency(trial, stack, trial.seconds / 6)
    killed_backups(trial, stack, trial.seconds / 4)
    killed_restores(trial, stack, trial.seconds / 4)
    full(trial, stack)
    trial.hold_verified(stack, "waymark verify at the end")


def writer(address, token, first, stop):
    """Posts one session after the other; returns the durations and the number of failures."""
    client, waits, failed, number = Client(address, token, 20), [], 0, first
    while not stop:
        number += 1
        begun = time.monotonic()
        try:
            failed += client.call("POST", "/analytics/sessions", listening("s1", number)).status != 201
        except (Cut, Refused, Slow):
            failed += 1
        waits.append(time.monotonic() - begun)
        time.sleep(0.002)
    return {"waits": waits, "failed": failed}


def written_beside(trial, stack, first, work):
    """Returns what a writer measured during `work`."""
    stop = Flag()
    worker = Worker(writer, stack.address, stack.token("ada"), first, stop)
    work()
    stop.set()
    return worker.result()[0]


def latency(trial, stack, seconds):
    """Measures writes without backups, then during continuous backups."""
    quiet = written_beside(trial, stack, 100_000, lambda: let_run(seconds))
    counts, times, until = [], [], 0.0

    def backups():
        nonlocal until
        until = time.monotonic() + seconds
        while time.monotonic() < until or not counts:
            begun = time.monotonic()
            done = stack.command("backup", f"{stack.folder}/shelf", "--keep", "2")
            times.append(time.monotonic() - begun)
            counts.append(done.returncode)

    busy = written_beside(trial, stack, 200_000, backups)
    trial.hold(f"{len(counts)} backups", f"exit codes {sorted(set(counts))}", "0", set(counts) == {0})
    trial.show("a backup, with its verification", f"{percentile(times, 50):.2f} s")
    failed = quiet["failed"] + busy["failed"]
    trial.hold("writes not answered 201", failed, "0", failed == 0)
    for share, least in ((50, 0.01), (99, 0.05)):
        alone, during = percentile(quiet["waits"], share), percentile(busy["waits"], share)
        trial.hold_time(
            f"writes during backups, {share} %", during, max(least, 5 * alone), f"alone {alone * 1000:.1f} ms")


def cut_short(trial, stack, words, longest):
    """Starts a command and kills it at a random moment; returns whether it was still running."""
    process = subprocess.Popen(
        [stack.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(trial.random.uniform(0, longest), lambda: not is_alive(process.pid), 0.001)
    process.kill()
    return process.wait() != 0


def seconds_of(work):
    """Returns the duration of a call."""
    begun = time.monotonic()
    work()
    return time.monotonic() - begun


def verifies(stack, path):
    """Returns whether a directory is a complete backup."""
    command = [stack.binary, "verify", "--data", path]
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=120).returncode == 0


def killed_backups(trial, stack, seconds):
    """Kills backups at random moments: each is complete or absent, and the next one works and removes the remains."""
    shelf = f"{stack.folder}/killed"
    longest = seconds_of(lambda: stack.command("backup", shelf, "--keep", "3"))
    killed = rounds = broken = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until or rounds < 5:
        rounds += 1
        killed += cut_short(trial, stack, ["backup", shelf, "--keep", "3", "--data", stack.data], longest)
        broken += sum(not verifies(stack, f"{shelf}/{name}") for name in os.listdir(shelf) if name[0] != ".")
    trial.hold(f"backups killed, {killed} of {rounds}: not whole", broken, "0", broken == 0)
    done = stack.command("backup", shelf, "--keep", "3")
    left = [name for name in os.listdir(shelf) if name[0] == "."]
    trial.hold("the next one", f"exit code {done.returncode}, {left} left", "0, none left",
               done.returncode == 0 and not left)


def killed_restores(trial, stack, seconds):
    """After a kill at any moment, a restored directory is rejected or complete, and a second restore works."""
    backup = f"{stack.folder}/backup"
    made = stack.command("backup", backup)
    trial.hold("a backup", f"exit code {made.returncode}", "0", made.returncode == 0)
    data = f"{stack.folder}/restored"
    words = [stack.binary, "restore", backup, "--data", data]
    longest = seconds_of(lambda: subprocess.run(words, check=True, capture_output=True))
    outcomes, rounds, until = {}, 0, time.monotonic() + seconds
    while time.monotonic() < until or rounds < 5:
        rounds += 1
        shutil.rmtree(data, ignore_errors=True)
        cut_short(trial, stack, words[1:], longest)
        kind = state_of(stack, data)
        if kind in ("nothing", "refused") and subprocess.run(words, capture_output=True, timeout=120).returncode != 0:
            kind = f"{kind}, and no second restore"
        if not verifies(stack, data):
            kind += ", and does not verify"
        outcomes[kind] = outcomes.get(kind, 0) + 1
    good = {"nothing", "refused", "whole"}
    trial.hold(f"restores killed, {rounds} times", outcomes, "nothing, rejected or complete", set(outcomes) <= good)


def state_of(stack, data):
    """Starts a stack on a directory: it works, or it reports an interrupted restore."""
    if not os.path.exists(f"{data}/journal.sqlite"):
        if not os.path.exists(f"{data}/restore.part"):
            return "nothing"
        words = [stack.binary, "up", "--data", data, "--listen", "127.0.0.1:0"]
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=30)
        return "refused" if done.returncode == 1 and "interrupted" in done.stderr else f"up: {done.stderr[-200:]}"
    return "whole"


def full(trial, stack):
    """With a full backup disk the stack keeps working; when there is space again, a backup is made."""
    try:
        disk = SmallDisk(48)
    except CannotRun as reason:
        trial.show("a full disk of backups", f"not tried: {reason}")
        return
    trial.keep(disk)
    words = [*disk.prefix, stack.binary, "backup", f"{disk.folder}/shelf", "--keep", "1", "--data", stack.data]

    def attempt():
        return subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)

    first = attempt()
    disk.set()
    second = attempt()
    response = expect(stack.client("ada").call("POST", "/analytics/sessions", listening("s1", 300_000)), 201, 503)
    trial.hold("on a full disk of backups", f"exit code {second.returncode}, writes {response.status}", "1, 201",
               second.returncode == 1 and len(second.stderr.splitlines()) == 1 and response.status == 201)
    left = os.listdir(f"{disk.inside}{disk.folder}/shelf")
    trial.hold("left of it", [name for name in left if name[0] == "."], "nothing", all(name[0] != "." for name in left))
    disk.heal()
    third = attempt()
    codes = [first.returncode, third.returncode]
    trial.hold("before it and with room again", f"exit codes {codes}", "0, 0", codes == [0, 0])
