import Crypto
import ForeignServer
import Foundation
import SeededRandom
import Testing

extension SystemTests {
  @Suite("Flipped bits on disk")
  struct BitRotTests {
    /// Flips one bit at a time in a copy of the journal's file. A flip that `verify` does not find must have changed no
    /// row, or only columns without a second copy in the file. Most flips are in bytes that are not zero, including the
    /// definitions of tables.
    private static let script = """
      import json, os, random, shutil, sqlite3, subprocess, sys
      binary, source, work, seed, count = sys.argv[1:6]
      dice = random.Random(int(seed))
      free = {"tokens": {"user_id", "name", "kind", "created_at", "expires_at", "revoked_at", "last_used_at", "scopes",
                         "parent_id", "md5_hash", "method", "signed_in_at", "confirmed_at", "last_end", "maker_end",
                         "link_id", "provider_session", "id_token"},
              "token_digests": {"hash", "token_hash", "user_id"},
              "connector_uses": {"user_id", "connector", "seen_at", "problem_at", "problem"},
              "imports": {"user_id", "number", "at", "source", "format", "name", "added", "already_there",
                          "rejected", "problem"},
              "positions": {"user_id", "document", "pushed_at", "progress", "percentage", "device", "device_id",
                            "texts"},
              "files": {"user_id", "path", "parent", "modified_at"}, "file_blobs": {"user_id", "size", "created_at"},
              "file_chunks": {"user_id", "blob_id"},
              "import_orders": {"user_id", "size", "name", "load", "created_at", "claimed_until", "attempts",
                                "connector", "format"},
              "document_links": {"user_id", "document", "work_id"},
              "gpodder_feeds": {"user_id", "entity_tag", "checked_at", "due_at"},
              "gpodder_uploads": {"user_id", "stamp", "actions"},
              "gpodder_devices": {"user_id", "id", "caption", "type"},
              "gpodder_subscriptions": {"user_id", "title", "stamp", "is_active"},
              "gpodder_episodes": {"user_id", "podcast", "at", "stamp", "place"},
              "gpodder_episode_names": {"user_id", "hash", "story_id"},
              "gpodder_actions": {"user_id", "stamp", "place", "story_id", "is_latest"},
              "gpodder_playings": {"user_id", "story_id", "device", "started", "reported_at", "reached",
                                   "started_at", "ended_at", "duration", "completed"},
              "gpodder_cookies": {"hash", "user_id", "token_hash", "created_at", "expires_at"},
              "connector_stories": {"user_id", "story_id", "title", "estimate", "is_guess", "misses"},
              "listens": {"user_id", "listened_at", "release", "seconds", "information"},
              "provider_links": {"user_id", "name", "linked_at", "last_used_at"},
              "app_codes": {"hash", "user_id", "challenge", "scopes", "token_end", "parent_id", "expires_at"},
              "people": {"user_id", "display_name", "password", "created_at", "handle"},
              "passkeys": {"user_id", "public_key", "sign_count", "site", "name", "created_at", "last_used_at"},
              "used_proofs": {"hash", "expires_at"},
              "sign_ins": {"user_id", "place", "at", "address", "user_agent", "session_id"},
              "invitations": {"hash", "user_id", "role", "made_by", "created_at", "expires_at"},
              "server_rules": {"name"}, "setup_codes": {"hash", "host", "created_at"},
              "sign_in_codes": {"hash", "user_id", "expires_at", "used_at"},
              "idempotency": {"user_id", "method", "idem_key", "digest", "reply", "created_at"},
              "connections": {"user_id", "id", "kind", "url", "secret", "every", "is_on", "created_at", "next_at",
                              "state"},
              "connection_sessions": {"user_id", "connection_id", "session_id", "story_id", "started_at", "listened",
                                      "completed", "written"},
              "webhooks": {"user_id", "id", "url", "events", "secret", "is_on", "created_at", "failing_since",
                           "last_delivery"},
              "covers": {"created_at"},
              "webhook_cursors": {"user_id", "seq", "unlock_seq", "baseline"},
              "webhook_deliveries": {"user_id", "webhook_id", "number", "type", "message_id", "body", "failures",
                                     "next_at"},
              "journal": {"recorded_at"}}
      def rows(path):
          base = sqlite3.connect(path); base.text_factory = bytes; found = {}
          names = [n.decode() for n, in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
          for name in names:
              cursor = base.execute(f"SELECT * FROM {name}")
              columns = [c[0] for c in cursor.description]
              found[name] = [dict(zip(columns, row)) for row in cursor]
          base.close(); return found
      data = work + "/data"; os.mkdir(data); target = data + "/journal.sqlite"
      original = rows(source)
      empty = [name for name, found in original.items() if not found and name not in ("erasures", "import_orders")]
      if empty: sys.exit(f"tables without rows: {empty}")
      content = open(source, "rb").read()
      written = [place for place, byte in enumerate(content) if byte]
      result = {"found": 0, "harmless": 0, "uncovered": 0, "missed": []}
      for _ in range(int(count)):
          for name in os.listdir(data): os.remove(data + "/" + name)
          byte = dice.choice(written) if dice.random() < 0.75 else dice.randrange(len(content))
          place = byte * 8 + dice.randrange(8)
          rotten = bytearray(content); rotten[place // 8] ^= 1 << place % 8
          open(target, "wb").write(rotten)
          code = subprocess.run([binary, "verify", "--data", data], capture_output=True).returncode
          if code == 1: result["found"] += 1; continue
          try: changed = rows(target)
          except sqlite3.Error as error: result["missed"].append([place, code, repr(error)]); continue
          if changed == original: result["harmless"] += 1; continue
          if changed.keys() != original.keys(): result["missed"].append([place, code, list(changed)]); continue
          differences = {name: [(old, new) for old, new in zip(original[name], changed[name]) if old != new]
                         for name in original if original[name] != changed[name]}
          isUncovered = all(
              len(original[name]) == len(changed[name])
              and all(old.keys() == new.keys() and {c for c in old if old[c] != new[c]} <= free.get(name, set())
                      for old, new in pairs)
              for name, pairs in differences.items())
          if isUncovered: result["uncovered"] += 1
          else: result["missed"].append([place, code, repr(differences)[:300]])
      print(json.dumps(result))
      """

