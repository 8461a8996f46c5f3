"""Uses the ListenBrainz connector with liblistenbrainz, as players do:  listens.py ADDRESS USER TOKEN"""

import sys
import time

import liblistenbrainz
from liblistenbrainz import errors

address, user, token = sys.argv[1:4]


class Client(liblistenbrainz.ListenBrainz):
    """The library joins paths from the root, so the base comes before each of them."""

    def _get(self, endpoint, params=None, headers=None):
        return super()._get("/listenbrainz" + endpoint, params, headers)

    def _post(self, endpoint, data=None, headers=None):
        return super()._post("/listenbrainz" + endpoint, data, headers)


client = Client(address)
client.set_auth_token(token)
try:
    Client(address).set_auth_token(token + "x")
    raise AssertionError("a wrong token was accepted")
except errors.InvalidAuthTokenException:
    pass

now = int(time.time())


def listen(track, ago, **more):
    return liblistenbrainz.Listen(track, "Nina Simone", now - ago, "Pastel Blues", **more)


assert client.submit_single_listen(listen("Sinnerman", 7200, additional_info={"duration": 621})) == {"status": "ok"}
many = [listen(f"Track {number}", 3600 - number, additional_info={"duration_ms": 1500}) for number in range(120)]
for _ in range(2):
    client.submit_multiple_listens(many)
client.submit_playing_now(liblistenbrainz.Listen("Feeling Good", "Nina Simone"))
assert client.get_playing_now(user) is None
listens = client.get_listens(user, count=100)
assert len(listens) == 100 and listens[0].track_name == "Track 119", listens[0].track_name
oldest = client.get_listens(user, max_ts=now - 3600)
assert [item.track_name for item in oldest] == ["Sinnerman"] and oldest[0].release_name == "Pastel Blues"
assert oldest[0].additional_info["duration"] == 621
assert len(client.get_listens(user)) == 25
assert client._get(f"/1/user/{user}/listen-count")["payload"]["count"] == 121
for bad in (listen(" ", 10), liblistenbrainz.Listen("A", "B", 900000000)):
    try:
        client.submit_single_listen(bad)
        raise AssertionError("an incomplete listen was accepted")
    except errors.ListenBrainzAPIException as error:
        assert error.status_code == 400 and error.message, error
client.submit_multiple_listens([listen(" ", 10), listen("Kept", 20)])
assert client.get_listens(user)[0].track_name == "Kept"
print("ok")
