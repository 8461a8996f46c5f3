import API
import Chronology
import Domain
import JSON
import Proto
import Service
import Storage

/// Where an account's document goes on: in which journal, up to which event, and behind which item of which list.
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
    let parts = cursor.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, let start = Int64(parts[0]), let end = Int64(parts[1]), let section = Int(parts[2]),
      section >= 0
    else { throw Fault.invalid("after", "is not what an earlier page ended with") }
    self.init(chainStart: start, end: end)
    self.section = section
    place = parts.count == 4 ? String(parts[3]) : nil
  }

  var cursor: String { "\(chainStart) \(end) \(section)" + (place.map { " " + $0 } ?? "") }
}

extension SessionHandlers {
  static let documentVersion = 1

  /// The lists one after the other, as many items as a page has room for. Each page is of one state of the database;
  /// the events are those up to the end that the first page has found, whatever comes meanwhile.
  func readAccount(_ call: SessionAPI.ReadAccount, _ caller: Caller) async throws(Fault) -> SessionAPI.ReadAccount.Reply
  {
    let from = try call.after.map { after throws(Fault) in try AccountPlace(cursor: after) }
    return try await read(caller, cost: SessionLimits.exportCost) { [zones, now = now()] user, rows in
      guard let account = try UserStore.account(user, rows) else { throw Fault(.notFound, "there is no such user") }
      var place = from ?? AccountPlace(chainStart: account.chainStart, end: account.head.seq)
      guard place.chainStart == account.chainStart else {
        throw Fault(.conflict, "the account was deleted while it was read")
      }
      let calendar = zones.calendar(zone: account.profile.timezone, dayStart: account.profile.dayStart)
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
    _ user: String, _ account: Account, _ now: Instant, to document: inout JSONWriter
  ) throws {
    document.beginObject()
    document.member("format", text: "waymark-account")
    document.member("version", .integer(documentVersion))
    document.member("exportedAt", text: now.description)
    document.member("program", text: Build.version)
    document.member("lastEvent", .integer(Int(account.head.seq)))
    document.breakLine()
    document.name("profile")
    document.raw(try ItemJSON.text(SessionAPI.ProfileReply(userId: user, profile: account.profile)).utf8)
  }

  /// What of a list fits; false where there may be more of it. A place that is empty is that of a list that was begun.
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
        document.breakLine()
        document.raw(json.utf8)
        last = next
        return true
      }
      guard !isFull else {
        place.place = last ?? ""
        return false
      }
      // Some lists come in parts.
      if last == before { break }
    }
    document.breakLine()
    document.endList()
    place.section += 1
    place.place = nil
    return true
  }
}
