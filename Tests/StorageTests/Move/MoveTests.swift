import Foundation
import PostgresServer
import SeededRandom
import Storage
import Testing

/// A move from one engine to another.
struct Direction: CustomTestStringConvertible {
  var from: Engine
  var to: Engine

  var testDescription: String { "\(from) to \(to)" }

  static let all = Engine.all.flatMap { from in Engine.all.map { Direction(from: from, to: $0) } }
}

@Suite("Moves between databases")
struct MoveTests {
  @Test("Moving there and back preserves every row and allows writes", arguments: Direction.all)
  func thereAndBack(direction: Direction) async throws {
    let seed = testSeed()
    print("seed \(seed)")
    var random = SplitMix(seed: seed)
    let (here, there) = (try MoveFixture(direction.from), try MoveFixture(direction.to))
    try await here.fill(users: 40, &random)
    let before = try await here.rows()
    let report = try here.move(to: there)
    #expect(report.rows == before.count && !report.wasDone)
    #expect(try await there.rows() == before)
    #expect(try here.move(to: there).wasDone)
    try await there.fill(users: 3, named: "later", &random)
    let after = try await there.rows()
    #expect(after.count > before.count)
    // Everything in the first database is also in the second, so it may be overwritten.
    #expect(try there.move(to: here).rows == after.count)
    #expect(try await here.rows() == after)
    #expect(try await here.engineFindings() == [])
    #expect(try here.move(to: there).rows == after.count)
  }

  @Test("An interrupted move continues with the first incomplete user", arguments: Direction.all)
  func resumed(direction: Direction) async throws {
    var random = SplitMix(seed: 7)
    let (here, there) = (try MoveFixture(direction.from), try MoveFixture(direction.to))
    try await here.fill(users: 600, rowsOfUser: 0...3, &random)
    let before = try await here.rows()
    var seen: [String] = []
    for cut in [0, 300, 100, 1] {
      let check = RecordingCheck(cutAfter: cut)
      #expect(throws: RecordingCheck.Cut.self) { try here.move(to: there, check) }
      seen += check.users
      #expect(here.rejection?.contains("waymark migrate") == true)
      #expect(there.rejection?.contains("is an incomplete copy of") == true)
      #expect(throws: DatabaseError.self) { try here.open() }
      #expect(throws: DatabaseError.self) { try there.open() }
    }
    let check = RecordingCheck()
    #expect(try here.move(to: there, check).rows == before.count)
    // A transaction of the target holds 256 users, so the first 256 are not read again.
    #expect(check.users.count == 344 && Set(check.users).isDisjoint(with: seen.prefix(256)))
    #expect(try await there.rows() == before)
    #expect(there.rejection == nil && here.rejection?.contains("was moved to") == true)
  }

  @Test("After an unlock the source is usable, and the next move starts again", arguments: Direction.all)
  func unlocked(direction: Direction) async throws {
    var random = SplitMix(seed: 8)
    let (here, there) = (try MoveFixture(direction.from), try MoveFixture(direction.to))
    try await here.fill(users: 300, rowsOfUser: 1...2, &random)
    #expect(throws: RecordingCheck.Cut.self) { try here.move(to: there, RecordingCheck(cutAfter: 280)) }
    #expect(throws: MoveFailure.self) { try there.unlock() }
    #expect(try here.unlock())
    #expect(try !here.unlock())
    try await here.fill(users: 5, named: "a", &random)
    let all = try await here.rows()
    #expect(try here.move(to: there).rows == all.count)
    #expect(try await there.rows() == all)
    // Now both databases have different data.
    #expect(try here.unlock())
    #expect(throws: MoveFailure.self) { try there.move(to: here) }
    #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(here.rejection == nil && there.rejection == nil)
  }

