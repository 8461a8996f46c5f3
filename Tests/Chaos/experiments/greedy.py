"""No greedy user delays a light one or causes its rejection."""
from client import request_of
from figures import milliseconds, percentile
from processes import Flag, Worker, let_run, wait_until
from traffic import batch_of_day, greedy_batches, greedy_crowd, greedy_waves, light_call, light_user, padded, prepare

SECONDS, SHORT_SECONDS = 60, 10
SHORT_KINDS = ["profile-4", "batches-48", "gets-3000"]


def kinds(address, token):
    """Each kind of greed: a function and its arguments, to which a stop flag is added."""
    def get(path):
        return [request_of("GET", "/api/v1" + path, token, headers=[("Cache-Control", "no-cache")])]

    profile = [request_of("PUT", "/api/v1/profile", token, padded())]
    heavy = [
        "/analytics/activity?from=2001-01-01&to=2010-12-31", "/insights/timeline?months=120", "/analytics/heroes",
        "/rucks/weekly?weeks=260", "/review/2001", "/diversity/radar?period=year"]
    return {
        "profile-1": (greedy_crowd, address, 1, profile, 1),
        "profile-4": (greedy_crowd, address, 4, profile, 1),
        "profile-64": (greedy_crowd, address, 64, profile, 1),
        "batches-48": (greedy_batches, address, token, 48),
        "batches-60-at-once": (greedy_waves, address, 60, [request_of(
            "POST", "/api/v1/analytics/sessions/batch", token, batch_of_day(number)) for number in range(60)]),
        "gets-3000": (greedy_waves, address, 3000, get("/profile")),
        "lists-3mb": (greedy_crowd, address, 8, get("/works?limit=200"), 1),
        "exports": (greedy_crowd, address, 4, get("/export?kind=works&format=json"), 1),
        "pipelined": (greedy_crowd, address, 16, get("/stories/s0"), 32),
        "view-reads": (greedy_crowd, address, 32, [part for path in heavy for part in get(path)], 2),
    }


def run(trial):
    """Measures a light user without others, with each kind of greedy user, and without others again at the end."""
    stack = trial.stack()
    light, greedy = stack.client("light"), stack.client("greedy")
    prepare(light, sessions=100)
    prepare(greedy, sessions=500 if trial.short else 20_000, works=0 if trial.short else 220, wide=True)
    chosen = kinds(stack.address, stack.token("greedy"))
    if trial.short:
        chosen = {name: chosen[name] for name in SHORT_KINDS}
    part = trial.seconds / (len(chosen) * 1.5)
    quiet = measure(stack, part / 2, 0)
    for number, (name, (function, *arguments)) in enumerate(chosen.items()):
        stop = Flag()
        worker = Worker(function, *arguments, stop, nice=10)
        loaded = measure(stack, part, (2 * number + 1) * 20_000, head_start=0.3)
        stop.set()
        greed, cpu = worker.result()
        settle(stack)
        again = measure(stack, part / 2, (2 * number + 2) * 20_000)
        judge(trial, name, [quiet, again], loaded)
        trial.show(f"{name}: the greedy ones", f"{greed['statuses']} with {cpu:.1f} s of processor for {part:.1f} s")
        quiet = again


def settle(stack):
    """Waits until the calls of the greedy users are done, which ten quick calls in a row show."""
    client, quick = stack.client("light"), [0]

    def is_quick():
        quick[0] = quick[0] + 1 if light_call(client, 1).seconds < 0.02 else 0
        return quick[0] >= 10

    wait_until(10, is_quick)


def measure(stack, seconds, first, head_start=0.0):
    """Makes the light user's calls in a separate process, which the greedy clients cannot delay."""
    if head_start:
        let_run(head_start)
    value, _ = Worker(light_user, stack.address, stack.token("light"), seconds, 0.005, first).result()
    return value


def judge(trial, name, quiet, loaded):
    """Compares the light user's latency next to a greedy user with its latency alone."""
    base = percentile([wait for one in quiet for wait in one["waits"]], 99)
    bound = max(3 * base, 0.020)
    p50, p99 = percentile(loaded["waits"], 50), percentile(loaded["waits"], 99)
    late = milliseconds(loaded["late"])
    trial.show(f"{name}: p50", f"{milliseconds(p50)} of {len(loaded['waits'])} calls, the client itself late {late}")
    trial.hold_time(f"{name}: p99", p99, bound, f"alone {milliseconds(base)}")
    other = {status: count for status, count in loaded["statuses"].items() if status not in ("200", "201")}
    trial.hold(f"{name}: rejections of the light user", other or "none", "none", not other)
