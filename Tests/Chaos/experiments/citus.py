"""On a database of several machines, one of which is always being killed, each acknowledged write counts once."""
import hashlib
import random
import time

from actor import live
from balancer import Balancer
from postgres import Cluster
from processes import Flag, Worker, let_run, wait_until
from stack import persistent
from traffic import listening, prepare

SECONDS, SHORT_SECONDS = 120, 20


def run(trial):
    """Users who do everything, on two hosts behind a balancer, while workers are killed; then all is counted again."""
    cluster = trial.keep(Cluster(workers=2))
    hosts = [trial.stack(database=cluster.address) for _ in range(2)]
    hold_spread(trial, cluster)
    stop, until = Flag(), time.monotonic() + trial.seconds
    balancer = trial.keep(Balancer([host.address for host in hosts]))
    users = [f"user{number}" for number in range(4 if trial.short else 8)]
    workers = [Worker(live, balancer.address, hosts[0].token(user), trial.seed * 100 + number, 0.1, until, stop, False)
               for number, user in enumerate(users)]
    kill_until(trial, cluster, hosts, until)
    stop.set()
    results = [worker.result()[0] for worker in workers]
    for name in results[0]["counts"]:
        trial.show(name, sum(one["counts"][name] for one in results))
    wrong = [text for one in results for text in one["wrong"]]
    for text in wrong[:20]:
        print("  " + text, flush=True)
    trial.hold("figures and responses that differ from the model", len(wrong), "0", not wrong)
    certain = sum(one["counts"]["operations"] for one in results)
    trial.hold("operations with a known result", certain, "> 100", certain > 100)
    trial.hold_verified(hosts[0])
    left = wait_until(5, lambda: not prepared(cluster)) or prepared(cluster)
    trial.hold("transactions left half committed", left if left is not True else 0, "0", left is True)


def hold_spread(trial, cluster):
    """Every table is spread, and users are on both workers."""
    tables = cluster.coordinator.sql("SELECT count(*) FROM citus_tables")
    wanted = cluster.coordinator.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    trial.hold("tables that are spread", tables, wanted, tables == wanted)
    places = cluster.coordinator.sql(
        "SELECT count(DISTINCT nodeport) FROM citus_shards WHERE table_name = 'journal'::regclass")
    trial.hold("machines that store a table", places, "2", places == "2")


def kill_until(trial, cluster, hosts, until):
    """Kills one worker after the other; returns their number, and the times from a return until users are served."""
    chance, kills, healing, number = random.Random(trial.seed), 0, [0.0], 0
    clients = {worker: watcher(cluster, worker, hosts) for worker in cluster.workers}
    rejected = asked = 0
    while time.monotonic() < until - 3:
        let_run(chance.uniform(0.5, 2))
        worker = chance.choice(cluster.workers)
        worker.kill()
        back = time.monotonic() + chance.uniform(0.2, 1.5)
        while time.monotonic() < back:
            number, asked = number + 1, asked + 1
            other = next(client for well, client in clients.items() if well is not worker)
            response = other.call("POST", "/analytics/sessions", listening("s0", number))
            rejected += response.status != 201
        worker.start()
        returned, kills = time.monotonic(), kills + 1
        for client in clients.values():
            number += 1
            persistent(client, "POST", "/analytics/sessions", listening("s0", number))
        healing.append(time.monotonic() - returned)
    trial.show("workers killed", kills)
    trial.hold(f"of {asked} writes to a worker that is well: rejected", rejected, "0", rejected == 0)
    trial.hold_time("longest until all respond, from when the worker does", max(healing), 5)


def watcher(cluster, worker, hosts):
    """Returns a client of a user whose rows and token are stored on this worker."""
    for number in range(1000):
        user, host = f"watcher{number}", hosts[number % len(hosts)]
        if place(cluster, "users", f"'{user}'") == worker.port:
            client = host.client(user)
            mark = hashlib.sha256(client.token.encode()).hexdigest()
            if place(cluster, "tokens", f"'\\x{mark}'::bytea") == worker.port:
                prepare(client, stories=1)
                return client
    raise RuntimeError(f"no user is stored on {worker.name}")


def place(cluster, table, value):
    """The port of the worker that keeps a table's row."""
    shard = f"get_shard_id_for_distribution_column('{table}', {value})"
    return int(cluster.coordinator.sql(f"SELECT nodeport FROM citus_shards WHERE shardid = {shard}"))


def prepared(cluster):
    """Returns the number of prepared transactions of a worker that are neither committed nor rolled back."""
    return sum(int(worker.sql("SELECT count(*) FROM pg_prepared_xacts")) for worker in cluster.workers)
