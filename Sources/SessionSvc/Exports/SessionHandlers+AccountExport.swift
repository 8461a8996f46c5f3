import API
import Chronology
import Domain
import JSON
import Proto
import Service
import Storage

/// The position in an account document: the journal, its last exported event, the list, and the item in the list.
struct AccountPlace {
  var chainStart: Int64
  var end: Int64
  var section = 0
  var place: String?

  init(chainStart: Int64, end: Int64) {
    self.chainStart = chainStart
    self.end = end
  }

  init(cursor: String) throws(Fault) {
    let parts = cursor.parts(at: " ", most: 4, keepsEmpty: true)
    guard parts.count >= 3, let start = Int64(parts[0]), let end = Int64(parts[1]), let section = Int(parts[2]),
      section >= 0
    else { throw Fault.invalid("after", "is not a valid position; use the last page's next") }
    self.init(chainStart: start, end: end)
    self.section = section
    place = parts.count == 4 ? parts[3] : nil
  }

  var cursor: String { "\(chainStart) \(end) \(section)" + (place.map { " " + $0 } ?? "") }
}

extension SessionHandlers {
  static let documentVersion = 1

  /// Returns the next page of the document. A page shows one state of the database. Events end at the head that the
  /// first page has read.
  func readAccount(_ call: SessionAPI.ReadAccount, _ caller: CallerContext) async throws(Fault)
    -> SessionAPI.ReadAccount.Reply
  {
    let from = try call.after.map { after throws(Fault) in try AccountPlace(cursor: after) }
    if from == nil { await storeSignInsIfPossible() }
    return try await read(caller, cost: SessionLimits.exportCost) { [zones, now = now()] user, rows in
      guard let account = try UserStore.record(user, rows) else { throw Fault(.notFound, "this user does not exist") }
      var place = from ?? AccountPlace(chainStart: account.chainStart, end: account.head.seq)
      guard place.chainStart == account.chainStart else {
        throw Fault(.conflict, "the account was deleted during the export")
      }
      let calendar = account.settings.calendar(zones)
      // An empty place is that of a list without items yet.
      var document = JSONWriter(isAfterValue: from != nil && place.place != "")
      if from == nil { try Self.writeHead(user, account, now, to: &document) }
      let sections = AccountSection.all(of: user, end: place.end, calendar, rows)
      while place.section < sections.count {
        guard try Self.append(sections[place.section], &place, &document) else {
          return SessionAPI.ReadAccount.Reply(bytes: document.bytes, next: place.cursor)
        }
      }
      document.breakLine()
      document.member("complete", true)
      document.endObject()
      document.endText()
      return SessionAPI.ReadAccount.Reply(bytes: document.bytes, next: nil)
    }
  }

  private static func writeHead(
    _ user: String, _ account: UserRecord, _ now: Instant, to document: inout JSONWriter
  ) throws {
    document.beginObject()
    document.member("format", text: "waymark-account")
    document.member("version", .integer(documentVersion))
    document.member("exportedAt", text: now.description)
    document.member("program", text: Build.version)
    document.member("lastEvent", .integer(Int(account.head.seq)))
    document.breakLine()
    document.name("profile")
    document.raw(
      try ItemJSON.text(SessionAPI.ProfileReply(userId: user, profile: account.profile, account.settings)).utf8)
  }

  /// Appends items while they fit. Returns false if the list may have more. An empty position means that the list has
  /// started.
  private static func append(
    _ section: AccountSection, _ place: inout AccountPlace, _ document: inout JSONWriter
  ) throws -> Bool {
    if place.place == nil {
      document.breakLine()
      document.name(section.name)
      document.beginList()
    }
    var last = place.place.flatMap { $0.isEmpty ? nil : $0 }
    while true {
      let before = last
      var isFull = false
      try section.each(before) { next, json in
        isFull = document.bytes.count >= SessionLimits.exportBytes
        guard !isFull else { return false }
        if let last, section.isWithinItem(last) {
          document.continueValue(json.utf8)
        } else {
          document.breakLine()
          document.raw(json.utf8)
        }
        last = next
        return true
      }
      guard !isFull else {
        place.place = last ?? ""
        return false
      }
      // Some lists are read in parts.
      if last == before { break }
    }
    document.breakLine()
    document.endList()
    place.section += 1
    place.place = nil
    return true
  }
}
