"""Repeated requests of stock clients, cut off and in any order, count once, and deleted things stay deleted."""
import random

from processes import Flag, Worker, let_run
from replay import live
from stack import SERVICES

SECONDS, SHORT_SECONDS = 1_200, 40
MEASURES_TIME = False
LONGEST_SECONDS = 540
REQUESTS, SHORT_REQUESTS = 10_000, 600
USERS, SHORT_USERS = 5, 3
CUT_SHARE = 0.08


def run(trial):
    """Users replay the requests of every connector while processes are killed; then everything is counted again."""
    # Feeds are not read: no other server may change a title here.
    stack = trial.stack(environment={"WAYMARK_OUTGOING": "none"})
    users = SHORT_USERS if trial.short else USERS
    requests = (SHORT_REQUESTS if trial.short else REQUESTS) // users
    finished, healed, workers = [Flag() for _ in range(users)], Flag(), []
    for number in range(users):
        user = f"user{number}"
        typed = [stack.device_token(user) for _ in range(2)]
        workers.append(Worker(
            live, stack.address, user, stack.token(user), typed, trial.seed * 100 + number, CUT_SHARE, requests,
            finished[number], healed))
    kills, restarts = disturb(stack, finished, random.Random(trial.seed))
    ready = bool(stack.wait_ready(60))
    trial.hold("all services respond after the last kill", ready, "True", ready)
    healed.set()
    results = [worker.result()[0] for worker in workers]
    trial.show("processes killed, whole restarts", f"{kills}, {restarts}")
    for kind in sorted({kind for one in results for kind in one["requests"]}):
        trial.show(f"requests of {kind}", sum(one["requests"].get(kind, 0) for one in results))
    counts = {key: sum(one["counts"][key] for one in results) for key in results[0]["counts"]}
    for name, count in counts.items():
        trial.show(name, count)
    wrong = [text for one in results for text in one["wrong"]]
    for text in wrong[:20]:
        print("  " + text, flush=True)
    trial.hold("lists and responses that differ from the model", len(wrong), "0", not wrong)
    total = sum(count for one in results for count in one["requests"].values())
    trial.hold("requests of devices", total, f"≥ {requests * users}", total >= requests * users)
    deleted = counts["deleted sessions and rucks"]
    trial.hold("deleted sessions and rucks that were sent ten times more", deleted, "> 0", deleted > 0)
    trial.hold_verified(stack)


def disturb(stack, finished, chance):
    """Kills processes, and sometimes restarts the whole stack, until every user is finished; returns both numbers."""
    kills = restarts = turns = 0
    while not all(finished):
        let_run(chance.uniform(0.3, 1.5))
        turns += 1
        if turns % 15 == 8:
            stack.stop()
            stack.start(port=stack.port)
            restarts += 1
            continue
        kills += bool(stack.kill(chance.choice([*SERVICES, "session", "outbound"])))
        if chance.random() < 0.5:
            stack.wait_ready(5)
    return kills, restarts
