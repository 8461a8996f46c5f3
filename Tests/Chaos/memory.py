"""Limits on a process's memory and a light user's latency while another user requests too much."""
from figures import mebibytes, percentile
from processes import MemoryWatch, resident, wait_until
from traffic import run_together

BUDGET = 128 << 20
# Memory that a process may use in addition to the budget: its connections and freed memory that the allocator keeps.
ROOM = 32 << 20


def hold_memory(trial, name, stack, services, seconds, function, *arguments):
    """Observes `services` while the function runs next to a light user, and once more after it."""
    before = {service: stack.base.setdefault(service, resident(stack.pid(service))) for service in services}
    watches = [MemoryWatch(stack.pid(service)) for service in services]
    for watch in watches:
        watch.__enter__()
    first = 10_000 * (1 + len(trial.table.rows))
    light, greed, cpu = run_together(stack, "light", seconds, first, function, *arguments)
    for service, watch in zip(services, watches):
        watch.__exit__()
        bound = before[service] + BUDGET + ROOM
        peak = watch.peak
        trial.hold(f"{name}: most memory of {service}", mebibytes(peak), f"≤ {mebibytes(bound)}", peak <= bound)
    judge_light(trial, name, light)
    trial.show(f"{name}: what the greedy ones saw", f"{greed} with {cpu:.1f} s of processor")
    for service in services:
        bound = before[service] + ROOM
        wait_until(10, lambda: resident(stack.pid(service)) <= bound, 0.05)
        after = resident(stack.pid(service))
        trial.hold(f"{name}: memory of {service} 10 s later", mebibytes(after), f"≤ {mebibytes(bound)}", after <= bound)


def judge_light(trial, name, light):
    """Checks that other users are hardly slower and never rejected."""
    p99, longest = percentile(light["waits"], 99), max(light["waits"], default=0)
    trial.hold_time(f"{name}: p99 of a light user", p99, 0.1)
    trial.hold_time(f"{name}: longest wait of a light user", longest, 1)
    other = {status: count for status, count in light["statuses"].items() if status not in ("200", "201")}
    trial.hold(f"{name}: rejections of a light user", other or "none", "none", not other)