  @Test("Rejects a target with data, and changes nothing", arguments: Direction.all)
  func foreign(direction: Direction) async throws {
    var random = SplitMix(seed: 9)
    let (here, there) = (try MoveFixture(direction.from), try MoveFixture(direction.to))
    try await here.fill(users: 2, &random)
    try await there.fill(users: 1, named: "other", &random)
    let before = try await there.rows()
    #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(try await there.rows() == before && here.rejection == nil)
    let third = try MoveFixture(direction.to)
    try await third.makeForeign()
    let error = #expect(throws: MoveFailure.self) { try here.move(to: third) }
    #expect(error?.description.contains("another program") == true)
    let same = #expect(throws: (any Error).self) { try here.move(to: here) }
    #expect(same != nil && here.rejection == nil)
  }

  @Test("Rejects a later program's database as source and target", arguments: Direction.all)
  func newerSchema(direction: Direction) async throws {
    let (here, there) = (try MoveFixture(direction.from), try MoveFixture(direction.to))
    try await here.takeLaterStep()
    #expect(throws: DatabaseError.self) { try here.move(to: there) }
    #expect(throws: DatabaseError.self) { try there.move(to: here) }
  }

  @Test(
    "Reports a value of the wrong type and keeps the source usable",
    arguments: [
      "amount = 'x'", "note = x'FF'", "note = CAST(x'41C3' AS TEXT)", "note = CAST(x'410042' AS TEXT)",
      "weight = x'00'", "body = 'text'",
    ])
  func damaged(change: String) async throws {
    for engine in Engine.all {
      var random = SplitMix(seed: 10)
      let (here, there) = (try MoveFixture(.sqlite), try MoveFixture(engine))
      try await here.fill(users: 3, rowsOfUser: 3...3, &random)
      try here.edit("UPDATE things SET \(change) WHERE n = 1")
      let error = #expect(throws: DamagedSource.self) { try here.move(to: there) }
      #expect(error?.description.contains("row (u-0, 1) of things: column ") == true, "\(String(describing: error))")
      #expect(here.rejection == nil)
      try here.edit("DELETE FROM things WHERE n = 1")
      let all = try await here.rows()
      #expect(try here.move(to: there).rows == all.count)
    }
  }

  @Test("Detects rows that the target changes, and does not commit them")
  func changedOnTheWay() async throws {
    for trigger in [
      "CREATE TRIGGER t AFTER INSERT ON things WHEN new.n = 2 BEGIN UPDATE things SET weight = 1.5 WHERE n = 2; END",
      "CREATE TRIGGER t AFTER INSERT ON things WHEN new.n = 2 BEGIN DELETE FROM things WHERE n = 2; END",
    ] {
      var random = SplitMix(seed: 11)
      let (here, there) = (try MoveFixture(.sqlite), try MoveFixture(.sqlite))
      try await here.fill(users: 3, rowsOfUser: 3...3, &random)
      try there.open().close()
      try there.edit(trigger)
      let error = #expect(throws: MoveFailure.self) { try here.move(to: there) }
      #expect(error?.description.contains("of u-0 in table things") == true, "\(String(describing: error))")
      #expect(there.rejection != nil)
      try there.edit("DROP TRIGGER t")
      let all = try await here.rows()
      #expect(try here.move(to: there).rows == all.count)
    }
  }

  @Test(
    "A host blocks a move, and a move blocks hosts", .enabled(if: Engine.all.count > 1))
  func hosts() async throws {
    var random = SplitMix(seed: 12)
    let (here, there) = (try MoveFixture(.postgreSQL), try MoveFixture(.sqlite))
    try await here.fill(users: 3, &random)
    let host = try here.open()
    let kept = try await host.read { try $0.all("SELECT user_id FROM things") { $0.text(0) }.count }
    let error = #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(error?.description.contains("another waymark process uses") == true)
    host.close()
    // During the move nobody else can open the source.
    let check = RecordingCheck { #expect(throws: DatabaseError.self) { try here.open() } }
    #expect(try here.move(to: there, check).rows >= kept)
  }
}
