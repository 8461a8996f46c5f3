import API
import Chronology
import Domain
import JSON
import Storage

/// One list of the account document: its name and its items as JSON after a position.
struct AccountSection {
  typealias Body = (_ place: String, _ json: String) throws -> Bool

  var name: String
  /// Whether a position is within an item that is longer than a page.
  var isWithinItem: (_ place: String) -> Bool = { _ in false }
  var each: (_ place: String?, _ body: Body) throws -> Void

  /// Returns the lists in the order of the document. `end` is the document's last event.
  static func all(of user: String, end: Int64, _ calendar: LocalCalendar, _ rows: Rows) -> [AccountSection] {
    catalogue(user, rows) + library(user, calendar, rows) + sessions(user, calendar, rows) + [
      tracks(user, rows), covers(user, rows),
      goals(user, rows), timers(user, rows), tokens(user, rows), passkeys(user, rows), signIns(user, rows),
      connectors(user, rows), shares(user, rows), events(user, end, rows),
    ]
  }

  static func catalogue(_ user: String, _ rows: Rows) -> [AccountSection] {
    [
      AccountSection(name: "heroes") { place, body in
        for hero in try CatalogueStore.heroes(user, after: place ?? "", limit: SessionLimits.exportItems, rows) {
          guard try body(hero.id, try ItemJSON.text(hero)) else { return }
        }
      },
      AccountSection(name: "stories") { place, body in
        for story in try CatalogueStore.stories(user, after: place ?? "", limit: SessionLimits.exportItems, rows) {
          guard try body(story.id, try ItemJSON.text(story)) else { return }
        }
      },
    ]
  }

  static func library(_ user: String, _ calendar: LocalCalendar, _ rows: Rows) -> [AccountSection] {
    [
      AccountSection(name: "works") { place, body in
        try WorkStore.each(user, after: place ?? "", rows) { work in
          let hasCover = try CoverStore.exists(user, .work, work.id, rows)
          return try body(work.id, try ItemJSON.text(SessionAPI.WorkReply(work, hasCover: hasCover)))
        }
      },
      AccountSection(name: "library") { place, body in
        for entry in try LibraryStore.entries(user, after: place ?? "", limit: SessionLimits.exportItems, rows) {
          let shelf = Shelf(user, calendar, rows)
          guard try body(entry.workId, try ItemJSON.text(try shelf.reply(entry))) else { return }
        }
      },
      AccountSection(name: "reads") { place, body in
        let shelf = Shelf(user, calendar, rows)
        try shelf.eachRead(after: place) { place, reply in try body(place, try ItemJSON.text(reply)) }
      },
      AccountSection(name: "diversity") { place, body in
        let parts = place?.split(separator: " ").map(String.init) ?? []
        let (workId, dimension) = parts.count == 2 ? (parts[0], parts[1]) : ("", "")
        try DiversityStore.eachField(user, after: workId, dimension, rows) { field in
          try body("\(field.workId) \(field.dimension)", try ItemJSON.text(field))
        }
      },
    ]
  }

  static func sessions(_ user: String, _ calendar: LocalCalendar, _ rows: Rows) -> [AccountSection] {
    [
      AccountSection(name: "listening") { place, body in
        var titles = Titles.stories(of: user, rows)
        try ListeningStore.each(user, from: try place.map(ListeningStore.Place.init(cursor:)), rows) { session in
          let reply = SessionAPI.ListeningSessionReply(session, title: try titles[session.storyId])
          return try body(ListeningStore.Place(session).cursor, try ItemJSON.text(reply))
        }
      },
      AccountSection(name: "anomalies") { place, body in
        let before = try place.map(StoredAnomaly.place) ?? (.max, 0)
        let found = try AnomalyStore.anomalies(
          user, before: before.0, before.1, limit: SessionLimits.exportItems, rows)
        for anomaly in found {
          guard try body(anomaly.key, try ItemJSON.text(SessionAPI.Anomaly(anomaly))) else { return }
        }
      },
      AccountSection(name: "reading") { place, body in
        var titles = Titles.works(of: user, rows)
        try ReadingStore.each(user, from: try place.map(ReadingStore.Place.init(cursor:)), rows) { stored in
          let reply = SessionAPI.ReadingSessionReply(
            stored, title: try titles[stored.session.workId], in: calendar)
          return try body(ReadingStore.Place(stored.session).cursor, try ItemJSON.text(reply))
        }
      },
      AccountSection(name: "rucks") { place, body in
        try RuckStore.each(user, after: place.flatMap { Int64($0) } ?? .min, rows) { ruck in
          try body("\(ruck.startedAt.seconds)", try ItemJSON.text(SessionAPI.RuckReply(ruck)))
        }
      },
    ]
  }
}

