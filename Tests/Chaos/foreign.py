"""Other servers that Waymark calls: a receiver of webhooks and a stand-in for Audiobookshelf, on loopback."""
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

SECRET = "a-key-of-the-library"


class Server(ThreadingHTTPServer):
    """A server whose clients may be killed at any moment."""

    daemon_threads = True

    def handle_error(self, request, client_address):
        """Ignores a connection that was reset."""


class Foreign:
    """A server on a free port. `hooks` decides the status of a delivery, `library` has the listening sessions."""

    def __init__(self):
        self.lock, self.deliveries, self.library, self.pages = threading.Lock(), [], [], 0
        self.hooks = lambda id: 204
        # Called before each page of the list is sent.
        self.before_page = lambda: None
        self.server = Server(("127.0.0.1", 0), handler_of(self))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def deliver(self, id, body):
        """Keeps a delivery and returns its status."""
        with self.lock:
            status = self.hooks(id)
            self.deliveries.append((id, status, json.loads(body)))
            return status

    def accepted(self):
        """The deliveries that were accepted, in order."""
        with self.lock:
            return [(id, body) for id, status, body in self.deliveries if status < 300]

    def page(self, query):
        """A page of the sessions, latest update first, as Audiobookshelf sends it."""
        size, number = int(query.get("itemsPerPage", ["10"])[0]), int(query.get("page", ["0"])[0])
        with self.lock:
            self.pages += size > 1
            rows = sorted(self.library, key=lambda one: (-one["updatedAt"], one["id"]))
        return {"total": len(rows), "numPages": -(-len(rows) // size), "page": number, "itemsPerPage": size,
                "sessions": rows[number * size:(number + 1) * size]}

    def remove(self):
        """Ends the server."""
        self.server.shutdown()
        self.server.server_close()


def listened(number, start, seconds=300):
    """A session of listening, as Audiobookshelf lists it."""
    return {"id": f"session-{number}", "userId": "u", "libraryItemId": f"item-{number % 9}", "episodeId": None,
            "mediaType": "book", "displayTitle": f"Title {number % 9}", "displayAuthor": "An Author",
            "duration": 36_000, "timeListening": seconds, "currentTime": seconds, "startedAt": start * 1_000,
            "updatedAt": (start + seconds) * 1_000}


def handler_of(foreign):
    """The handler of a server's requests."""

    class Handler(BaseHTTPRequestHandler):
        """Responds to deliveries and to requests for sessions."""

        protocol_version = "HTTP/1.1"

        def do_POST(self):
            """Takes a delivery."""
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            self.respond(foreign.deliver(self.headers["webhook-id"], body))

        def do_GET(self):
            """Sends a page of the list, if the key is right."""
            parts = urlsplit(self.path)
            if self.headers.get("Authorization") != f"Bearer {SECRET}":
                self.respond(401)
            elif parts.path.endswith("/api/me/listening-sessions"):
                foreign.before_page()
                self.respond(200, json.dumps(foreign.page(parse_qs(parts.query))).encode())
            else:
                self.respond(404)

        def respond(self, status, body=b""):
            """Sends a complete response; the client may have been killed."""
            try:
                self.send_response(status)
                if body:
                    self.send_header("Content-Type", "application/json")
                if status != 204:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                self.close_connection = True

        def log_message(self, *_):
            """Prints nothing."""

    return Handler
