import API
import Crypto
import Foundation
import Proto
import Synchronization
import Testing

@testable import EdgeHTTP

@Suite("Bodies that are imported at once")
struct ImportedBodyTests {
  /// Counts its runs in a file. The first one fails if a certain file exists.
  private final class Program {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("waymark-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var script: String {
      """
      wc -c >>\(folder.path)/runs
      [ ! -p \(folder.path)/gate ] || cat \(folder.path)/gate
      [ ! -e \(folder.path)/kill ] || { rm \(folder.path)/kill; kill -TERM $$; }
      [ ! -e \(folder.path)/fail ] || { rm \(folder.path)/fail; exit 1; }
      echo 'result {"added":2,"rejected":1,"problems":[{"line":3,"reason":"no title"}],\
      "byKind":{"reading":{"added":2,"alreadyThere":5}}}'
      """
    }

    /// The first run waits until `openGate`.
    func closeGate() throws { try #require(mkfifo(folder.appendingPathComponent("gate").path, 0o600) == 0) }

    func openGate() throws {
      let gate = open(folder.appendingPathComponent("gate").path, O_WRONLY | O_CLOEXEC)
      try #require(gate >= 0)
      close(gate)
    }

    func failOnce() throws { try Data().write(to: folder.appendingPathComponent("fail")) }
    func endOnce() throws { try Data().write(to: folder.appendingPathComponent("kill")) }

    /// The sizes of the files that were read.
    var runs: [Int] {
      let text = (try? String(contentsOf: folder.appendingPathComponent("runs"), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    }
  }

  private static let path = "/koinsight/0123-4567-89ab-cdef/api/plugin/import"
  private let edge: EdgeHarness
  private let program: Program
  private let body = String(repeating: "x", count: 3 * SessionAPI.fileChunkBytes / 2)

  init() throws {
    program = try Program()
    let script = program.script
    edge = try EdgeHarness(
      importer: ImportProgram(
        path: "/bin/sh", arguments: { _, _ in ["sh", "-c", script, "sh"] }, environment: ["PATH=/usr/bin:/bin"],
        folders: ["/tmp"], reserveBytes: 0))
    edge.service.on("token.verify") { _ in
      Result { () throws(Fault) in
        try CBOREncoder.encode(
          SessionAPI.VerifyToken.Reply(user: "ada", scopes: ["read", "write"], expiresAt: nil, id: "t"))
      }
    }
    for name in [SessionAPI.AddImport.name, SessionAPI.FinishImport.name, SessionAPI.WriteUpload.name] {
      edge.service.on(name) { _ in .success([0xF6]) }
    }
    edge.service.on("connector.note") { _ in .success([0xF6]) }
    edge.service.reply(SessionAPI.ClaimImport.name, SessionAPI.ClaimImport.Reply(pending: nil))
  }

  private func send() throws -> ReceivedResponse { try edge.send("POST", Self.path, token: nil, body: body) }

  private func pieces() throws -> [SessionAPI.WriteUpload] {
    try edge.service.calls(SessionAPI.WriteUpload.name).map {
      try CBORDecoder.decode(SessionAPI.WriteUpload.self, from: $0.argument)
    }
  }

  @Test("Nothing is stored if the import succeeds, and skipped items become the connector's problem")
  func success() throws {
    let response = try send()
    #expect(response.status == 200 && response.body == #"{"message":"2 new sessions"}"#)
    #expect(program.runs == [body.utf8.count])
    for name in [SessionAPI.WriteUpload.name, SessionAPI.AddImport.name] {
      #expect(edge.service.calls(name).isEmpty, "\(name)")
    }
    let notes = try edge.service.calls("connector.note").compactMap {
      try CBORDecoder.decode(SessionAPI.NoteConnector.self, from: $0.argument).problem
    }
    #expect(notes == ["'statistics': 1 item was skipped: line 3: no title"])
  }

  @Test(
    "If the import fails or is ended, the whole body is stored, its import is ordered, and its outcome is the response",
    arguments: [false, true])
  func stored(isEnded: Bool) throws {
    if isEnded { try program.endOnce() } else { try program.failOnce() }
    let size = body.utf8.count
    edge.service.on(SessionAPI.ClaimImport.name) { [service = edge.service] call in
      guard let blob = (try? CBORDecoder.decode(SessionAPI.ClaimImport.self, from: call.argument))?.blob else {
        return .success([0xA1, 0x67, 0x70, 0x65, 0x6E, 0x64, 0x69, 0x6E, 0x67, 0xF6])
      }
      return Result { () throws(Fault) in
        guard let added = service.calls(SessionAPI.AddImport.name).last else { throw Fault(.notFound, "no order") }
        let order = try CBORDecoder.decode(SessionAPI.AddImport.self, from: added.argument)
        #expect(order.blob == blob && order.size == size && order.name == "statistics")
        return try CBOREncoder.encode(
          SessionAPI.ClaimImport.Reply(
            pending: SessionAPI.PendingImport(
              user: "ada", blob: blob, size: size, name: order.name, order: order.order)))
      }
    }
    edge.service.on(SessionAPI.ReadFile.name) { [service = edge.service] call in
      Result { () throws(Fault) in
        let place = try CBORDecoder.decode(SessionAPI.ReadFile.self, from: call.argument).place
        let stored = service.calls(SessionAPI.WriteUpload.name)[place]
        let bytes = try CBORDecoder.decode(SessionAPI.WriteUpload.self, from: stored.argument).bytes
        return try CBOREncoder.encode(SessionAPI.ReadFile.Reply(bytes: bytes))
      }
    }
    let response = try send()
    #expect(response.status == 200 && response.body == #"{"message":"2 new sessions"}"#, "\(response)")
    #expect(program.runs == [size, size])
    let stored = try pieces()
    #expect(stored.map(\.place) == [0, 1] && Set(stored.map(\.blob)).count == 1)
    #expect(stored.flatMap(\.bytes) == Array(body.utf8))
  }

  @Test("A client that leaves keeps its place until the import has ended")
  func place() throws {
    try program.closeGate()
    let client = try edge.connect()
    try client.write("POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n")
    try client.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    #expect(comes { program.runs.count == 1 })
    shutdown(client.descriptor, Int32(SHUT_RDWR))
    #expect(comes { edge.inspect { $0.connections.count } == 0 })
    #expect(edge.inspect { $0.connectors.storedBodies.count } == 1)
    try program.openGate()
    #expect(comes { edge.inspect { $0.connectors.storedBodies.count } == 0 })
  }

  @Test("A file beyond those that the user may send at once is rejected by 'stored_bodies'")
  func tooMany() throws {
    let isFull = edge.inspect { edge in
      (0...Limits.storedBodiesOfUser).map { _ in edge.connectors.storedBodies.begin("ada") }.last == false
    }
    #expect(isFull)
    let response = try send()
    #expect(response.status == 503 && response.fields["retry-after"] == "1")
    #expect(try edge.rejections(.storedBodies) == 1 && program.runs.isEmpty)
  }

  @Test("If the body can neither be imported nor stored, the client retries")
  func neither() throws {
    try program.failOnce()
    edge.service.fault(SessionAPI.WriteUpload.name, Fault(.unavailable, "away"))
    let response = try send()
    #expect(response.status == 503 && response.fields["retry-after"] != nil)
    #expect(edge.service.calls(SessionAPI.AddImport.name).isEmpty)
    // The failed body left no file.
    #expect(try send().body == #"{"message":"2 new sessions"}"#)
  }

  @Test("Without an import program, the client retries")
  func noProgram() throws {
    let other = try EdgeHarness()
    other.service.on("token.verify") { _ in
      Result { () throws(Fault) in
        try CBOREncoder.encode(
          SessionAPI.VerifyToken.Reply(user: "ada", scopes: ["read", "write"], expiresAt: nil, id: "t"))
      }
    }
    other.service.on("connector.note") { _ in .success([0xF6]) }
    for _ in 0..<Limits.storedBodiesOfUser + 1 {
      #expect(try other.send("POST", Self.path, token: nil, body: "{}").status == 503)
    }
  }
}
