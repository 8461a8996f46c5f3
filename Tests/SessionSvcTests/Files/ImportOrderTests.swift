import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Ordered imports")
struct ImportOrderTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  /// Orders the import of an upload that is not a file.
  private func add(_ blob: Int64, of caller: CallerContext? = nil) async throws {
    let caller = caller ?? ada
    _ = try await rig.handlers.writeUpload(.init(blob: blob, place: 0, bytes: [1, 2]), caller)
    let order = SessionAPI.ImportOrder(.koinsight, .koreader)
    _ = try await rig.handlers.addImport(.init(blob: blob, size: 2, name: "statistics", order: order), caller)
  }

  private func put(_ name: String, blob: Int64, _ content: [UInt8] = [1]) async throws {
    _ = try await rig.handlers.writeUpload(.init(blob: blob, place: 0, bytes: content), ada)
    let call = SessionAPI.PutFile(
      path: FilePath([name]), blob: blob, size: content.count, sha256: SHA256.hash(content),
      condition: FileCondition(), order: SessionAPI.ImportOrder(.dav, .gpx, load: 20))
    #expect(try await rig.handlers.putFile(call, ada).entry?.blob == blob)
  }

  private func claim(_ blob: Int64? = nil) async throws -> SessionAPI.PendingImport? {
    let caller = blob == nil ? CallerContext(user: nil) : ada
    return try await rig.handlers.claimImport(.init(blob: blob), caller).pending
  }

  private func finish(_ blob: Int64, isDone: Bool = true, _ problem: String? = nil) async throws {
    _ = try await rig.handlers.finishImport(.init(blob: blob, isDone: isDone, problem: problem), ada)
  }

  private func blobs() async throws -> Int {
    try await rig.database.read { rows in
      try rows.first("SELECT COUNT(*) FROM file_blobs") { $0.int(0) } ?? 0
    }
  }

  @Test("An import is claimed once, a user has one at a time, and its content is deleted with it")
  func claims() async throws {
    try await add(1)
    rig.clock.now = rig.clock.now + 1
    try await add(2)
    let pending = try #require(try await claim(1))
    #expect(pending.user == "ada" && pending.size == 2 && pending.order.format == .koreader)
    #expect(try await claim(1) == nil)
    #expect(try await claim(2) == nil)
    #expect(try await claim() == nil)
    try await finish(1)
    #expect(try await blobs() == 1)
    #expect(try await claim()?.blob == 2)
    try await finish(2)
    #expect(try await blobs() == 0)
    #expect(try await claim() == nil)
  }

  @Test("A claim that is not renewed ends, and after five attempts the import is given up")
  func attempts() async throws {
    try await add(1)
    #expect(try await claim(1) != nil)
    rig.clock.now = rig.clock.now + (SessionLimits.importClaimSeconds - 1)
    _ = try await rig.handlers.renewImport(.init(blob: 1), ada)
    rig.clock.now = rig.clock.now + 2
    #expect(try await claim(1) == nil)
    for _ in 1..<SessionLimits.importAttempts {
      rig.clock.now = rig.clock.now + SessionLimits.importClaimSeconds
      #expect(try await claim() != nil)
    }
    rig.clock.now = rig.clock.now + SessionLimits.importClaimSeconds
    #expect(try await claim() == nil)
    let use = try await rig.handlers.listConnectors(.init(), ada).connectors[2]
    #expect(use.lastProblem?.message.contains("given up") == true)
    #expect(try await rig.handlers.finishImport(.init(blob: 1, isDone: true), ada) == Nothing())
  }

  @Test("An import that could not run is tried again after a pause")
  func again() async throws {
    try await add(1)
    #expect(try await claim(1) != nil)
    try await finish(1, isDone: false)
    #expect(try await claim() == nil)
    rig.clock.now = rig.clock.now + SessionLimits.importPauseSeconds
    #expect(try await claim()?.blob == 1)
  }

  @Test("A file stays after its import, and its problem is listed")
  func files() async throws {
    try await put("walk.gpx", blob: 1)
    let pending = try #require(try await claim(1))
    #expect(pending.name == "walk.gpx" && pending.order.load == 20)
    try await finish(1, "1 item of 'walk.gpx' was skipped")
    #expect(try await blobs() == 1)
    let use = try await rig.handlers.listConnectors(.init(), ada).connectors[0]
    #expect(use.lastProblem?.message == "1 item of 'walk.gpx' was skipped")
    #expect(try await rig.handlers.readFile(.init(blob: 1, place: 0), ada).bytes == [1])
  }

  @Test("A file that is replaced or deleted before its import is imported, in the order of the uploads")
  func replaced() async throws {
    // The numbers of contents are random, so the smaller one may be the later one.
    try await put("a.gpx", blob: 9)
    try await put("a.gpx", blob: 2, [2])
    _ = try await rig.handlers.deleteFile(.init(path: FilePath(["a.gpx"]), condition: FileCondition()), ada)
    for (blob, content) in [(Int64(9), UInt8(1)), (2, 2)] {
      #expect(try await claim(2)?.blob == blob)
      #expect(try await rig.handlers.readFile(.init(blob: blob, place: 0), ada).bytes == [content])
      try await finish(blob)
    }
    #expect(try await claim() == nil)
    #expect(try await blobs() == 0)
    let findings = try await JournalAudit(database: rig.database).findingsOfAll(now: rig.clock.now)
    #expect(findings.form.isEmpty)
  }

  @Test("Content that is stored again before its import is imported once")
  func repeated() async throws {
    try await put("a.gpx", blob: 1)
    try await put("a.gpx", blob: 2)
    #expect(try await blobs() == 1)
    #expect(try await claim()?.blob == 2)
    try await finish(2)
    #expect(try await claim() == nil)
    #expect(try await blobs() == 1)
  }

  @Test("A file that is replaced again and again waits when its earlier contents have reached the limit")
  func bounded() async throws {
    for blob in 1...SessionLimits.importOrdersOfUser { try await put("a.gpx", blob: Int64(blob), [UInt8(blob % 251)]) }
    let error = await #expect(throws: Fault.self) { try await put("a.gpx", blob: 5_000, [3, 3]) }
    #expect(error?.code == .overloaded)
    #expect(try await claim()?.blob == 1)
    try await finish(1)
    try await put("a.gpx", blob: 5_001, [3, 3])
  }

  @Test("The oldest import of any user is next, and a busy user does not keep others waiting")
  func users() async throws {
    try await add(1)
    try await add(2)
    rig.clock.now = rig.clock.now + 1
    try await add(3, of: CallerContext(user: "eve"))
    #expect(try await claim()?.user == "ada")
    let next = try #require(try await claim())
    #expect(next.user == "eve" && next.blob == 3)
  }
}
