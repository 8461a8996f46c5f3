import API
import Crypto
import Foundation
import Glibc
import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Repeated imports with an Idempotency-Key")
struct ImportKeyTests {
  /// Plays the idempotency keys of SessionSvc.
  private final class KeptReports: Sendable {
    private struct Name: Hashable {
      var user: String?
      var method: String
      var key: String?
    }

    private let kept = Mutex<[Name: (digest: [UInt8]?, answer: [UInt8])]>([:])

    init(_ service: FakeService) {
      service.on(SessionAPI.FetchKeptReply.name) { [self] call in
        Result { () throws(Fault) in
          let asked = try CBORDecoder.decode(SessionAPI.FetchKeptReply.self, from: call.argument)
          let found = try first(Name(user: call.meta.user, method: asked.method, key: call.meta.key), call.meta.digest)
          return try CBOREncoder.encode(SessionAPI.FetchKeptReply.Reply(answer: found))
        }
      }
      service.on(SessionAPI.KeepReply.name) { [self] call in
        Result { () throws(Fault) in
          let asked = try CBORDecoder.decode(SessionAPI.KeepReply.self, from: call.argument)
          let name = Name(user: call.meta.user, method: asked.method, key: call.meta.key)
          let found = try first(name, call.meta.digest)
          if found == nil { kept.withLock { $0[name] = (call.meta.digest, asked.answer.bytes) } }
          let reply = SessionAPI.FirstReply(
            replayed: found != nil, answer: RawCBOR(bytes: found ?? asked.answer.bytes))
          return try CBOREncoder.encode(reply)
        }
      }
    }

    var count: Int { kept.withLock { $0.count } }

    private func first(_ name: Name, _ digest: [UInt8]?) throws(Fault) -> [UInt8]? {
      guard let found = kept.withLock({ $0[name] }) else { return nil }
      guard found.digest == digest else {
        throw Fault.invalid("Idempotency-Key", "was already used with a different body; use a new key")
      }
      return found.answer
    }
  }

