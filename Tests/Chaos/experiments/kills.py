"""After any kill or cut, each acknowledged write counts once, and every figure follows the contract."""
import random
import time

from actor import live
from processes import Flag, Worker, let_run
from stack import SERVICES
from traffic import prepare

SECONDS, SHORT_SECONDS = 120, 14


def run(trial):
    """Users who do everything, over connections that break, while processes are killed; then all is counted again."""
    stack = trial.stack()
    users = 3 if trial.short else 6
    prepare(stack.client("other"), sessions=50)
    stop, until = Flag(), time.monotonic() + trial.seconds
    workers = [Worker(live, stack.address, stack.token(f"user{number}"), trial.seed * 100 + number, 0.08, until, stop)
               for number in range(users)]
    kills = kill_until(stack, until, random.Random(trial.seed))
    trial.hold("all services respond after the last kill", bool(stack.wait_ready(10)), "True", stack.wait_ready(10))
    stop.set()
    results = [worker.result()[0] for worker in workers]
    counts = {key: sum(one["counts"][key] for one in results) for key in results[0]["counts"]}
    trial.show("processes killed", kills)
    for name, count in counts.items():
        trial.show(name, count)
    wrong = [text for one in results for text in one["wrong"]]
    for text in wrong[:20]:
        print("  " + text, flush=True)
    trial.hold("figures and responses that differ from the model", len(wrong), "0", not wrong)
    trial.hold("operations with a known result", counts["operations"], "> 300", counts["operations"] > 300)
    trial.hold_verified(stack)


def kill_until(stack, until, chance):
    """Kills one process after the other, sometimes all of them; returns their number."""
    kills = 0
    while time.monotonic() < until - 1.5:
        let_run(chance.uniform(0.1, 0.8))
        chosen = SERVICES if chance.random() < 0.1 else [chance.choice(SERVICES)]
        for service in chosen:
            kills += bool(stack.kill(service))
        if chance.random() < 0.5:
            stack.wait_ready(5)
    return kills