// Short lists, which are read as a whole.
extension AccountSection {
  private struct GoalItem: Encodable {
    var type: GoalType
    var target: Int
  }

  /// The targets that the user has set.
  fileprivate static func goals(_ user: String, _ rows: Rows) -> AccountSection {
    whole("goals") {
      try GoalType.allCases.compactMap { type in
        try GoalStore.history(user, type, rows).current.map { try ItemJSON.text(GoalItem(type: type, target: $0)) }
      }
    }
  }

  fileprivate static func timers(_ user: String, _ rows: Rows) -> AccountSection {
    whole("timers") { try TimerStore.timer(user, rows).map { [try ItemJSON.text($0)] } ?? [] }
  }

  private struct TokenItem: Encodable {
    var id: String
    var name: String?
    var kind: TokenKind
    var scopes: [String]
    var createdAt: Instant
    var expiresAt: Instant?
    var lastUsedAt: Instant?
    var revokedAt: Instant?
  }

  fileprivate static func tokens(_ user: String, _ rows: Rows) -> AccountSection {
    whole("tokens") {
      try TokenStore.tokens(of: user, rows).map { token in
        try ItemJSON.text(
          TokenItem(
            id: token.id, name: token.name, kind: token.kind, scopes: token.scopes, createdAt: token.createdAt,
            expiresAt: token.expiresAt, lastUsedAt: token.lastUsedAt, revokedAt: token.revokedAt))
      }
    }
  }

  private struct PasskeyItem: Encodable {
    var name: String
    var createdAt: Instant
    var lastUsedAt: Instant?
  }

  fileprivate static func passkeys(_ user: String, _ rows: Rows) -> AccountSection {
    whole("passkeys") {
      try PasskeyStore.passkeys(of: user, rows).map { passkey in
        try ItemJSON.text(
          PasskeyItem(name: passkey.name, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt))
      }
    }
  }

  fileprivate static func signIns(_ user: String, _ rows: Rows) -> AccountSection {
    whole("signIns") {
      try SignInStore.list(of: user, before: .max, limit: Int(SessionLimits.signInsOfUser), rows)
        .map { try ItemJSON.text($0.signIn) }
    }
  }

  fileprivate static func shares(_ user: String, _ rows: Rows) -> AccountSection {
    whole("shares") {
      try ShareStore.shares(user, before: .max, "", limit: ShareRules.mostShares, rows)
        .map { try ItemJSON.text(SessionAPI.ShareReply($0)) }
    }
  }

  /// Positions are indexes: an item that changes meanwhile may appear twice or not at all, but the export always ends.
  private static func whole(_ name: String, _ items: @escaping () throws -> [String]) -> AccountSection {
    AccountSection(name: name) { place, body in
      let first = place.flatMap { Int($0) } ?? 0
      for (number, item) in try items().enumerated() where number >= first {
        guard try body("\(number + 1)", item) else { return }
      }
    }
  }

  /// Lists every event up to `end`, except the contents of share events, which include the hash of a secret.
  fileprivate static func events(_ user: String, _ end: Int64, _ rows: Rows) -> AccountSection {
    AccountSection(name: "events") { place, body in
      var last = place.flatMap { Int64($0) } ?? 0
      var isFull = false
      try JournalStore.eachRow(user, after: last, rows) { row, recordedAt in
        guard row.seq <= end else { return false }
        guard row.seq == last + 1 else { throw Self.gap(behind: last) }
        let isShare = row.event.withUnsafeBytes { EventTag.read($0)?.areas == Areas(.shares) }
        let event = try isShare ? JSONValue.null : .raw([UInt8](ItemJSON.text(ofItem: row.event).utf8))
        let checksum = String(UInt64(bitPattern: row.checksum), radix: 16)
        let item: JSONValue = [
          "seq": .integer(Int(row.seq)), "recordedAt": "\(recordedAt)", "checksum": .text(checksum), "event": event,
        ]
        isFull = try !body("\(row.seq)", item.json)
        if !isFull { last = row.seq }
        return !isFull
      }
      guard isFull || last == end else { throw Self.gap(behind: last) }
    }
  }

  /// Without this error, a document with a missing event would look complete.
  private static func gap(behind seq: Int64) -> DatabaseError {
    DatabaseError(.corrupt, "event \(seq + 1) of the journal is missing; run 'waymark verify' for details")
  }
}
