import API
import Chronology
import Domain
import Foundation
import Proto
import RandomHistory
import Service
import Storage
import Testing
import Views

@testable import DiversitySvc
@testable import Import
@testable import SessionSvc

/// The services without the edge in one process, to import and export account documents.
final class AccountRig: Sendable {
  static let now = Instant("2026-11-20T10:00:00Z") ?? Instant(seconds: 0)

  let directory: URL
  let loop: Loop
  let database: Database
  let session: Client<SessionAPI>
  let diversity: Client<DiversityAPI>

  init() async throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    loop = try Loop.spawn()
    let log = Log(service: "test", level: .error)
    database = try Database(
      path: directory.appending(path: "session.sqlite").path(), migrations: SessionSchema.migrations)
    let router = SessionService.router(on: database, zones: Zones(), log: log, now: { AccountRig.now })
    session = .inProcess(loop: loop, router: router)
    let snapshots = SnapshotFile(path: directory.appending(path: "diversity.sqlite").path(), log: log)
    diversity = await withTaskExecutorPreference(loop) { [loop] in
      let host = ViewHost<DiversityView>(
        loop: loop, journal: .inProcess(loop: loop, router: router), snapshots: snapshots, zones: Zones(), log: log,
        clock: { AccountRig.now })
      return .inProcess(
        loop: loop, router: ViewService.router(of: host, as: DiversityAPI.self, register: DiversityRoutes.register))
    }
  }

  deinit {
    database.close()
    loop.stop()
    try? FileManager.default.removeItem(at: directory)
  }

  func history(_ user: String, seed: UInt64) -> RandomHistory {
    let begin = Self.now + -200 * 86_400
    return RandomHistory(seed: seed, from: begin, user: user, session: session, diversity: diversity)
  }

  func export(_ user: String) async throws -> [UInt8] {
    var (bytes, after): ([UInt8], String?) = ([], nil)
    repeat {
      let page = try await session.call(SessionAPI.ReadAccount(after: after), meta: CallMeta(user: user))
      bytes += page.bytes
      after = page.next
    } while after != nil
    return bytes
  }

  func importing(_ document: [UInt8], into user: String, isDryRun: Bool = false) async throws -> ImportReport {
    let path = directory.appending(path: UUID().uuidString).path()
    try Data(document).write(to: URL(filePath: path))
    let importClient = ImportClient(client: session, diversity: diversity, user: user)
    return try await AccountImport(client: importClient, isDryRun: isDryRun, folders: [], now: Self.now)
      .run(try ImportSource(path: path)) { _ in }
  }

  func call<M: Method>(_ method: M, as user: String, at: Instant? = nil) async throws -> M.Reply
  where M.API == SessionAPI {
    try await session.call(method, meta: CallMeta(user: user, at: at))
  }

  /// The errors that the journal's check of rows and checksums finds.
  func findings(_ user: String) async throws -> [String] {
    let audit = JournalAudit(database: database)
    let found = try await audit.findings(of: user, now: Self.now)
    return (found?.rows ?? []).map { "\($0)" } + (found?.journal ?? []).map { "\($0)" }
  }
}

/// The comparable part of a document.
struct ComparedDocument: Equatable {
  private(set) var members: [String: [String]] = [:]

  init(_ bytes: [UInt8]) throws {
    let document = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    var profile = try #require(document["profile"] as? [String: Any])
    profile["userId"] = nil
    profile["createdAt"] = nil
    members["profile"] = [try Self.text(profile)]
    for name in [
      "heroes", "stories", "works", "library", "diversity", "listening", "reading", "rucks", "goals", "timers",
    ] {
      members[name] = try #require(document[name] as? [[String: Any]], "\(name)").map(Self.text)
    }
    // The id of an anomaly is a position in the journal.
    members["anomalies"] = try #require(document["anomalies"] as? [[String: Any]]).map { anomaly in
      try Self.text(anomaly.filter { $0.key != "id" })
    }
    for item in try #require(document["events"] as? [[String: Any]]) {
      guard let event = item["event"] as? [Any], let tag = event.first as? String, tag != "account.opened" else {
        continue
      }
      var payload = try #require(event.last as? [String: Any])
      if var profile = payload["profile"] as? [String: Any] {
        profile["createdAt"] = nil
        payload["profile"] = profile
      }
      // Consecutive sessions of different kinds may be in another order.
      let subject = tag.prefix { $0 != "." }
      members["events of \(subject)", default: []].append(try Self.text(["tag": tag, "payload": payload]))
    }
  }

  /// The first difference, as text.
  func difference(to other: ComparedDocument) -> String? {
    for name in Set(members.keys).union(other.members.keys).sorted() {
      let (mine, others) = (members[name] ?? [], other.members[name] ?? [])
      for place in 0..<max(mine.count, others.count) {
        let pair = (place < mine.count ? mine[place] : "nothing", place < others.count ? others[place] : "nothing")
        if pair.0 != pair.1 { return "\(name)[\(place)]:\n\(pair.0)\n\(pair.1)" }
      }
    }
    return nil
  }

  private static func text(_ value: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value, options: .sortedKeys), as: UTF8.self)
  }
}
