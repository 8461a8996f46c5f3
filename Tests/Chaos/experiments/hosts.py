"""Two hosts on one database: kill either, stop the database, cut it off, promote its replica; nothing is lost."""
import signal
import time

from actor import live
from balancer import Balancer
from client import Client, Cut, Refused, Slow
from database import NoServer, Server
from processes import Flag, Worker, let_run, wait_until
from traffic import listening, prepare
from trial import CannotRun

SECONDS, SHORT_SECONDS = 240, 30
HEALING_SECONDS = 5


def run(trial):
    """Users who do everything at both hosts in turn, while hosts and database fail; then all is counted again."""
    try:
        server = Server()
    except NoServer as reason:
        raise CannotRun(str(reason)) from reason
    trial.keep(server)
    stacks = [trial.stack(database=server.address), trial.stack(database=server.address)]
    balancer = Balancer([stack.address for stack in stacks])
    trial.keep(balancer)
    prepare(stacks[0].client("probe"), stories=1)
    users, stop = 2 if trial.short else 5, Flag()
    tokens = [stacks[number % 2].token(f"user{number}") for number in range(users)]
    until = time.monotonic() + trial.seconds
    workers = [Worker(live, balancer.address, token, trial.seed * 100 + number, 0.05, until, stop, False)
               for number, token in enumerate(tokens)]
    prober = Worker(probe, balancer.address, stacks[0].token("probe"), stop)
    faults = [end_host, cut_connections, stop_database, restart_in_turn, kill_services]
    rounds = 0
    while time.monotonic() < until - 10 or rounds == 0:
        rounds += 1
        for fault in faults:
            let_run(1)
            fault(trial, stacks, server)
    trial.show("rounds of all faults", rounds)
    promote(trial, stacks, server)
    let_run(2)
    stop.set()
    judge(trial, stacks, [worker.result()[0] for worker in workers], prober.result()[0])


def judge(trial, stacks, results, probed):
    """Checks that every acknowledged write is stored once, at both hosts."""
    counts = {key: sum(one["counts"][key] for one in results) for key in results[0]["counts"]}
    for name, count in counts.items():
        trial.show(name, count)
    wrong = [text for one in results for text in one["wrong"]]
    for text in wrong[:20]:
        print("  " + text, flush=True)
    trial.hold("figures and responses that differ from the model", len(wrong), "0", not wrong)
    trial.hold("operations with a known result", counts["operations"], "> 200", counts["operations"] > 200)
    trial.show("responses to small writes", probed["outcomes"])
    bad = {kind: count for kind, count in probed["outcomes"].items() if kind not in GOOD}
    trial.hold("responses other than success, 503 with Retry-After, or cut off", bad or "none", "none", not bad)
    for number, stack in enumerate(stacks):
        seen = starts_at(stack)
        lost = set(probed["answered"]) - set(seen)
        trial.hold(f"host {number + 1}: acknowledged writes that are lost", len(lost), "0", not lost)
        trial.hold(f"host {number + 1}: writes that are stored twice", len(seen) - len(set(seen)), "0",
                   len(seen) == len(set(seen)))
        trial.hold_verified(stack, f"host {number + 1}: waymark verify")


GOOD = ("201", "503 with Retry-After", "Cut", "Refused")


def probe(address, token, stop):
    """Makes small writes on separate connections; returns their statuses, and the start times of the accepted ones."""
    answered, outcomes, number = [], {}, 0
    while not stop:
        number += 1
        body, client = listening("s0", number), Client(address, token, 20)
        try:
            response = client.call("POST", "/analytics/sessions", body, [("Idempotency-Key", f"probe-{number}")])
            kind = str(response.status)
            if response.status == 201:
                answered.append(body["startedAt"])
            elif response.status == 503 and "retry-after" in response.headers:
                kind = "503 with Retry-After"
        except (Cut, Refused, Slow) as error:
            kind = type(error).__name__
        client.close()
        outcomes[kind] = outcomes.get(kind, 0) + 1
        let_run(0.01)
    return {"answered": answered, "outcomes": outcomes}


def starts_at(stack):
    """Returns the starts of all listening sessions of the prober from a host."""
    client, starts, cursor = stack.client("probe"), [], None
    while True:
        page = client.call("GET", "/analytics/sessions?limit=200" + (f"&cursor={cursor}" if cursor else "")).json
        starts += [one["startedAt"] for one in page["items"]]
        cursor = page["nextCursor"]
        if cursor is None:
            return starts


def heal(trial, stacks, what):
    """Checks the time from now until both hosts write and read again."""
    begun = time.monotonic()
    for number, stack in enumerate(stacks):
        token = stacks[0].token("probe")

        def works():
            client = Client(stack.address, token, 6)
            try:
                written = client.call("PUT", "/profile", {"displayName": f"{what} {time.monotonic()}"}).status
                return written == 200 and client.call("GET", "/analytics/summary").status == 200
            except (Cut, Refused, Slow):
                return False
            finally:
                client.close()

        if not wait_until(30, works, 0.02):
            trial.hold(f"{what}: host {number + 1} works again", "not within 30 s", "True", False)
    trial.hold_time(f"{what}: both hosts work again", time.monotonic() - begun, HEALING_SECONDS)


def end_host(trial, stacks, server):
    """Kills each host in turn; the other one keeps working."""
    for number, stack in enumerate(stacks):
        port = stack.port
        stack.process.send_signal(signal.SIGKILL)
        stack.process.wait()
        heal(trial, [stacks[1 - number]], f"host {number + 1} killed, the other")
        let_run(0.5)
        stack.start(port=port)
        heal(trial, stacks, f"host {number + 1} back")


def kill_services(trial, stacks, server):
    """Kills single processes of both hosts."""
    for stack, services in zip(stacks, (["session", "stats"], ["session", "edge"])):
        for service in services:
            stack.kill(service)
    heal(trial, stacks, "services killed")


def cut_connections(trial, stacks, server):
    """Ends every connection to the database, repeatedly."""
    cut = 0
    for _ in range(4):
        cut += server.cut_all()
        let_run(0.4)
    heal(trial, stacks, "connections cut")
    trial.hold("connections cut", cut, "> 20", cut > 20)


def stop_database(trial, stacks, server):
    """Crashes the database, which is unavailable for a while and returns."""
    server.order("stop")
    let_run(2)
    for number, stack in enumerate(stacks):
        client = stack.client("probe")
        for method, path, body in [("PUT", "/profile", {"displayName": "No"}), ("GET", "/analytics/summary", None)]:
            response = client.call(method, path, body)
            good = response.status == 503 and "retry-after" in response.headers
            trial.hold(f"host {number + 1}, no database: {method}", response.status, "503 with Retry-After", good)
            trial.hold_time(f"host {number + 1}, no database: {method} is answered", response.seconds, 3)
    server.order("start")
    heal(trial, stacks, "database back")


def restart_in_turn(trial, stacks, server):
    """Restarts the hosts in order, one after the other."""
    for number, stack in enumerate(stacks):
        port = stack.port
        code = stack.stop()
        trial.hold(f"rolling restart: host {number + 1} ends", code, "0", code == 0)
        stack.start(port=port)
        heal(trial, stacks, f"rolling restart of host {number + 1}")


def promote(trial, stacks, server):
    """Promotes a replica that every commit waited for."""
    server.order("replica")
    let_run(2)
    server.promote()
    heal(trial, stacks, "replica promoted")