    /// A book that was heard and rated.
    private func fillListening(_ client: HTTPClient) throws {
      let story = #"{"title": "Heard", "estimatedDuration": 3600, "workId": "w0"}"#
      #expect(try client.put("/api/v1/stories/heard", story).status == 201)
      // No work or other story has an id that differs from this one in a single bit.
      let cover = try client.upload(
        "/api/v1/stories/heard/cover", CoverImages.png(), method: "PUT", headers: ["Content-Type": "image/png"])
      #expect(cover.status == 204)
      let session = #"""
        {"storyId": "heard", "startedAt": "2026-03-01T20:00:00Z", "endedAt": "2026-03-01T21:00:00Z", "completed": true}
        """#
      #expect(try client.post("/api/v1/analytics/sessions", session).status == 201)
      let reads = try client.get("/api/v1/library/w0/reads").object.list("items")
      let id = try #require(reads.first { $0.text("source") == "listening" }?.text("id"))
      #expect(try client.patch("/api/v1/library/w0/reads/\(id)", #"{"rating": 4.5, "note": "Heard."}"#).status == 200)
    }

    /// Fills the tables that sessions and the library leave empty.
    private func fillOtherTables(_ stack: Stack, _ client: HTTPClient) throws {
      let local = ["Host": "localhost"]
      let (device, browser) = (PasskeyDevice(origin: "http://localhost", site: "localhost"), CookieClient(stack))
      #expect(try device.add(to: CookieClient(stack, user: "ada"), headers: local).status == 201)
      let proof = try device.proof(for: browser, headers: local)
      #expect(try browser.send("POST", "/session/passkey", proof, headers: local).status == 204)
      let app = #"{"app": "waymark://signed-in", "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"}"#
      #expect(try browser.send("POST", "/session/app", app).status == 200)
      let link = try stack.command("user", "link", "ada", "--subject", "sub-1", "--issuer", "https://id.example.org")
      #expect(link.code == 0, "\(link.errors)")
      let code = try stack.command("sign-in", "--user", "ada")
      #expect(code.code == 0, "\(code.errors)")
      #expect(try stack.command("user", "add", "ben").code == 0)
      let token = try #require(client.token)
      #expect(try HTTPClient(port: stack.port).post("/api/v1/session", #"{"token": "\#(token)"}"#).status == 204)
      let made: [(path: String, body: String)] = [
        ("tokens", #"{"name": "Reader", "kind": "device"}"#), ("shares", #"{"picture": "radar"}"#),
        ("reading/timer", #"{"workId": "w1"}"#), ("reading/timer/stop", #"{"endPage": 30}"#),
        ("reading/timer", #"{"workId": "w1"}"#),
        (
          "rucks",
          #"{"startedAt": "2026-06-01T08:00:00Z", "endedAt": "2026-06-01T09:00:00Z", "distance": 5e3, "loadWeight": 9}"#
        ),
      ]
      for (number, call) in made.enumerated() {
        let key = ["Idempotency-Key": "key-\(number)"]
        let response = try client.post("/api/v1/" + call.path, call.body, headers: key)
        #expect((200...201).contains(response.status), "\(call.path): \(response.text)")
      }
      try fillOutgoing(client)
      let walk = """
        <gpx><trk><trkseg><trkpt lat="52.52" lon="13.4"><time>2026-06-02T08:00:00Z</time></trkpt>
        <trkpt lat="52.53" lon="13.41"><time>2026-06-02T08:30:00Z</time></trkpt></trkseg></trk></gpx>
        """
      #expect(try client.post("/api/v1/imports?format=gpx", walk).status == 200)
      #expect(try client.put("/api/v1/goals/annualReading", #"{"target": 12}"#).status == 200)
      #expect(try client.put("/api/v1/diversity/works/w1/gender", #"{"value": "Female"}"#).status == 200)
    }

    /// A webhook with a waiting event, and a connection with a session.
    private func fillOutgoing(_ client: HTTPClient) throws {
      // A receiver that rejects everything, so that the event stays.
      let webhook = #"{"url": "http://127.0.0.1:1/", "events": ["ruck.recorded"]}"#
      #expect(try client.post("/api/v1/webhooks", webhook).status == 201)
      let books = ForeignBooks()
      books.set(.init("heard", startedAt: 1_772_000_000))
      let server = ForeignServer { books.respond(to: $0) }
      let connection = #"{"kind": "audiobookshelf", "url": "\#(server.url)", "secret": "\#(ForeignBooks.secret)"}"#
      #expect(try client.post("/api/v1/connections", connection).status == 201)
      try eventually("the session is read") {
        try client.get("/api/v1/connections").object.list("items").first?.object("state").number("added") == 1
      }
      server.stop()
      let now = Date().timeIntervalSince1970
      let times = [now - 3_600, now - 60].map { ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: $0)) }
      let walk =
        #"{"startedAt": "\#(times[0])", "endedAt": "\#(times[1])", "distance": 5e3, "loadWeight": 9}"#
      #expect(try client.post("/api/v1/rucks", walk).status == 201)
      try eventually("the event waits") {
        try !client.get("/api/v1/webhooks").object.list("items").allSatisfy { $0["lastDelivery"] is NSNull }
      }
    }

    /// A podcast, a device that has signed in, and a track.
    private func fillPodcasts(_ client: HTTPClient) throws {
      let token = try #require(client.token)
      let basic = ["Authorization": "Basic " + Data("ada:\(token)".utf8).base64EncodedString()]
      let player = HTTPClient(port: client.port)
      let action = #"""
        [{"podcast": "https://p.example/feed", "episode": "https://p.example/1.mp3", "device": "phone",
          "action": "play", "timestamp": "2026-03-01T10:00:00", "started": 0, "position": 600}]
        """#
      let calls = [
        ("api/2/auth/ada/login.json", ""),
        ("api/2/subscriptions/ada/phone.json", #"{"add": ["https://p.example/feed"]}"#),
        ("api/2/episodes/ada.json", action),
      ]
      for (path, body) in calls { #expect(try player.post("/gpodder/" + path, body, headers: basic).status == 200) }
      let listen = #"{"listened_at": 1772000000, "track_metadata": {"artist_name": "A", "track_name": "T"}}"#
      let response = try client.post(
        "/listenbrainz/1/submit-listens", #"{"listen_type": "single", "payload": [\#(listen)]}"#)
      #expect(response.status == 200)
    }

    /// A file, a position, and a document of a work.
    private func fillConnectors(_ client: HTTPClient) throws {
      let token = try #require(client.token)
      let basic = ["Authorization": "Basic " + Data("ada:\(token)".utf8).base64EncodedString()]
      var anonymous = client
      anonymous.token = nil
      #expect(try anonymous.send("PUT", "/dav/notes.txt", "content", headers: basic).status == 201)
      let device = try client.post("/api/v1/tokens", #"{"name": "kosync", "kind": "device"}"#).object
      let key = MD5.hex([UInt8](try #require(device["token"] as? String).utf8))
      let push = #"{"document": "d", "progress": "1", "percentage": 0.5, "device": "Kobo"}"#
      let pushed = try anonymous.send(
        "PUT", "/kosync/syncs/progress", push, headers: ["x-auth-user": "ada", "x-auth-key": key])
      #expect(pushed.status == 200)
      let books = #"[{"md5": "0123456789abcdef0123456789abcdef", "title": "Linked", "authors": "A", "pages": 90}]"#
      let stats = #"{"books": \#(books), "stats": []}"#
      let sent = try anonymous.send("POST", "/koinsight/\(token)/api/plugin/import", stats)
      #expect(sent.status == 200)
    }

    @Test("Finds every flipped bit of the journal's file that changes verifiable data")
    func flips() throws {
      let stack = try Stack()
      let story = try Story(try stack.client(user: "ada"))
      let client = story.client
      for index in 0..<60 { _ = try story.record(startingAt: Double(index) * 3_600) }
      for index in 0..<20 {
        #expect(try client.put("/api/v1/heroes/extra-\(index)", #"{"name": "Hero \#(index)"}"#).status == 201)
        #expect(try client.put("/api/v1/works/w\(index)", #"{"title": "Work", "pageCount": 300}"#).status == 201)
        #expect(try client.put("/api/v1/library/w\(index)", #"{"status": "reading"}"#).status == 201)
      }
      try fillListening(client)
      let anomaly = story.session(startingAt: -7_200).dropLast() + #", "duration": 5000}"#
      #expect(try client.post("/api/v1/analytics/sessions", String(anomaly)).status == 201)
      try fillOtherTables(stack, client)
      try fillConnectors(client)
      try fillPodcasts(client)
      stack.stop()
      let script = try stack.folder.file("flips.py")
      script.handle.write(Data(Self.script.utf8))
      let work = try TemporaryFolder()
      let seed = testSeed()
      let journal = stack.data + "/journal.sqlite"
      let flipped = try Executable.run(
        program: "/usr/bin/env", ["python3", script.path, Executable.path, journal, work.path, "\(seed)", "200"])
      #expect(flipped.code == 0, "seed \(seed): \(flipped.errors)")
      let result = try JSONSerialization.jsonObject(with: Data(flipped.output.utf8)) as? [String: Any]
      print("flipped bits: \(flipped.output)")
      #expect((result?["missed"] as? [Any])?.isEmpty == true, "seed \(seed): \(flipped.output)")
    }
  }
}
