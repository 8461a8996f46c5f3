"""A client that never reads its responses uses a bounded memory of the edge, and delays no other client."""
from client import request_of
from memory import hold_memory
from traffic import prepare, silent_crowd

SECONDS, SHORT_SECONDS = 20, 4


def run(trial):
    """Many connections send pipelined requests for a large page and do not read the responses."""
    stack = trial.stack()
    prepare(stack.client("light"))
    prepare(stack.client("greedy"), sessions=1000 if trial.short else 10_000)
    connections = 500 if trial.short else 2000
    page = request_of("GET", "/openapi.json")
    hold_memory(
        trial, f"{connections} that never read", stack, ["edge"], trial.seconds / 2,
        silent_crowd, stack.address, connections, page, 16)
    export = request_of("GET", "/api/v1/export?kind=listening&format=json", stack.token("greedy"))
    hold_memory(
        trial, "exports never read", stack, ["edge", "session"], trial.seconds / 4,
        silent_crowd, stack.address, connections // 10, export, 16)
