import API
import Chronology
import Compression
import Crypto
import Domain
import Foundation
import Proto
import Storage
import Synchronization
import Testing

@testable import SessionSvc

@Suite("Account deletion")
struct ErasureTests {
  private let rig: SessionRig
  private static let user = "erased-7d21"

  init() throws { rig = try SessionRig() }

  /// Creates rows in every table, with the user's word in every text.
  private func fill(_ user: String, _ handlers: SessionHandlers, sessions: Int = 700) async throws {
    let caller = CallerContext(user: user)
    let start = rig.clock.now + -7_200
    _ = try await handlers.saveProfile(.init(displayName: .set("\(user) name")), caller)
    _ = try await handlers.saveHero(.init(id: "hero", name: "\(user) hero"), caller)
    let story = SessionAPI.SaveStory(id: "story", title: "\(user) story", heroId: "hero", estimatedDuration: 60)
    let keyed = CallerContext(user: user, key: "POST /x\n\(user)", digest: [])
    _ = try await handlers.saveStory(story, caller)
    _ = try await handlers.recordListening(
      .init(storyId: "story", startedAt: start, endedAt: start + 600, completed: true, duration: 5_000), keyed)
    for first in stride(from: 1, to: sessions, by: 100) {
      let batch = try (first..<first + 100).map { number in
        let from = start + Int64(-1_000 * number)
        return RawCBOR(
          bytes: try CBOREncoder.encode(
            SessionAPI.RecordListening(
              storyId: "story", startedAt: from, endedAt: from + 60, completed: true, duration: 60)))
      }
      _ = try await handlers.recordListeningBatch(.init(sessions: batch), caller)
    }
    _ = try await handlers.saveGoal(.init(type: "annualReading", target: 24), caller)
    for number in 0..<20 {
      let work = Work(id: "work\(number)", title: "\(user) work \(number)", authors: ["\(user) author"], pageCount: 300)
      _ = try await handlers.saveWork(.init(work), caller)
    }
    _ = try await handlers.saveWorkCover(.init(id: "work1", image: CoverBytes.png()), caller)
    _ = try await handlers.saveEntry(.init(workId: "work1", status: .reading), caller)
    _ = try await handlers.startTimer(.init(workId: "work1"), caller)
    rig.clock.now = rig.clock.now + 900
    _ = try await handlers.stopTimer(.init(endPage: 60), caller)
    _ = try await handlers.startTimer(.init(workId: "work1"), caller)
    let ruck = Ruck(
      id: "ruck", startedAt: start, endedAt: start + 600, distance: 5_000, loadWeight: 10,
      weather: RuckWeather(temperature: 3, condition: "\(user) rain"), name: "\(user) walk", note: "\(user) note")
    _ = try await handlers.recordRuck(.init(ruck), caller)
    let points = (0..<10).compactMap { TrackPoint(time: start.seconds + $0, latitude: 1, longitude: 2) }
    let track = SessionAPI.ImportedTrack(
      startedAt: start, bytes: try #require(Deflate.zlib(TrackCoding.encode(points))))
    _ = try await handlers.storeTracks(.init(tracks: [track], isFromConnector: false), caller)
    _ = try await handlers.createShare(.init(picture: .radar), caller)
    let webhook = try await handlers.createWebhook(.init(url: "https://\(user).example.org", events: ["*"]), caller)
    let message = WebhookMessage(.bookFinished, at: start, data: "\"\(user)\"", .test)
    try await rig.database.write { [now = rig.clock.now] transaction in
      try DeliveryStore.append([message], for: webhook.value.id, of: user, at: now, transaction)
      let connection = Connection(
        id: "c", kind: .audiobookshelf, url: "https://\(user).example.org", every: 15, isOn: true, createdAt: now)
      try ConnectionStore.save(StoredConnection(connection: connection, secret: [1]), of: user, transaction)
      try SeenSessionStore(user: user, connection: "c").noteDeleted("\(user)-story", transaction)
    }
    _ = try await Tokens(database: rig.database).create(user: user, name: "\(user) token", now: rig.clock.now)
    _ = try await handlers.createToken(.init(name: "\(user) reader", kind: .device), caller)
    _ = try await handlers.linkDocuments(.init(links: [.init(document: "md5-\(user)", workId: "work1")]), caller)
    let position = Position(document: "document", progress: "1", percentage: 0.1, device: "\(user) device")
    _ = try await handlers.pushPosition(.init(position: position), caller)
    let content = [UInt8]("\(user) content".utf8)
    _ = try await handlers.writeUpload(.init(blob: 7, place: 0, bytes: content), caller)
    let put = SessionAPI.PutFile(
      path: FilePath(["\(user).txt"]), blob: 7, size: content.count, sha256: SHA256.hash(content),
      condition: FileCondition(), order: SessionAPI.ImportOrder(.dav, .gpx))
    #expect(try await handlers.putFile(put, caller).outcome == .created)
    _ = try await handlers.noteConnector(.init(.kosync, problem: "\(user) problem"), caller)
    try await fillPodcasts(user, handlers)
    _ = try await Tokens(database: rig.database).createCode(user: user, now: rig.clock.now)
    try await rig.database.write { [now = rig.clock.now] transaction in
      let link = StoredLink(
        user: user, issuer: "https://id.example.org", subject: "\(user) subject", name: "\(user) name", linkedAt: now)
      #expect(try LinkStore.insert(link, transaction))
      let code = StoredAppCode(
        hash: SHA256.hash("\(user) code"), user: user, challenge: Base64URL.encode(SHA256.hash("verifier")),
        scopes: ["read"], tokenEnd: now + 60, parent: nil, expiresAt: now + 60)
      try AppCodeStore.insert(code, now: now, transaction)
    }
  }

  private func fillPodcasts(_ user: String, _ handlers: SessionHandlers) async throws {
    let caller = CallerContext(user: user)
    let action = SessionAPI.EpisodeAction(
      podcast: "http://\(user)/feed", episode: "http://\(user)/1.mp3", device: "\(user) phone", kind: .play,
      timestamp: "\(rig.clock.now)", started: 0, position: 60)
    _ = try await handlers.recordEpisodeActions(.init(actions: [action]), caller)
    _ = try await handlers.changeSubscriptions(.init(device: "\(user) phone", add: ["http://\(user)/feed"]), caller)
    let listen = SessionAPI.Listen(
      listenedAt: rig.clock.now + -500, artist: "\(user) artist", track: "\(user) track", seconds: 60)
    _ = try await handlers.recordListens(.init(listens: [listen]), caller)
    let token = try await Tokens(database: rig.database).create(user: user, now: rig.clock.now)
    _ = try await handlers.openPodcastSession(.init(token: Tokens.hash(of: token.token)), caller)
  }

  /// Starts views that erase immediately.
  private func views(of handlers: SessionHandlers) -> [Task<Void, any Error>] {
    SessionAPI.WaitForErasures.views.map { view in
      Task {
        var erased: [[UInt8]] = []
        while true {
          let call = SessionAPI.WaitForErasures(view: view, erased: erased)
          erased = try await handlers.waitForErasures(call, CallerContext(user: nil)).erasures.map(\.id)
        }
      }
    }
  }

  /// Counts the occurrences of the word in the database's files.
  private func traces(of word: String = user) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: rig.directory.path()).reduce(0) { count, name in
      let bytes = try Data(contentsOf: rig.directory.appending(path: name))
      return count + (bytes.range(of: Data(word.utf8)) == nil ? 0 : 1)
    }
  }

  /// The tables with a user column.
  private static let tablesOfFile: SQL =
    "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'user_id'"
  private static let tablesOfServer: SQL = """
    SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id'
    WHERE c.relkind IN ('r', 'p') AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
    """

  private func rows(of user: String) async throws -> Int {
    try await rig.database.read { rows in
      let tables = try rows.all(SessionRig.isOverServer ? Self.tablesOfServer : Self.tablesOfFile) { $0.text(0) }
      #expect(tables.count >= 20)
      return try ErasureTables.counts.reduce(0) { count, table in
        #expect(tables.contains(table.name))
        return try count + (rows.first(table.sql, .text(user)) { $0.int(0) } ?? 0)
      } + (tables.count - ErasureTables.counts.count)
    }
  }

  /// On a server, the record remains for other hosts, without a name.
  private func nothingOpen() async throws -> Bool {
    try await rig.database.read { rows in
      try ErasureStore.all(rows).allSatisfy { SessionRig.isOverServer && $0.user == nil }
    }
  }

  @Test("Deletes all data of the user from every file and keeps other users' data")
  func nothingIsLeft() async throws {
    let handlers = rig.handlers
    try await fill("kept-user", handlers)
    try await fill(Self.user, handlers)
    let before = try await rows(of: "kept-user")
    #expect(try traces() > 0 || SessionRig.isOverServer)
    let waits = views(of: handlers)
    _ = try await handlers.deleteAccount(.init(), CallerContext(user: Self.user))
    #expect(try await rows(of: Self.user) == 0)
    #expect(try traces() == 0)
    #expect(try await rows(of: "kept-user") == before)
    #expect(try await nothingOpen())
    let audit = JournalAudit(database: rig.database)
    let findings = try await audit.findingsOfAll(now: rig.clock.now)
    #expect((findings.engine + findings.journal + findings.rows + findings.form).isEmpty)
    let kept = try await audit.findings(of: "kept-user", now: rig.clock.now)
    #expect(kept.map { $0.journal + $0.rows } == [])
    for wait in waits { wait.cancel() }
  }

  @Test("The user is rejected until the rows are gone, and then gets a new journal")
  func beginsAnew() async throws {
    let handlers = rig.handlers
    try await fill(Self.user, handlers)
    let old = try await rig.head(Self.user)
    let id = [UInt8](repeating: 7, count: ErasureMark.byteCount)
    let erasure = SessionAPI.Erasure(id: id, digest: ErasureMark.digest(of: Self.user, id))
    #expect(handlers.erasures.begin(erasure, of: Self.user).isNew)
    let caller = CallerContext(user: Self.user)
    let call = SessionAPI.SaveHero(id: "late", name: "Late")
    let checks = { @Sendable in
      [
        await fault { _ = try await handlers.saveHero(call, caller) }?.code,
        await fault { _ = try await handlers.fetchProfile(.init(), caller) }?.code,
        await fault { _ = try await handlers.openAccount(.init(), caller) }?.code,
      ]
    }
    // The deletion may still fail, so that clients must not drop their credentials.
    #expect(await checks() == [.unavailable, .unavailable, .unavailable] && !handlers.erasures.isDeleted(Self.user))
    handlers.erasures.setCertain(id)
    #expect(await checks() == [.unauthenticated, .unauthenticated, .unavailable])
    #expect(handlers.erasures.isDeleted(Self.user))
    _ = try await handlers.saveHero(call, CallerContext(user: "another"))
    handlers.erasures.withdraw(id)
    #expect(try await rig.head(Self.user) == old)
    let waits = views(of: handlers)
    _ = try await handlers.deleteAccount(.init(), caller)
    #expect(try await rig.head(Self.user) == SessionAPI.Head(seq: 0, checksum: 0))
    _ = try await handlers.saveHero(call, caller)
    let new = try await rig.head(Self.user)
    #expect(new.seq == 2 && new.checksum != old.checksum)
    let page = try await handlers.readJournal(.init(user: Self.user, after: old.seq), CallerContext(user: nil))
    #expect(page.checksumAfter == nil)
    for wait in waits { wait.cancel() }
  }

  @Test("The next process continues after any slice", arguments: 0..<6)
  func goesOn(slices: Int) async throws {
    try await fill("kept-user", rig.handlers, sessions: 300)
    try await fill(Self.user, rig.handlers, sessions: 300)
    let before = try await rows(of: "kept-user")
    let id = RandomBytes.make(ErasureMark.byteCount)
    let erasure = SessionAPI.Erasure(id: id, digest: ErasureMark.digest(of: Self.user, id))
    try await rig.database.write { try ErasureStore.begin(erasure, of: Self.user, at: rig.clock.now, $0) }
    var isDone = false
    for _ in 0..<slices where !isDone {
      isDone = try await rig.database.write {
        try ErasureStore.deleteSlice(of: Self.user, erasure, rows: 150, $0)
      }
    }
    let audit = JournalAudit(database: rig.database)
    let findings = try await audit.findingsOfAll(now: rig.clock.now)
    #expect((findings.engine + findings.journal + findings.rows + findings.form).isEmpty)
    let next = SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log, now: rig.handlers.now)
    try await next.resumeErasures()
    let waits = views(of: next)
    let isCertain = await next.erasures.wait(for: id, milliseconds: 30_000, isCertain: true)
    #expect(isCertain)
    #expect(try await rows(of: Self.user) == 0)
    #expect(try traces() == 0)
    #expect(try await rows(of: "kept-user") == before)
    #expect(try await nothingOpen())
    for wait in waits { wait.cancel() }
  }

  @Test("A record with another user's name deletes nothing and is reported by the audit")
  func damagedMark() async throws {
    try await fill("kept-user", rig.handlers, sessions: 100)
    let id = ErasureMark.makeID(second: rig.clock.now.seconds)
    try await rig.database.write { transaction in
      try transaction.run(
        "INSERT INTO erasures (id, digest, user_id) VALUES ($1, $2, $3)", .bytes(id),
        .bytes(ErasureMark.digest(of: Self.user, id)), .text("kept-user"))
    }
    let before = try await rows(of: "kept-user")
    let next = SessionHandlers(
      database: rig.database, zones: rig.handlers.zones, log: rig.handlers.log, now: rig.handlers.now)
    try await next.resumeErasures()
    #expect(next.erasures.rejectedUsers.load(ordering: .acquiring) == 0)
    _ = try await next.saveHero(.init(id: "late", name: "Late"), CallerContext(user: "kept-user"))
    #expect(try await rows(of: "kept-user") == before + 2)
    let findings = try await JournalAudit(database: rig.database).findingsOfAll(now: rig.clock.now)
    #expect(findings.form.count == 1)
  }

  @Test("An unavailable view keeps the record, which does not contain the name")
  func awayView() async throws {
    let handlers = rig.handlers
    try await fill(Self.user, handlers, sessions: 100)
    async let answer = handlers.deleteAccount(.init(), CallerContext(user: Self.user))
    var erased: [[UInt8]] = []
    for view in ["stats", "milestone"] {
      let call = SessionAPI.WaitForErasures(view: view)
      erased = try await handlers.waitForErasures(call, CallerContext(user: nil)).erasures.map(\.id)
      #expect(erased.count == 1)
    }
    #expect(try traces() == 0)
    let last = views(of: handlers)
    _ = try await answer
    #expect(try await nothingOpen())
    for wait in last { wait.cancel() }
  }
}

