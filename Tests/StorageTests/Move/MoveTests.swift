import Foundation
import PostgresServer
import SeededRandom
import Storage
import Testing

/// From one engine to another.
struct Way: CustomTestStringConvertible {
  var from: Engine
  var to: Engine

  var testDescription: String { "\(from) to \(to)" }

  static let all = Engine.all.flatMap { from in Engine.all.map { Way(from: from, to: $0) } }
}

@Suite("Moves between databases")
struct MoveTests {
  @Test("What is moved there and back is the same, row by row, and may be written to again", arguments: Way.all)
  func thereAndBack(way: Way) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SplitMix(seed: seed)
    let (here, there) = (try MovedThings(way.from), try MovedThings(way.to))
    try await here.fill(users: 40, &random)
    let before = try await here.rows()
    let report = try here.move(to: there)
    #expect(report.rows == before.count && !report.wasDone)
    #expect(try await there.rows() == before)
    #expect(try here.move(to: there).wasDone)
    try await there.fill(users: 3, named: "later", &random)
    let after = try await there.rows()
    #expect(after.count > before.count)
    // The first one still has what it had, which all went there: it may be filled again.
    #expect(try there.move(to: here).rows == after.count)
    #expect(try await here.rows() == after)
    #expect(try await here.engineFindings() == [])
    #expect(try here.move(to: there).rows == after.count)
  }

  @Test("A move that is cut short at any user goes on with them, and with none before", arguments: Way.all)
  func resumed(way: Way) async throws {
    var random = SplitMix(seed: 7)
    let (here, there) = (try MovedThings(way.from), try MovedThings(way.to))
    try await here.fill(users: 600, rowsOfUser: 0...3, &random)
    let before = try await here.rows()
    var seen: [String] = []
    for cut in [0, 300, 100, 1] {
      let check = WatchingCheck(cutAfter: cut)
      #expect(throws: WatchingCheck.Cut.self) { try here.move(to: there, check) }
      seen += check.users
      #expect(here.refusal?.contains("waymark migrate") == true)
      #expect(there.refusal?.contains("does not hold all of the data yet") == true)
      #expect(throws: DatabaseError.self) { try here.open() }
      #expect(throws: DatabaseError.self) { try there.open() }
    }
    let check = WatchingCheck()
    #expect(try here.move(to: there, check).rows == before.count)
    // A transaction of the target holds 256 users: those of the first one are not read again.
    #expect(check.users.count == 344 && Set(check.users).isDisjoint(with: seen.prefix(256)))
    #expect(try await there.rows() == before)
    #expect(there.refusal == nil && here.refusal?.contains("was moved to") == true)
  }

  @Test("Who unlocks the source goes on with it, and what had arrived is begun anew", arguments: Way.all)
  func unlocked(way: Way) async throws {
    var random = SplitMix(seed: 8)
    let (here, there) = (try MovedThings(way.from), try MovedThings(way.to))
    try await here.fill(users: 300, rowsOfUser: 1...2, &random)
    #expect(throws: WatchingCheck.Cut.self) { try here.move(to: there, WatchingCheck(cutAfter: 280)) }
    #expect(throws: MoveFailure.self) { try there.unlock() }
    #expect(try here.unlock())
    #expect(try !here.unlock())
    try await here.fill(users: 5, named: "a", &random)
    let all = try await here.rows()
    #expect(try here.move(to: there).rows == all.count)
    #expect(try await there.rows() == all)
    // Now each has a life of its own.
    #expect(try here.unlock())
    #expect(throws: MoveFailure.self) { try there.move(to: here) }
    #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(here.refusal == nil && there.refusal == nil)
  }

  @Test("A target with data of its own or of another program is refused, and nothing is changed", arguments: Way.all)
  func foreign(way: Way) async throws {
    var random = SplitMix(seed: 9)
    let (here, there) = (try MovedThings(way.from), try MovedThings(way.to))
    try await here.fill(users: 2, &random)
    try await there.fill(users: 1, named: "other", &random)
    let before = try await there.rows()
    #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(try await there.rows() == before && here.refusal == nil)
    let third = try MovedThings(way.to)
    try await third.makeForeign()
    let error = #expect(throws: MoveFailure.self) { try here.move(to: third) }
    #expect(error?.description.contains("another program") == true)
    let same = #expect(throws: (any Error).self) { try here.move(to: here) }
    #expect(same != nil && here.refusal == nil)
  }

  @Test("A later program's database is refused on either end", arguments: Way.all)
  func newerSchema(way: Way) async throws {
    let (here, there) = (try MovedThings(way.from), try MovedThings(way.to))
    try await here.takeLaterStep()
    #expect(throws: DatabaseError.self) { try here.move(to: there) }
    #expect(throws: DatabaseError.self) { try there.move(to: here) }
  }

  @Test(
    "A value that its column cannot have is named, and the source goes on as before",
    arguments: [
      "amount = 'x'", "note = x'FF'", "note = CAST(x'41C3' AS TEXT)", "note = CAST(x'410042' AS TEXT)",
      "weight = x'00'", "body = 'text'",
    ])
  func damaged(change: String) async throws {
    for engine in Engine.all {
      var random = SplitMix(seed: 10)
      let (here, there) = (try MovedThings(.sqlite), try MovedThings(engine))
      try await here.fill(users: 3, rowsOfUser: 3...3, &random)
      try here.edit("UPDATE things SET \(change) WHERE n = 1")
      let error = #expect(throws: DamagedSource.self) { try here.move(to: there) }
      #expect(error?.description.contains("row (u-0, 1) of things: its ") == true, "\(String(describing: error))")
      #expect(here.refusal == nil)
      try here.edit("DELETE FROM things WHERE n = 1")
      let all = try await here.rows()
      #expect(try here.move(to: there).rows == all.count)
    }
  }

  @Test("What a target does not keep as it was given is found, and not committed")
  func changedOnTheWay() async throws {
    for trigger in [
      "CREATE TRIGGER t AFTER INSERT ON things WHEN new.n = 2 BEGIN UPDATE things SET weight = 1.5 WHERE n = 2; END",
      "CREATE TRIGGER t AFTER INSERT ON things WHEN new.n = 2 BEGIN DELETE FROM things WHERE n = 2; END",
    ] {
      var random = SplitMix(seed: 11)
      let (here, there) = (try MovedThings(.sqlite), try MovedThings(.sqlite))
      try await here.fill(users: 3, rowsOfUser: 3...3, &random)
      try there.open().close()
      try there.edit(trigger)
      let error = #expect(throws: MoveFailure.self) { try here.move(to: there) }
      #expect(error?.description.contains("of things of u-0") == true, "\(String(describing: error))")
      #expect(there.refusal != nil)
      try there.edit("DROP TRIGGER t")
      let all = try await here.rows()
      #expect(try here.move(to: there).rows == all.count)
    }
  }

  @Test(
    "A host on a server's database keeps a move out, and a move keeps hosts out", .enabled(if: Engine.all.count > 1))
  func hosts() async throws {
    var random = SplitMix(seed: 12)
    let (here, there) = (try MovedThings(.postgreSQL), try MovedThings(.sqlite))
    try await here.fill(users: 3, &random)
    let host = try here.open()
    let kept = try await host.read { try $0.all("SELECT user_id FROM things") { $0.text(0) }.count }
    let error = #expect(throws: MoveFailure.self) { try here.move(to: there) }
    #expect(error?.description.contains("another waymark works on") == true)
    host.close()
    // While it is moved, nobody else opens it; a source that is refused says so by itself.
    let check = WatchingCheck { #expect(throws: DatabaseError.self) { try here.open() } }
    #expect(try here.move(to: there, check).rows >= kept)
  }
}
