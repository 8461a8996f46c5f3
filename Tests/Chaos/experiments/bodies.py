"""Waiting bodies and large replies use a bounded memory, which is released."""
from client import head_of, request_of
from memory import hold_memory
from traffic import greedy_crowd, prepare, single_crowd

SECONDS, SHORT_SECONDS = 40, 9
CHUNK = b"10000\r\n" + b"x" * 65536 + b"\r\n"


def run(trial):
    """Sends rejected bodies and half of other bodies, and requests lists of 3 MB, at once."""
    stack = trial.stack()
    prepare(stack.client("light"))
    prepare(stack.client("greedy"), works=220, wide=True)
    token, part = stack.token("greedy"), trial.seconds / 3
    rejected = head_of("POST", "/nope", headers=[("Transfer-Encoding", "chunked")]) + CHUNK * 31
    hold_memory(
        trial, "rejected bodies of 2 MB", stack, ["edge"], part,
        single_crowd, stack.address, 300 if trial.short else 1000, rejected)
    held = head_of("PUT", "/api/v1/profile", token=token, length=2 << 20) + b" " * ((2 << 20) - 1000)
    hold_memory(
        trial, "bodies of 2 MB held half-sent", stack, ["edge", "session"], part,
        single_crowd, stack.address, 150 if trial.short else 300, held)
    lists = [request_of("GET", "/api/v1/works?limit=200", token)]
    hold_memory(
        trial, "lists of 3 MB at once", stack, ["edge", "session"], part,
        greedy_crowd, stack.address, 100 if trial.short else 300, lists, 1)
