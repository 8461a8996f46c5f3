"""Credentials for any user, without a call to the server: JWTs signed with a key of the experiment."""
import base64
import hashlib
import hmac
import json
import os
import shutil
import tempfile
import time


def encoded(data):
    """Base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Keys:
    """A key of HS256 in a file as the edge reads it, and the tokens that it signs."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="waymark-keys-", dir="/tmp")
        self.secret, self.path = os.urandom(32), f"{self.folder}/keys.json"
        with open(self.path, "w") as file:
            json.dump({"keys": [{"kty": "oct", "kid": "k", "alg": "HS256", "k": encoded(self.secret)}]}, file)

    @property
    def environment(self):
        """The settings that the edge is started with."""
        return {"WAYMARK_JWT_KEYS": self.path, "WAYMARK_JWT_ISSUER": "chaos", "WAYMARK_JWT_AUDIENCE": "waymark"}

    def token(self, user):
        """A token of the user's for an hour."""
        head = {"alg": "HS256", "kid": "k", "typ": "JWT"}
        claims = {"iss": "chaos", "aud": "waymark", "sub": user, "exp": int(time.time()) + 3_600}
        text = ".".join(encoded(json.dumps(part).encode()) for part in (head, claims))
        return f"{text}.{encoded(hmac.digest(self.secret, text.encode(), hashlib.sha256))}"

    def remove(self):
        """Removes the file."""
        shutil.rmtree(self.folder, ignore_errors=True)
