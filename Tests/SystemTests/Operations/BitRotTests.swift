import Foundation
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
                         "parent_id", "md5_hash"},
              "sign_in_codes": {"hash", "user_id", "expires_at", "used_at"},
              "idempotency": {"user_id", "method", "idem_key", "digest", "reply", "created_at"},
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
      empty = [name for name, found in original.items() if not found and name != "erasures"]
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
      let code = try stack.command("sign-in", "--user", "ada")
      #expect(code.code == 0, "\(code.errors)")
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
        let answer = try client.post("/api/v1/" + call.path, call.body, headers: key)
        #expect((200...201).contains(answer.status), "\(call.path): \(answer.text)")
      }
      #expect(try client.put("/api/v1/goals/annualReading", #"{"target": 12}"#).status == 200)
      #expect(try client.put("/api/v1/diversity/works/w1/gender", #"{"value": "Female"}"#).status == 200)
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
      stack.stop()
      let script = try stack.folder.file("flips.py")
      script.handle.write(Data(Self.script.utf8))
      let work = try TemporaryFolder()
      let seed = UInt32.random(in: 0...UInt32.max)
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
