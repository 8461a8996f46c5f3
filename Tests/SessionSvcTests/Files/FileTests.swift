import API
import Chronology
import Crypto
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Files")
struct FileTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func upload(_ content: [UInt8], blob: Int64) async throws {
    for (place, start) in stride(from: 0, to: content.count, by: FileRules.chunkBytes).enumerated() {
      let piece = Array(content[start..<min(start + FileRules.chunkBytes, content.count)])
      _ = try await rig.handlers.writeUpload(.init(blob: blob, place: place, bytes: piece), ada)
    }
  }

  @discardableResult
  private func put(
    _ path: [String], _ content: [UInt8], blob: Int64, _ condition: FileCondition = FileCondition()
  ) async throws -> SessionAPI.FileReply {
    try await upload(content, blob: blob)
    let call = SessionAPI.PutFile(
      path: FilePath(path), blob: blob, size: content.count, sha256: SHA256.hash(content), condition: condition)
    return try await rig.handlers.putFile(call, ada)
  }

  private func list(_ path: [String] = []) async throws -> SessionAPI.ListFiles.Reply {
    try await rig.handlers.listFiles(.init(path: FilePath(path), hasChildren: true), ada)
  }

  private func makeFolder(_ path: String...) async throws -> SessionAPI.FileOutcome {
    try await rig.handlers.makeFolder(.init(path: FilePath(path)), ada).outcome
  }

  private func move(_ path: [String], _ target: [String], overwrites: Bool = true) async throws
    -> SessionAPI.FileOutcome
  {
    let call = SessionAPI.MoveFile(
      path: FilePath(path), target: FilePath(target), overwrites: overwrites, condition: FileCondition())
    return try await rig.handlers.moveFile(call, ada).outcome
  }

  private func delete(_ path: [String]) async throws -> SessionAPI.FileOutcome {
    try await rig.handlers.deleteFile(.init(path: FilePath(path), condition: FileCondition()), ada).outcome
  }

  private func counts() async throws -> [Int] {
    try await rig.database.read { rows in
      [
        try rows.first("SELECT COUNT(*) FROM files") { $0.int(0) } ?? 0,
        try rows.first("SELECT COUNT(*) FROM file_blobs") { $0.int(0) } ?? 0,
        try rows.first("SELECT COUNT(*) FROM file_chunks") { $0.int(0) } ?? 0,
      ]
    }
  }

  private func findings() async throws -> [String] {
    try await JournalAudit(database: rig.database).findingsOfAll(now: rig.clock.now).form
  }

  @Test("A file of several pieces is returned as it was stored, and replacing it deletes the old content")
  func pieces() async throws {
    let content = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let made = try await put(["a.bin"], content, blob: 1)
    #expect(made.outcome == .created && made.entry?.size == 600_000)
    var read: [UInt8] = []
    for place in 0..<3 { read += try await rig.handlers.readFile(.init(blob: 1, place: place), ada).bytes }
    #expect(read == content)
    let replaced = try await put(["a.bin"], [1, 2, 3], blob: 2)
    #expect(replaced.outcome == .replaced && replaced.entry?.tag != made.entry?.tag)
    #expect(try await counts() == [1, 1, 1])
    #expect(await fault { _ = try await rig.handlers.readFile(.init(blob: 1, place: 0), ada) }?.code == .notFound)
    #expect(try await findings().isEmpty)
  }

  @Test("Conditions are checked with the change, and a lost race changes nothing")
  func conditions() async throws {
    let first = try #require(try await put(["a"], [1], blob: 1).entry)
    #expect(try await put(["a"], [2], blob: 2, FileCondition(mustBeMissing: true)).outcome == .conditionFailed)
    #expect(try await put(["a"], [3], blob: 3, FileCondition(tags: ["\"\(first.tag)-gzip\""])).outcome == .replaced)
    #expect(try await put(["a"], [4], blob: 4, FileCondition(tags: ["\"\(first.tag)\""])).outcome == .conditionFailed)
    #expect(try await put(["b"], [4], blob: 5, FileCondition(tags: ["*"])).outcome == .conditionFailed)
    #expect(try await list(["a"]).entry?.sha256 == SHA256.hash([3]))
  }

  @Test("Folders hold files, and a missing folder is not made")
  func folders() async throws {
    #expect(try await put(["x", "a"], [1], blob: 1).outcome == .missingParent)
    #expect(try await makeFolder("x") == .created)
    #expect(try await makeFolder("x") == .otherKind)
    #expect(try await makeFolder("y", "z") == .missingParent)
    #expect(try await put(["x", "a"], [1], blob: 2).outcome == .created)
    #expect(try await put(["x"], [1], blob: 3).outcome == .otherKind)
    #expect(try await put(["x", "a", "b"], [1], blob: 4).outcome == .missingParent)
    #expect(try await list().children.map(\.path.text) == ["x"])
    #expect(try await list(["x"]).children.map(\.path.text) == ["x/a"])
    #expect(try await list(["none"]).entry == nil)
    let root = try await list()
    #expect(root.entry?.isFolder == true)
  }

  @Test("Moving a folder moves its contents, and deleting it deletes them")
  func moves() async throws {
    #expect(try await makeFolder("a") == .created)
    #expect(try await makeFolder("a", "b") == .created)
    #expect(try await makeFolder("a!") == .created)
    #expect(try await put(["a", "b", "file"], [1], blob: 1).outcome == .created)
    #expect(try await put(["other"], [2], blob: 2).outcome == .created)
    #expect(try await move(["a"], ["a", "b", "c"]) == .otherKind)
    #expect(try await move(["a"], ["n", "c"]) == .missingParent)
    #expect(try await move(["none"], ["c"]) == .missing)
    #expect(try await move(["a"], ["c"]) == .created)
    #expect(try await list(["c", "b"]).children.map(\.path.text) == ["c/b/file"])
    #expect(try await list().children.map(\.path.text) == ["a!", "c", "other"])
    #expect(try await move(["other"], ["c", "b", "file"], overwrites: false) == .conditionFailed)
    #expect(try await move(["other"], ["c", "b", "file"]) == .replaced)
    #expect(try await list(["c", "b"]).children.first?.sha256 == SHA256.hash([2]))
    #expect(try await findings().isEmpty)
    #expect(try await delete(["c"]) == .replaced)
    #expect(try await delete(["c"]) == .missing)
    #expect(try await delete([]) == .otherKind)
    #expect(try await counts() == [1, 0, 0])
  }

  @Test("Statistics that are not a database are rejected, and the previous ones stay")
  func statistics() async throws {
    let database = [UInt8]("SQLite format 3\0".utf8)
    #expect(try await put(["statistics.sqlite3"], database, blob: 1).outcome == .created)
    #expect(try await put(["statistics.sqlite3"], [1, 2], blob: 2).outcome == .badContent)
    #expect(try await list(["statistics.sqlite3"]).entry?.sha256 == SHA256.hash(database))
    #expect(try await put(["x"], [1, 2], blob: 3).outcome == .created)
    #expect(try await move(["x"], ["statistics.sqlite3"]) == .badContent)
  }

  @Test("A user has at most 1,000 files")
  func full() async throws {
    try await rig.database.write { transaction in
      for number in 0..<FileRules.mostFiles {
        let entry = SessionAPI.FileEntry(
          path: FilePath(["f\(number)"]), isFolder: true, size: 0, sha256: [], modifiedAt: Instant(seconds: 0), blob: 0)
        try FileStore.save(entry, of: "ada", transaction)
      }
    }
    #expect(try await put(["new"], [1], blob: 1).outcome == .full)
    #expect(try await makeFolder("new") == .full)
    #expect(try await delete(["f1"]) == .replaced)
    #expect(try await put(["new"], [1], blob: 2).outcome == .created)
  }

  @Test("Uploads that no file gets are deleted after an hour, and are limited")
  func uploads() async throws {
    try await upload([1, 2, 3], blob: 1)
    try await put(["kept"], [1], blob: 2)
    rig.clock.now = rig.clock.now + 3_500
    try await rig.handlers.purgeUploads()
    #expect(try await counts() == [1, 2, 2])
    rig.clock.now = rig.clock.now + 200
    try await rig.handlers.purgeUploads()
    #expect(try await counts() == [1, 1, 1])
    let wrong = await fault { _ = try await rig.handlers.writeUpload(.init(blob: 9, place: 1, bytes: [1]), ada) }
    #expect(wrong?.code == .invalid)
    try await rig.database.write { transaction in
      let blob = BlobStore.Blob(id: 50, size: SessionLimits.uploadBytesOfUser, isUsed: false)
      try BlobStore.save(blob, of: "ada", at: Instant(seconds: 1), transaction)
    }
    let rejected = await fault { _ = try await rig.handlers.writeUpload(.init(blob: 10, place: 0, bytes: [1]), ada) }
    #expect(rejected?.code == .overloaded)
  }

  @Test("A changed byte of stored content is found")
  func damage() async throws {
    try await put(["a"], [1, 2, 3], blob: 1)
    #expect(try await findings().isEmpty)
    try await rig.database.write { try $0.run("UPDATE file_chunks SET content = $1", .bytes([1, 2, 4])) }
    #expect(try await findings().contains { $0.contains("'a'") })
  }
}
