import API
import Chronology
import Crypto
import Domain
import Languages
import Proto
import Storage
import Testing

@testable import SessionSvc

@Suite("Uses of connectors")
struct ConnectorUseTests {
  private let rig: SessionRig
  private let ada = CallerContext(user: "ada")

  init() throws { rig = try SessionRig() }

  private func list(_ caller: CallerContext? = nil) async throws -> [SessionAPI.ConnectorReply] {
    try await rig.handlers.listConnectors(.init(origin: "https://w.example.org"), caller ?? ada).connectors
  }

  @Test("Titles are in the language of the call")
  func titles() async throws {
    let titles = try await rig.handlers.listConnectors(.init(lang: .german), ada).connectors.map(\.title)
    #expect(titles.count == ConnectorName.allCases.count)
    #expect(titles.contains("Eingangsordner") && titles.contains("ListenBrainz"))
  }

  @Test("Lists all connectors in order, with what to enter")
  func order() async throws {
    let found = try await list()
    #expect(found.map(\.name) == ConnectorName.allCases)
    #expect(
      found.map(\.name.rawValue) == [
        "dav", "kosync", "koinsight", "gpodder", "listenbrainz", "pull", "inbox", "webhooks",
      ])
    #expect(found.allSatisfy { $0.isOn && $0.lastSeenAt == nil && $0.lastProblem == nil && $0.user == "ada" })
    #expect(found[1].address == "https://w.example.org/kosync" && found[5...].allSatisfy { $0.address == nil })
    #expect(try await list(CallerContext(user: "ada@example.org")).allSatisfy { $0.user == "me" })
  }

  @Test("Counts the items of connectors that store them")
  func items() async throws {
    #expect(try await list().map(\.itemCount) == [0, 0, nil, 0, 0, 0, nil, nil])
    for document in ["a", "b"] {
      let position = Position(
        document: String(repeating: document, count: 32), progress: "1", percentage: 0.5, device: "Kobo")
      _ = try await rig.handlers.pushPosition(.init(position: position), ada)
    }
    #expect(try await list().map(\.itemCount) == [0, 2, nil, 0, 0, 0, nil, nil])
    #expect(try await list(CallerContext(user: "eve")).map(\.itemCount) == [0, 0, nil, 0, 0, 0, nil, nil])
  }

  @Test("A use is accurate to the minute, and keeps the last problem")
  func uses() async throws {
    rig.clock.now = at("2026-11-20T10:05:31Z")
    _ = try await rig.handlers.noteConnector(.init(.kosync, problem: "1 row was skipped"), ada)
    rig.clock.now = at("2026-11-20T10:07:59Z")
    _ = try await rig.handlers.noteConnector(.init(.kosync), ada)
    let use = try await list()[1]
    #expect(use.lastSeenAt == at("2026-11-20T10:07:00Z"))
    #expect(use.lastProblem == .init(at: at("2026-11-20T10:05:31Z"), message: "1 row was skipped"))
    #expect(try await list()[0].lastSeenAt == nil)
    #expect(try await list(CallerContext(user: "eve"))[1].lastSeenAt == nil)
  }

  @Test("A device token is found by the MD5 of each way of typing it, until it is revoked")
  func digests() async throws {
    let made = try await rig.handlers.createToken(.init(name: "reader", kind: .device), ada).value
    let plain = made.token.replacing("-", with: "")
    for typed in [made.token, plain, made.token.uppercased(), plain.uppercased()] {
      let hash = SHA256.hash(MD5.hex([UInt8](typed.utf8)))
      let call = SessionAPI.VerifyToken(hash: hash, isMD5: true)
      #expect(try await rig.handlers.verifyToken(call, CallerContext(user: nil)).user == "ada")
      #expect(await fault { _ = try await rig.handlers.verifyToken(.init(hash: hash), ada) }?.code == .unauthenticated)
    }
    _ = try await rig.handlers.revokeToken(.init(id: made.id), ada)
    let hash = SHA256.hash(MD5.hex([UInt8](plain.utf8)))
    let rejected = await fault { _ = try await rig.handlers.verifyToken(.init(hash: hash, isMD5: true), ada) }
    #expect(rejected?.code == .unauthenticated)
  }

  @Test("The digests of a deleted token are deleted")
  func purge() async throws {
    let made = try await rig.handlers.createToken(.init(name: "reader", kind: .device), ada).value
    try await rig.database.write { transaction in
      try transaction.run("DELETE FROM tokens WHERE id = $1", .text(made.id))
      try TokenDigestStore.purge(of: "ada", transaction)
    }
    let left = try await rig.database.read { rows in
      try rows.first("SELECT COUNT(*) FROM token_digests") { $0.int(0) }
    }
    #expect(left == 0)
  }
}
