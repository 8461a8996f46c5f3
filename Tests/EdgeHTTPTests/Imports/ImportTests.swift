import API
import Foundation
import Glibc
import Programs
import Testing

@testable import EdgeHTTP

@Suite("Files that are imported over HTTP")
struct ImportTests {
  private static let path = "/api/v1/imports?format=gpx"
  private static let counts = "cat >/dev/null; echo 'result {\"added\":1}'"

  /// Returns an edge whose import program is a shell script that gets the file as its standard input.
  private func edge(_ script: String) throws -> EdgeHarness {
    try EdgeHarness(
      importer: ImportProgram(
        path: "/bin/sh",
        arguments: { call, user in
          ["sh", "-c", script, call.format.rawValue, user, call.dryRun == true ? "dry" : "wet"]
        }, environment: ["PATH=/usr/bin:/bin"], folders: ["/nowhere", "/tmp"]))
  }

  private func head(_ fields: [String], token: String = "wm_rw", path: String = Self.path) -> String {
    let lines = ["POST \(path) HTTP/1.1", "Host: x", "Authorization: Bearer \(token)"] + fields
    return (lines + ["", ""]).joined(separator: "\r\n")
  }

  @Test("The program gets the whole file, sized or chunked, and its result is the response")
  func wholeFile() throws {
    let edge = try edge("echo \"result {\\\"sum\\\":\\\"$(md5sum)\\\",\\\"call\\\":\\\"$0 $1 $2\\\"}\"")
    let file = (0..<3 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) }
    let sum = try #require(checksum(of: file))
    let client = try edge.connect()
    try client.write(head(["Content-Length: \(file.count)"], path: Self.path + "&dryRun=true"))
    try client.write(file)
    let response = try client.read()
    #expect(response.status == 200 && response.fields["content-type"] == "application/json", "\(response)")
    #expect(response.json?["sum"] as? String == "\(sum)  -" && response.json?["call"] as? String == "gpx ada dry")
    // The connection stays open, and the next file is sent in chunks.
    try client.write(head(["Transfer-Encoding: chunked", "Accept: */*, text/event-stream;q=0"]))
    for start in stride(from: 0, to: file.count, by: 100_000) {
      let part = file[start..<min(start + 100_000, file.count)]
      try client.write(Array("\(String(part.count, radix: 16))\r\n".utf8) + part + [13, 10])
    }
    try client.write("0\r\n\r\n")
    let second = try client.read()
    #expect(second.json?["sum"] as? String == "\(sum)  -" && second.json?["call"] as? String == "gpx ada wet")
    #expect(edge.inspect { $0.imports.count } == 0)
  }

  @Test("Passes the load and the types of activities to the program, and rejects them for other formats")
  func activityOptions() throws {
    let edge = try EdgeHarness(
      importer: ImportProgram(
        path: "/bin/sh",
        arguments: { call, _ in
          let options = "load \(call.load ?? -1) types \(call.types ?? "none")"
          return ["sh", "-c", "cat >/dev/null; echo \"result {\\\"call\\\":\\\"$0\\\"}\"", options]
        }, environment: ["PATH=/usr/bin:/bin"], folders: ["/tmp"]))
    for (query, options) in [
      ("", "load -1.0 types none"), ("&load=20", "load 20.0 types none"),
      ("&load=12.5&types=hike,run", "load 12.5 types hike,run"),
      ("&load=0&types=", "load 0.0 types "), ("&load=200", "load 200.0 types none"),
    ] {
      let response = try edge.send("POST", Self.path + query, body: "x")
      #expect(response.status == 200 && response.json?["call"] as? String == options, "\(response)")
    }
    for query in ["load=-1", "load=201", "load=1e2", "load=0x10", "load=", "load=.5", "load=nan", "load=1&load=1"] {
      #expect(try edge.send("POST", Self.path + "&" + query, body: "x").status == 400, "\(query)")
    }
    for query in ["format=goodreads&load=5", "format=koreader&types=hike"] {
      let response = try edge.send("POST", "/api/v1/imports?" + query, body: "x")
      #expect(response.status == 400 && response.body.contains("applies only to activities"), "\(response)")
    }
  }

  private func checksum(of bytes: [UInt8]) -> Substring? {
    try? Program.run("/usr/bin/md5sum", [], input: bytes).text.split(separator: " ").first
  }

  @Test("A client that accepts events gets the progress and then the result")
  func events() throws {
    let edge = try edge(
      "echo 'progress {\"phase\":\"read\",\"done\":1,\"total\":2}'; echo unknown; echo 'result {\"added\":1}'")
    let client = try edge.connect()
    try client.write(head(["Content-Length: 1", "Accept: text/event-stream"]) + "x")
    #expect(try client.readLine().hasPrefix("HTTP/1.1 200"))
    while try client.readLine() != "\r" {}
    #expect(try client.readChunk() == "event: progress\ndata: {\"phase\":\"read\",\"done\":1,\"total\":2}\n\n")
    #expect(try client.readChunk() == "event: result\ndata: {\"added\":1}\n\n")
    #expect(try client.readChunk() == "")
    // A rejection before the first progress is an ordinary response.
    let rejecting = try self.edge("echo refused no such thing")
    #expect(try rejecting.send("POST", Self.path, fields: ["Accept: text/event-stream"], body: "x").status == 422)
    let failing = try self.edge("echo 'progress {}'; echo refused no such thing")
    let other = try failing.connect()
    try other.write(head(["Content-Length: 1", "Accept: text/event-stream"]) + "x")
    while try other.readLine() != "\r" {}
    _ = try other.readChunk()
    #expect(try other.readChunk().hasPrefix("event: problem\ndata: {\"type\":\"about:blank\""))
    #expect(try other.readChunk() == "")
  }

  @Test(
    "Each ending of the program has its status",
    arguments: [
      ("echo refused this is not a GPX file", 422), ("echo away the service is busy", 503), ("exit 3", 500),
      ("echo gone the account is being deleted; exit 1", 401),
      ("kill -9 $$", 503), ("kill -SEGV $$", 422), ("kill -XCPU $$", 422), ("echo 'result {}'; exit 1", 200),
      ("exec >&-; sleep 600", 503), ("yes | tr -d '\\n' | head -c 9000000", 503),
    ])
  func endings(script: String, status: Int) throws {
    let edge = try edge(script)
    let response = try edge.send("POST", Self.path, body: "x")
    #expect(response.status == status, "\(script): \(response)")
    if status == 503 { #expect(response.fields["retry-after"] != nil) }
    #expect(edge.inspect { $0.imports.count } == 0)
    #expect(try edge.send("GET", "/healthz").status == 200)
  }

  @Test("Rejects invalid uploads before it reads them")
  func rejections() throws {
    let edge = try edge(Self.counts)
    let path = "/api/v1/imports"
    for query in ["", "?format=notes", "?format=gpx&x=1", "?format=gpx&dryRun=yes", "?format=gpx&format=gpx"] {
      #expect(try edge.send("POST", path + query, body: "x").status == 400, "\(query)")
    }
    #expect(try edge.send("POST", Self.path, token: nil, body: "x").status == 401)
    #expect(try edge.send("POST", Self.path, token: "wm_r", body: "x").status == 403)
    #expect(try edge.send("PUT", Self.path, body: "{}").status == 405)
    #expect(try edge.send("POST", Self.path, fields: ["Content-Encoding: gzip"], body: "x").status == 415)
    #expect(try edge.send("POST", Self.path, body: "").status == 422)
    #expect(try edge.send("POST", Self.path).status == 411)
    let cookie = "Cookie: waymark=wb_" + String(repeating: "c", count: 43)
    #expect(try edge.send("POST", Self.path, token: nil, fields: [cookie], body: "x").status == 403)
    for field in ["Content-Length: \(Limits.fileBytes + 1)", "Transfer-Encoding: chunked"] {
      let client = try edge.connect()
      try client.write(head([field]) + "4000001\r\n")
      #expect(try client.read().status == 413)
    }
    let early = try edge.connect()
    try early.write(head(["Content-Length: 9"]) + "x")
    early.endWriting()
    #expect(try early.read().status == 400)
    let late = try edge.connect()
    try late.write(head(["Content-Length: 9", "Expect: 100-continue"]))
    #expect(try late.readLine().hasPrefix("HTTP/1.1 100") && late.readLine() == "\r")
    edge.exhaustPatience()
    #expect(try late.read().status == 408)
    #expect(edge.inspect { $0.imports.count } == 0)
    let without = try EdgeHarness()
    #expect(try without.send("POST", Self.path, body: "x").status == 503)
  }

  /// Starts an import that runs until it is cancelled, and returns the id of its process.
  private func running(_ edge: EdgeHarness, token: String = "wm_rw") throws -> (client: RawClient, pid: Int32) {
    let client = try edge.connect()
    try client.write(head(["Content-Length: 1", "Accept: text/event-stream"], token: token) + "x")
    return try begun(client)
  }

  /// Waits until the program has reported its process id.
  private func begun(_ client: RawClient) throws -> (client: RawClient, pid: Int32) {
    while try client.readLine() != "\r" {}
    let event = try client.readChunk()
    return (client, try #require(Int32(event.split(separator: " ").last?.dropLast(2) ?? "")))
  }

  private func waitFor(_ isSo: () -> Bool) throws {
    let isAtLast = comes(isSo)
    try #require(isAtLast)
  }

  private func waitForEnd(of pid: Int32) throws {
    try waitFor { kill(pid, 0) != 0 }
  }

  private static let endless = "echo progress $$; exec sleep 600"

  @Test("Runs one import per user at a time, concurrently with those of others")
  func turns() throws {
    let edge = try edge(Self.endless)
    let first = try running(edge)
    let second = try edge.connect()
    try second.write(head(["Content-Length: 1", "Accept: text/event-stream"]) + "x")
    let other = try running(edge, token: "wm_other")
    try waitFor { edge.inspect { $0.imports.count } == 3 }
    kill(first.pid, SIGKILL)
    #expect(try first.client.readChunk().hasPrefix("event: problem\n"))
    try waitForEnd(of: first.pid)
    let again = try begun(second)
    #expect(again.pid != first.pid)
    for pid in [again.pid, other.pid] {
      kill(pid, SIGKILL)
      try waitForEnd(of: pid)
    }
  }

  @Test("A revoked token ends its running and waiting imports, and no others")
  func revoked() throws {
    let edge = try edge(Self.endless)
    edge.service.reply("token.check", SessionAPI.CheckTokens.Reply(ended: []))
    let first = try running(edge)
    let second = try edge.connect()
    try second.write(head(["Content-Length: 1"]) + "x")
    let other = try running(edge, token: "wm_other")
    try waitFor { edge.inspect { $0.imports.count } == 3 }
    edge.service.endToken("wm_rw")
    #expect(try first.client.readChunk().contains("\"status\":401"))
    let rejected = try second.read()
    #expect(rejected.status == 401 && rejected.fields["www-authenticate"] != nil, "\(rejected)")
    try waitForEnd(of: first.pid)
    #expect(edge.inspect { $0.imports.count } == 1 && kill(other.pid, 0) == 0)
    kill(other.pid, SIGKILL)
    try waitForEnd(of: other.pid)
  }

  @Test("Four imports run at a time; a fifth user gets Retry-After, and is accepted after one has ended")
  func four() throws {
    let edge = try edge(Self.endless)
    var running = try ["wm_rw", "wm_other", "wm_mia", "wm_noa"].map { try self.running(edge, token: $0) }
    #expect(edge.inspect { $0.imports.count } == Limits.imports && Limits.imports == 4)
    let fifth = try edge.send("POST", Self.path, token: "wm_zoe", body: "x")
    #expect(fifth.status == 503 && fifth.fields["retry-after"] != nil, "\(fifth)")
    #expect(try edge.rejections(.imports) == 1)
    #expect(try edge.send("GET", "/healthz").status == 200)
    let first = running.removeFirst()
    kill(first.pid, SIGKILL)
    #expect(try first.client.readChunk().hasPrefix("event: problem\n"))
    try waitForEnd(of: first.pid)
    running.append(try self.running(edge, token: "wm_zoe"))
    #expect(edge.inspect { $0.imports.count } == Limits.imports)
    for (_, pid) in running {
      kill(pid, SIGKILL)
      try waitForEnd(of: pid)
    }
  }

  @Test("Unfinished uploads do not count as running imports")
  func slowUploads() throws {
    let edge = try edge(Self.counts)
    let slow = try ["wm_rw", "wm_other", "wm_mia", "wm_noa"].map { token in
      let client = try edge.connect()
      try client.write(head(["Content-Length: 100"], token: token) + "x")
      return client
    }
    try waitFor { edge.inspect { $0.imports.count } == 4 }
    #expect(try edge.send("POST", Self.path, token: "wm_zoe", body: "x").status == 200)
    try slow[0].write(String(repeating: "x", count: 99))
    #expect(try slow[0].read().status == 200)
  }

  @Test("A complete file waits while four others are imported")
  func place() throws {
    let edge = try edge(Self.endless)
    let late = try edge.connect()
    try late.write(head(["Content-Length: 2", "Accept: text/event-stream"], token: "wm_zoe") + "x")
    try waitFor { edge.inspect { $0.imports.count } == 1 }
    let running = try ["wm_rw", "wm_other", "wm_mia", "wm_noa"].map { try self.running(edge, token: $0) }
    try late.write("x")
    kill(running[2].pid, SIGKILL)
    let begun = try begun(late)
    for pid in running.map(\.pid) + [begun.pid] {
      kill(pid, SIGKILL)
      try waitForEnd(of: pid)
    }
  }

  @Test(
    "Uploads leave the reserve of the disk free",
    arguments: [["Content-Length: 3"], ["Transfer-Encoding: chunked"]])
  func reserve(fields: [String]) throws {
    let free = try #require(
      try FileManager.default.attributesOfFileSystem(forPath: "/tmp")[.systemFreeSize] as? Int)
    for (reserve, status) in [(1 << 62, 503), (free / 2, 200)] {
      let edge = try EdgeHarness(
        importer: ImportProgram(
          path: "/bin/sh", arguments: { _, _ in ["sh", "-c", Self.counts] }, environment: ["PATH=/usr/bin:/bin"],
          folders: ["/tmp"], reserveBytes: reserve))
      let client = try edge.connect()
      try client.write(head(fields) + (fields[0].hasPrefix("C") ? "abc" : "3\r\nabc\r\n0\r\n\r\n"))
      let response = try client.read()
      #expect(response.status == status, "\(response)")
      #expect((response.fields["retry-after"] != nil) == (status == 503))
      #expect(edge.inspect { $0.imports.count } == 0)
    }
  }

  @Test("An import ends when its client leaves or stops sending")
  func gone() throws {
    let edge = try edge(Self.endless)
    for _ in 0..<2 {
      let half = try running(edge)
      half.client.endWriting()
      try waitForEnd(of: half.pid)
    }
    let pid = try running(edge).pid
    try waitForEnd(of: pid)
    let partly = try edge.connect()
    try partly.write(head(["Content-Length: 100"]) + "x")
    partly.endWriting()
    #expect(try partly.read().status == 400)
    #expect(edge.inspect { $0.imports.count } == 0)
  }

  @Test("A stopping edge ends its imports")
  func stopping() throws {
    let edge = try edge(Self.endless)
    let endless = try running(edge)
    let partly = try edge.connect()
    try partly.write(head(["Content-Length: 100", "Expect: 100-continue"], token: "wm_other"))
    #expect(try partly.readLine().hasPrefix("HTTP/1.1 100") && partly.readLine() == "\r")
    edge.inspect { $0.stop() }
    #expect(try endless.client.readChunk().hasPrefix("event: problem\n"))
    try waitForEnd(of: endless.pid)
    #expect(try partly.read().status == 503)
  }
}
