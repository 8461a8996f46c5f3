"""Requests over connections that are cut at random, repeated until a definite response."""
import json
import random
import time

from client import Client, Cut, Refused, Slow, request_of
from model.person import difference

PATIENCE_SECONDS = 30


class Wrong(Exception):
    """A response that the contract does not allow here."""


class Sender:
    """Sends one request after the other, each until it has a definite response."""

    def __init__(self, address, token, seed, cut_share, keeps=True):
        self.random, self.cut_share, self.keys = random.Random(seed), cut_share, 0
        # Without a kept connection, each request may reach another host. A request that was cut off may then run after
        # a later one; without a key, no host can detect that.
        self.keeps = keeps
        self.client, self.seed = Client(address, token, 5), seed
        self.counts = {"operations": 0, "cut": 0, "refused": 0, "replayed": 0, "figures": 0}

    def certain(self, method, path, body=None, statuses=(200, 201, 204), key=None):
        """Sends a request until there is a response; after a cut connection it is unknown whether it was executed."""
        self.keys += 1
        headers = [("Idempotency-Key", f"{self.seed}-{self.keys}")] if key or method == "POST" else []
        request = request_of(method, "/api/v1" + path, self.client.token, body, headers)
        tried, deadline = False, time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            response = self.attempt(request, self.keeps or method in ("GET", "POST"))
            if response is None or response.status == 503:
                self.counts["refused"] += response is not None
                tried = True
                time.sleep(self.random.uniform(0.02, 0.06))
                continue
            self.counts["operations"] += 1
            self.counts["replayed"] += "idempotency-replayed" in response.headers
            if response.status in statuses or (tried and method == "DELETE" and response.status == 404):
                return response
            raise Wrong(f"{method} {path} {json.dumps(body)}: {response!r}{' after a retry' if tried else ''}")
        raise Wrong(f"{method} {path}: no certain response within {PATIENCE_SECONDS} s")

    def attempt(self, request, may_be_cut):
        """Sends a request once, perhaps cutting it off; returns the response, or None."""
        try:
            if self.random.random() >= self.cut_share or not may_be_cut:
                response = self.client.raw(request)
                if not self.keeps:
                    self.client.close()
                return response
            self.counts["cut"] += 1
            connection = self.client.connect()
            connection.sendall(request[: self.random.choice([len(request), len(request) // 2, len(request)])])
            if self.random.random() < 0.5:
                time.sleep(self.random.uniform(0, 0.004))
            self.client.close()
            return None
        except (Cut, Refused, Slow, OSError):
            self.client.close()
            return None

    def get(self, path):
        """Returns the response of a read as JSON."""
        return self.certain("GET", path).json

    def check(self, wanted, seen, what):
        """Compares a response with the model."""
        text = difference(wanted, seen, what)
        if text:
            raise Wrong(f"seed {self.seed}: {text}")

    def chosen(self, things):
        """Returns one of some values, None if there are none."""
        things = sorted(things) if not isinstance(things, list) else things
        return self.random.choice(things) if things else None
