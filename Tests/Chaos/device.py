"""Requests of stock clients: what KOReader, its plugins, players, scrobblers and trackers send, byte for byte."""
import base64
import hashlib
import json
import sqlite3

from client import head_of
from model.days import text_of

SCHEMA = """
CREATE TABLE book (id integer PRIMARY KEY, title text, authors text, notes integer, last_open integer,
  highlights integer, pages integer, series text, language text, md5 text, total_read_time integer,
  total_read_pages integer);
CREATE TABLE page_stat_data (id_book integer, page integer NOT NULL DEFAULT 0, start_time integer NOT NULL DEFAULT 0,
  duration integer NOT NULL DEFAULT 0, total_pages integer NOT NULL DEFAULT 0);
"""
BOOK_PAGES = 300
AUTHOR = "Ada Lovelace"


def md5_of(title):
    """The checksum of a book's file."""
    return hashlib.md5(title.encode()).hexdigest()


def statistics(pages):
    """KOReader's `statistics.sqlite3` with rows of title, page, start and seconds."""
    base = sqlite3.connect(":memory:")
    base.executescript(SCHEMA)
    numbers = {title: number for number, title in enumerate(sorted({row[0] for row in pages}), 1)}
    base.executemany(
        "INSERT INTO book (id, title, authors, pages, md5) VALUES (?, ?, ?, ?, ?)",
        [(number, title, AUTHOR, BOOK_PAGES, md5_of(title)) for title, number in numbers.items()])
    base.executemany(
        "INSERT INTO page_stat_data VALUES (?, ?, ?, ?, ?)",
        [(numbers[title], page, start, seconds, BOOK_PAGES) for title, page, start, seconds in sorted(pages)])
    base.commit()
    content = base.serialize()
    base.close()
    return content


def plugin_history(pages, device):
    """The history as KoInsight's plugin sends it."""
    titles = sorted({row[0] for row in pages})
    books = [{"md5": md5_of(title), "title": title, "authors": AUTHOR, "pages": BOOK_PAGES} for title in titles]
    stats = [{"page": page, "start_time": start, "duration": seconds, "total_pages": BOOK_PAGES,
              "book_md5": md5_of(title), "device_id": device} for title, page, start, seconds in sorted(pages)]
    return {"books": books, "stats": stats, "annotations": {}, "version": "0.2.0", "device_id": device}


def track(start, minutes=20):
    """A walk as Gadgetbridge and OpenTracks write it."""
    points = "".join(
        f'<trkpt lat="{50 + 0.001 * minute:.3f}" lon="8"><time>{text_of(start + 60 * minute)}</time></trkpt>'
        for minute in range(minutes + 1))
    return (f'<gpx version="1.1" creator="Gadgetbridge"><trk><type>hiking</type><trkseg>{points}</trkseg></trk></gpx>'
            ).encode()


def workouts(starts):
    """Walks as Health Auto Export sends them."""
    def text(moment):
        return text_of(moment).replace("T", " ").replace("Z", " +0000")

    rows = [{"id": f"W-{start}", "name": "Hiking", "start": text(start), "end": text(start + 1_800), "duration": 1_800,
             "distance": {"qty": 2.5, "units": "km"}} for start in sorted(starts)]
    return {"data": {"workouts": rows, "metrics": []}}


class Device:
    """One device of a user: an address, a name and a token that was typed into it."""

    def __init__(self, name, user, token):
        self.name, self.user, self.token = name, user, token
        words = base64.b64encode(f"{user}:{token}".encode()).decode()
        self.basic = [("Authorization", f"Basic {words}")]

    @staticmethod
    def request(method, path, body=None, headers=(), type="application/json"):
        """The bytes of a request; `body` is bytes, or a value that becomes JSON."""
        if body is None:
            return head_of(method, path, headers=headers)
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        fields = [*headers, ("Content-Type", type), ("Content-Length", len(body))]
        return head_of(method, path, headers=fields) + body

    def dav(self, method, path, body=None, headers=()):
        """A request to the user's files."""
        return self.request(method, "/dav" + path, body, [*self.basic, *headers], "application/octet-stream")

    def kosync(self, method, path, body=None):
        """A request about positions; the reader sends the MD5 of the token."""
        key = hashlib.md5(self.token.encode()).hexdigest()
        return self.request(method, "/kosync" + path, body, [("x-auth-user", self.user), ("x-auth-key", key)])

    def plugin(self, method, path, body=None):
        """A request of KoInsight's plugin."""
        return self.request(method, f"/koinsight/{self.token}{path}", body)

    def gpodder(self, method, path, body=None):
        """A request of a podcast player."""
        return self.request(method, "/gpodder" + path, body, self.basic)

    def listenbrainz(self, method, path, body=None):
        """A request of a scrobbler."""
        return self.request(method, "/listenbrainz" + path, body, [("Authorization", f"Token {self.token}")])

    def api(self, method, path, body=None):
        """A request with the token as a Bearer token."""
        return self.request(method, "/api/v1" + path, body, [("Authorization", f"Bearer {self.token}")])
