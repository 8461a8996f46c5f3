import API
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("What a database's error is outside")
struct FaultTests {
  @Test(
    "What the disk, its room, memory or damage prevents is unavailable; only our own mistakes are internal",
    arguments: [
      (DatabaseError.Code.busy, Fault.Code.unavailable), (.full, .unavailable), (.disk, .unavailable),
      (.noMemory, .unavailable), (.corrupt, .unavailable), (.closed, .unavailable), (.notCommitted, .unavailable),
      (.overloaded, .overloaded), (.constraint, .internal), (.newerSchema, .internal), (.moved, .unavailable),
      (.misuse, .internal),
    ])
  func codes(code: DatabaseError.Code, fault: Fault.Code) {
    #expect(Fault.of(DatabaseError(code, "a secret of the machine")).code == fault)
    #expect(!Fault.of(DatabaseError(code, "a secret of the machine")).message.contains("secret"))
  }

  @Test("A row that cannot be read is the file's fault, and no caller's")
  func damagedRow() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    try await rig.database.write { try $0.run("UPDATE works SET authors = $1", .bytes([0xFF])) }
    #expect(await fault { _ = try await rig.handlers.fetchWork(.init(id: "dune"), ada) }?.code == .unavailable)
    #expect(try await rig.handlers.fetchStory(.init(id: "moon"), ada).id == "moon")
  }
}
