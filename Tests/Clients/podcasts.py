"""Uses the gpodder connector with mygpoclient, as podcast players do:  podcasts.py ADDRESS USER TOKEN"""

import datetime
import sys

from mygpoclient import api, http

address, user, token = sys.argv[1:4]
client = api.MygPodderClient(user, token, address)
FEED, OTHER = "https://pod.example/feed.xml", "https://other.example/rss?a=b&c=d"


def play(started, position, minutes_ago, device="phone"):
    now = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(minutes=minutes_ago)
    return api.EpisodeAction(
        FEED, "https://pod.example/s01e20.mp3", "play", device, now.strftime("%Y-%m-%dT%H:%M:%S"), started, position, 3000
    )


# The library sends its first call without credentials, and repeats it after the response 401.
client.update_device_settings("phone", "Ada's phone", "mobile")
client.update_device_settings("tablet", type="laptop")
devices = {device.device_id: device for device in client.get_devices()}
assert devices["phone"].caption == "Ada's phone" and devices["phone"].type == "mobile", devices
assert devices["tablet"].type == "laptop" and devices["tablet"].subscriptions == 0, devices

before = client.pull_subscriptions("tablet").since
made = client.update_subscriptions("phone", [FEED, OTHER], [])
assert made.since > before and made.update_urls == [], made
assert client.pull_subscriptions("phone", made.since).add == []
assert sorted(client.pull_subscriptions("tablet", before).add) == sorted([FEED, OTHER])
gone = client.update_subscriptions("tablet", [], [OTHER])
changes = client.pull_subscriptions("phone", made.since)
assert changes.add == [] and changes.remove == [OTHER] and changes.since == gone.since, changes
assert client.get_subscriptions("phone") == [FEED]
assert client.put_subscriptions("phone", [FEED, OTHER])
assert sorted(client.get_subscriptions("tablet")) == sorted([FEED, OTHER])
assert client.get_devices()[0].subscriptions == 2
try:
    client.update_subscriptions("phone", [FEED], [FEED])
    raise AssertionError("a contradiction was accepted")
except http.BadRequest:
    pass

first = client.upload_episode_actions([play(0, 600, 60), api.EpisodeAction(FEED, "https://pod.example/2.mp3", "new")])
second = client.upload_episode_actions([play(0, 2900, 5)])
assert second > first
assert client.download_episode_actions(second).actions == []
later = client.download_episode_actions(first)
assert [action.position for action in later.actions] == [2900] and later.since == second, later
everything = client.download_episode_actions().actions
assert [action.action for action in everything] == ["play", "new", "play"], everything
assert len(client.download_episode_actions(podcast=FEED).actions) == 3
assert len(client.download_episode_actions(device_id="phone").actions) == 2
assert client.download_episode_actions(device_id="radio").actions == []

for stranger in (api.MygPodderClient(user, token + "x", address), api.MygPodderClient("eve", token, address)):
    try:
        stranger.get_devices()
        raise AssertionError("wrong credentials were accepted")
    except http.Unauthorized:
        pass
print("ok")