  private static let path = "/api/v1/imports?format=gpx"
  /// The file to which each run writes a line, and the pipe on which a held run waits for one.
  private final class RunFolder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("waymark-\(UUID().uuidString)")
    private var gate: Int32 = -1

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
      if gate >= 0 { close(gate) }
      try? FileManager.default.removeItem(at: url)
    }

    /// The pipe is open here in both directions, so that opening it never blocks.
    func holdRuns() throws {
      let path = url.appendingPathComponent("gate").path
      try #require(mkfifo(path, 0o600) == 0)
      gate = open(path, O_RDWR | O_CLOEXEC)
      try #require(gate >= 0)
    }

    /// Releases the run that waits, or the next one.
    func release() throws {
      try #require(write(gate, "go\n", 3) == 3)
    }

    var runs: Int {
      (try? String(contentsOf: url.appendingPathComponent("runs"), encoding: .utf8))?.split(separator: "\n").count
        ?? 0
    }
  }

  private let edge: EdgeHarness
  private let kept: KeptReports
  private let folder: RunFolder

  /// Each run of the program writes a line, waits if there is a pipe, and reports its number.
  init() throws {
    folder = try RunFolder()
    let url = folder.url
    let script = """
      cat >/dev/null; echo run >>\(url.path)/runs; echo 'progress {}'
      [ ! -p \(url.path)/gate ] || read -r line <\(url.path)/gate
      [ ! -e \(url.path)/refuse ] || { echo refused no such file; exit; }
      echo "result {\\"added\\":$(wc -l <\(url.path)/runs)}"
      """
    edge = try EdgeHarness(
      importer: ImportProgram(
        path: "/bin/sh", arguments: { _, _ in ["sh", "-c", script] }, environment: ["PATH=/usr/bin:/bin"],
        folders: ["/tmp"]))
    kept = KeptReports(edge.service)
  }

  private func send(
    _ key: String, _ body: String = "x", path: String = Self.path, token: String = "wm_rw", fields: [String] = []
  ) throws -> ReceivedResponse {
    try edge.send("POST", path, token: token, fields: ["Idempotency-Key: \(key)"] + fields, body: body)
  }

  /// Returns a client that has sent its file and has not read the response.
  private func sent(_ key: String?, _ body: String = "x", fields: [String] = []) throws -> RawClient {
    let client = try edge.connect()
    let keys = key.map { ["Idempotency-Key: \($0)"] } ?? []
    let lines =
      ["POST \(Self.path) HTTP/1.1", "Host: x", "Authorization: Bearer wm_rw"] + keys + fields
      + ["Content-Length: \(body.utf8.count)", "", body]
    try client.write(lines.joined(separator: "\r\n"))
    return client
  }

  private var runs: Int { folder.runs }

  private func wait(_ what: Comment, until isSo: () -> Bool) throws {
    let isAtLast = comes(isSo)
    try #require(isAtLast, what)
  }

  @Test("The same key and file return the first report in the requested form, without another import")
  func replay() throws {
    let first = try send("k")
    #expect(first.status == 200 && first.body == #"{"added":1}"# && first.fields["idempotency-replayed"] == nil)
    let again = try send("k")
    #expect(again.status == 200 && again.body == first.body && again.fields["idempotency-replayed"] == "true")
    let events = try sent("k", fields: ["Accept: text/event-stream"])
    var head: [String] = []
    while head.last != "\r" { head.append(try events.readLine()) }
    #expect(head.contains("Idempotency-Replayed: true\r"))
    #expect(try events.readChunk() == "event: result\ndata: {\"added\":1}\n\n")
    #expect(try events.readChunk() == "")
    #expect(runs == 1 && kept.count == 1)
    let digests = Set(edge.service.calls(SessionAPI.FetchKeptReply.name).map(\.meta.digest))
    #expect(digests == [SHA256.hash("x")])
    #expect(edge.inspect { $0.imports.count } == 0)
  }

  @Test("A stream's result is kept too")
  func streamFirst() throws {
    let events = try sent("k", fields: ["Accept: text/event-stream"])
    while try events.readLine() != "\r" {}
    #expect(try events.readChunk() == "event: progress\ndata: {}\n\n")
    #expect(try events.readChunk() == "event: result\ndata: {\"added\":1}\n\n")
    let again = try send("k")
    #expect(again.body == #"{"added":1}"# && again.fields["idempotency-replayed"] == "true")
  }

  @Test("The same key with another file is 422; another user, query or key is another import")
  func scope() throws {
    _ = try send("k")
    let other = try send("k", "y")
    #expect(other.status == 422 && other.body.contains("was already used with a different body; use a new key"))
    #expect(try send("k", "y", path: Self.path + "&dryRun=true").body == #"{"added":2}"#)
    #expect(try send("k", "y", token: "wm_other").body == #"{"added":3}"#)
    #expect(try send("l").body == #"{"added":4}"#)
    #expect(try edge.send("POST", Self.path, body: "x").body == #"{"added":5}"#)
    #expect(kept.count == 4)
    for key in ["", String(repeating: "k", count: 256), "a b", "é"] { #expect(try send(key).status == 400, "\(key)") }
  }

  @Test("Does not keep a rejection: the key is free for the next attempt")
  func rejected() throws {
    let mark = folder.url.appendingPathComponent("refuse")
    try Data().write(to: mark)
    #expect(try send("k").status == 422)
    try FileManager.default.removeItem(at: mark)
    let next = try send("k")
    #expect(next.body == #"{"added":2}"# && next.fields["idempotency-replayed"] == nil)
  }

  @Test("Imports one of two equal uploads, returns its report to both, and rejects another file with 422")
  func twins() throws {
    try folder.holdRuns()
    let clients = try (0..<6).map { _ in try sent("k") } + [try sent("k", "y")]
    try wait("all are there, and one is read") { runs == 1 && edge.inspect { $0.imports.count } == 7 }
    // A different upload waits too, and is imported after it.
    let other = try sent("l")
    let without = try sent(nil)
    try wait("both wait") { edge.inspect { $0.imports.count } == 9 }
    try folder.release()
    let responses = try clients.map { try $0.read() }
    try wait("the next one is read") { runs == 2 }
    try folder.release()
    try wait("and the last one") { runs == 3 }
    try folder.release()
    let later = try [other, without].map { try $0.read() }
    #expect(Set(later.map(\.body)) == [#"{"added":2}"#, #"{"added":3}"#], "\(later)")
    #expect(responses.dropLast().allSatisfy { $0.status == 200 && $0.body == #"{"added":1}"# }, "\(responses)")
    #expect(responses.count { $0.fields["idempotency-replayed"] == nil && $0.status == 200 } == 1)
    #expect(responses.last?.status == 422)
    #expect(runs == 3 && edge.inspect { $0.imports.count } == 0)
  }

  @Test("If the client of the first twin leaves, the next twin is imported")
  func firstGone() throws {
    try folder.holdRuns()
    let first = try sent("k")
    try wait("the first is read") { runs == 1 }
    let second = try sent("k")
    try wait("the second waits") { edge.inspect { $0.imports.count } == 2 }
    first.endWriting()
    try wait("the second is read") { runs == 2 }
    try folder.release()
    #expect(try second.read().body == #"{"added":2}"#)
    #expect(try send("k").fields["idempotency-replayed"] == "true")
  }

  @Test("Limits the number of twins, and one that has left no longer counts")
  func manyTwins() throws {
    try folder.holdRuns()
    let first = try sent("k")
    try wait("the first is read") { runs == 1 }
    let twins = try (0..<Limits.waitingImports).map { _ in try sent("k") }
    try wait("all wait") { edge.inspect { $0.imports.count } == 1 + Limits.waitingImports }
    let beyond = try send("k")
    #expect(beyond.status == 429 && beyond.fields["retry-after"] != nil)
    #expect(try edge.rejections(.userImports) == 1)
    twins[0].endWriting()
    try wait("one has gone") { edge.inspect { $0.imports.count } == Limits.waitingImports }
    let large = try edge.connect()
    let lines = ["POST \(Self.path) HTTP/1.1", "Host: x", "Authorization: Bearer wm_rw", "Idempotency-Key: k"]
    try large.write((lines + ["Content-Length: \(Limits.fileBytes)", "", ""]).joined(separator: "\r\n"))
    try wait("a large one comes in") { edge.inspect { $0.imports.count } == 1 + Limits.waitingImports }
    try folder.release()
    for client in [first] + twins.dropFirst() { #expect(try client.read().body == #"{"added":1}"#) }
  }

  @Test("Reads nothing if the service is unavailable, and returns no report if it becomes unavailable meanwhile")
  func away() throws {
    edge.service.fault(SessionAPI.FetchKeptReply.name, Fault(.unavailable, "away"))
    #expect(try send("k").status == 503)
    #expect(runs == 0)
    let other = KeptReports(edge.service)
    edge.service.fault(SessionAPI.KeepReply.name, Fault(.unavailable, "away"))
    let response = try send("k")
    #expect(response.status == 503 && response.fields["retry-after"] != nil && runs == 1 && other.count == 0)
    _ = KeptReports(edge.service)
    #expect(try send("k").body == #"{"added":2}"#)
  }

  @Test("A twin at another edge that has finished first gives its report to both")
  func otherEdge() throws {
    let first = Array(#"{"added":7}"#.utf8)
    edge.service.on(SessionAPI.KeepReply.name) { _ in
      Result { () throws(Fault) in
        let response = RawCBOR(bytes: try CBOREncoder.encode(first))
        return try CBOREncoder.encode(SessionAPI.FirstReply(replayed: true, answer: response))
      }
    }
    let response = try send("k")
    #expect(response.body == #"{"added":7}"# && response.fields["idempotency-replayed"] == "true")
  }

  @Test("A stopping edge ends waiting twins, and sends the report of a finished import")
  func stopping() throws {
    edge.service.on(SessionAPI.KeepReply.name) { _ in nil }
    let (first, second) = (try sent("k"), try sent("k"))
    try wait("the first is done") { edge.service.calls(SessionAPI.KeepReply.name).count == 1 }
    try wait("the second waits") { edge.inspect { $0.imports.count } == 2 }
    edge.inspect { $0.stop() }
    #expect(try second.read().status == 503)
    edge.service.release(SessionAPI.KeepReply.name) {
      Result { () throws(Fault) in
        let response = RawCBOR(bytes: try CBOREncoder.encode(Array(#"{"added":1}"#.utf8)))
        return try CBOREncoder.encode(SessionAPI.FirstReply(replayed: false, answer: response))
      }
    }
    #expect(try first.read().body == #"{"added":1}"#)
    #expect(runs == 1)
  }
}
