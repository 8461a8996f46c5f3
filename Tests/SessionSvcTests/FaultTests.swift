import API
import Domain
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Faults of database errors")
struct FaultTests {
  @Test(
    "Disk, space, memory and damage are unavailable; only bugs are internal",
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

  @Test("An unreadable row is a damaged file")
  func damagedRow() async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    _ = try await rig.handlers.saveWork(.init(Work(id: "dune", title: "Dune")), ada)
    try await rig.database.write { try $0.run("UPDATE works SET authors = $1", .bytes([0xFF])) }
    #expect(await fault { _ = try await rig.handlers.fetchWork(.init(id: "dune"), ada) }?.code == .unavailable)
    #expect(try await rig.handlers.fetchStory(.init(id: "moon"), ada).id == "moon")
  }
}