/// Every table with a user, so that a new table that is not erased fails the test.
private enum ErasureTables {
  static let counts: [(name: String, sql: SQL)] = [
    ("users", "SELECT COUNT(*) FROM users WHERE user_id = $1"),
    ("tracks", "SELECT COUNT(*) FROM tracks WHERE user_id = $1"),
    ("covers", "SELECT COUNT(*) FROM covers WHERE user_id = $1"),
    ("journal", "SELECT COUNT(*) FROM journal WHERE user_id = $1"),
    ("idempotency", "SELECT COUNT(*) FROM idempotency WHERE user_id = $1"),
    ("heroes", "SELECT COUNT(*) FROM heroes WHERE user_id = $1"),
    ("stories", "SELECT COUNT(*) FROM stories WHERE user_id = $1"),
    ("sessions", "SELECT COUNT(*) FROM sessions WHERE user_id = $1"),
    ("anomalies", "SELECT COUNT(*) FROM anomalies WHERE user_id = $1"),
    ("token_digests", "SELECT COUNT(*) FROM token_digests WHERE user_id = $1"),
    ("connector_uses", "SELECT COUNT(*) FROM connector_uses WHERE user_id = $1"),
    ("imports", "SELECT COUNT(*) FROM imports WHERE user_id = $1"),
    ("positions", "SELECT COUNT(*) FROM positions WHERE user_id = $1"),
    ("document_links", "SELECT COUNT(*) FROM document_links WHERE user_id = $1"),
    ("gpodder_feeds", "SELECT COUNT(*) FROM gpodder_feeds WHERE user_id = $1"),
    ("gpodder_uploads", "SELECT COUNT(*) FROM gpodder_uploads WHERE user_id = $1"),
    ("gpodder_devices", "SELECT COUNT(*) FROM gpodder_devices WHERE user_id = $1"),
    ("gpodder_subscriptions", "SELECT COUNT(*) FROM gpodder_subscriptions WHERE user_id = $1"),
    ("gpodder_episodes", "SELECT COUNT(*) FROM gpodder_episodes WHERE user_id = $1"),
    ("gpodder_episode_names", "SELECT COUNT(*) FROM gpodder_episode_names WHERE user_id = $1"),
    ("gpodder_actions", "SELECT COUNT(*) FROM gpodder_actions WHERE user_id = $1"),
    ("gpodder_playings", "SELECT COUNT(*) FROM gpodder_playings WHERE user_id = $1"),
    ("gpodder_cookies", "SELECT COUNT(*) FROM gpodder_cookies WHERE user_id = $1"),
    ("connector_stories", "SELECT COUNT(*) FROM connector_stories WHERE user_id = $1"),
    ("listens", "SELECT COUNT(*) FROM listens WHERE user_id = $1"),
    ("files", "SELECT COUNT(*) FROM files WHERE user_id = $1"),
    ("file_blobs", "SELECT COUNT(*) FROM file_blobs WHERE user_id = $1"),
    ("import_orders", "SELECT COUNT(*) FROM import_orders WHERE user_id = $1"),
    ("file_chunks", "SELECT COUNT(*) FROM file_chunks WHERE user_id = $1"),
    ("tokens", "SELECT COUNT(*) FROM tokens WHERE user_id = $1"),
    ("sign_in_codes", "SELECT COUNT(*) FROM sign_in_codes WHERE user_id = $1"),
    ("passkeys", "SELECT COUNT(*) FROM passkeys WHERE user_id = $1"),
    ("people", "SELECT COUNT(*) FROM people WHERE user_id = $1"),
    ("provider_links", "SELECT COUNT(*) FROM provider_links WHERE user_id = $1"),
    ("app_codes", "SELECT COUNT(*) FROM app_codes WHERE user_id = $1"),
    ("sign_ins", "SELECT COUNT(*) FROM sign_ins WHERE user_id = $1"),
    ("invitations", "SELECT COUNT(*) FROM invitations WHERE user_id = $1 OR made_by = $1"),
    ("works", "SELECT COUNT(*) FROM works WHERE user_id = $1"),
    ("reads", "SELECT COUNT(*) FROM reads WHERE user_id = $1"),
    ("listen_notes", "SELECT COUNT(*) FROM listen_notes WHERE user_id = $1"),
    ("library", "SELECT COUNT(*) FROM library WHERE user_id = $1"),
    ("readings", "SELECT COUNT(*) FROM readings WHERE user_id = $1"),
    ("reading_totals", "SELECT COUNT(*) FROM reading_totals WHERE user_id = $1"),
    ("timers", "SELECT COUNT(*) FROM timers WHERE user_id = $1"),
    ("diversity_fields", "SELECT COUNT(*) FROM diversity_fields WHERE user_id = $1"),
    ("diversity_versions", "SELECT COUNT(*) FROM diversity_versions WHERE user_id = $1"),
    ("rucks", "SELECT COUNT(*) FROM rucks WHERE user_id = $1"),
    ("goals", "SELECT COUNT(*) FROM goals WHERE user_id = $1"),
    ("shares", "SELECT COUNT(*) FROM shares WHERE user_id = $1"),
    ("connections", "SELECT COUNT(*) FROM connections WHERE user_id = $1"),
    ("connection_sessions", "SELECT COUNT(*) FROM connection_sessions WHERE user_id = $1"),
    ("webhooks", "SELECT COUNT(*) FROM webhooks WHERE user_id = $1"),
    ("webhook_cursors", "SELECT COUNT(*) FROM webhook_cursors WHERE user_id = $1"),
    ("webhook_deliveries", "SELECT COUNT(*) FROM webhook_deliveries WHERE user_id = $1"),
    ("erasures", "SELECT COUNT(*) FROM erasures WHERE user_id = $1"),
  ]
}
