import API
import Chronology
import Domain
import Proto
import Storage

extension SessionHandlers {
  func listReads(
    _ call: SessionAPI.ListReads, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ReadReply>> {
    try check(id: call.workId, "workId")
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.afterId()
    let page = try await read(caller, cost: paging.cost * 2) {
      [zones] user, rows -> Encoded<Page<SessionAPI.ReadReply>>? in
      guard let (record, work) = try Self.record(of: user, call.workId, rows) else { return nil }
      let replies = try Shelf(user, try Self.calendar(of: user, zones, rows), rows).replies(record, of: work)
      let first = after.isEmpty ? 0 : (replies.firstIndex { $0.id == after } ?? replies.count - 1) + 1
      return try paging.page(Array(replies[first...]), key: \.id, bytes: \.textBytes) { $0 }
    }
    guard let page else { throw .noEntry }
    return page
  }

  func fetchRead(_ call: SessionAPI.FetchRead, _ caller: CallerContext) async throws(Fault) -> SessionAPI.ReadReply {
    try check(id: call.workId, "workId")
    try check(id: call.id)
    let found = try await read(caller) { [zones] user, rows -> SessionAPI.ReadReply? in
      guard let (record, work) = try Self.record(of: user, call.workId, rows) else { return nil }
      let shelf = Shelf(user, try Self.calendar(of: user, zones, rows), rows)
      return try shelf.reply(call.id, in: record, of: work)
    }
    guard let found else { throw .noRead }
    return found
  }

  func addRead(
    _ call: SessionAPI.AddRead, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadReply> {
    try check(id: call.workId, "workId")
    return try await keyed(caller, SessionAPI.AddRead.name) { [zones] transaction in
      guard let work = try WorkStore.work(transaction.user, call.workId, transaction.rows) else { throw Fault.noWork }
      let old = try LibraryStore.record(transaction.user, call.workId, transaction.rows)
      let calendar = transaction.calendar(zones)
      let id = UserTransaction.newReadId()
      let record = try ReadEdit(call).added(to: old, of: call.workId, id: id, now: transaction.now, in: calendar)
      try transaction.store(record, replacing: old)
      return Written(created: true, value: try transaction.reply(id, in: record, of: work, calendar))
    }
  }

  func patchRead(
    _ call: SessionAPI.PatchRead, _ caller: CallerContext
  ) async throws(Fault) -> Written<SessionAPI.ReadReply> {
    try check(id: call.workId, "workId")
    try check(id: call.id)
    return try await command(caller) { [zones] transaction in
      let calendar = transaction.calendar(zones)
      guard let (old, work) = try Self.record(of: transaction.user, call.workId, transaction.rows),
        old.counted(in: calendar).contains(where: { $0.id == call.id })
      else { throw Fault.noRead }
      let record = try ReadEdit(call).outcome(for: old, readId: call.id, now: transaction.now, in: calendar)
      try transaction.store(record, replacing: old)
      return Written(created: false, value: try transaction.reply(call.id, in: record, of: work, calendar))
    }
  }

  func deleteRead(_ call: SessionAPI.DeleteRead, _ caller: CallerContext) async throws(Fault) -> Nothing {
    try check(id: call.workId, "workId")
    try check(id: call.id)
    return try await command(caller) { [zones] transaction in
      let calendar = transaction.calendar(zones)
      guard let old = try LibraryStore.record(transaction.user, call.workId, transaction.rows),
        old.counted(in: calendar).contains(where: { $0.id == call.id })
      else { throw Fault.noRead }
      let record = try old.removing(call.id, now: transaction.now, in: calendar)
      try transaction.store(record, replacing: old)
      return Nothing()
    }
  }

  func listFinishedReads(
    _ call: SessionAPI.ListFinishedReads, _ caller: CallerContext
  ) async throws(Fault) -> Encoded<Page<SessionAPI.ReadReply>> {
    let paging = try Paging(limit: call.limit, cursor: call.cursor)
    let after = try paging.cursor.map { cursor throws(Fault) in try FinishedReads.Place(cursor: cursor) }
    return try await read(caller, cost: SessionLimits.searchCost) { [zones] user, rows in
      let calendar = try Self.calendar(of: user, zones, rows)
      var list = FinishedReads(
        days: FinishDays(from: call.from, to: call.to, year: call.year), after: after, limit: paging.limit, calendar)
      let shelf = Shelf(user, calendar, rows)
      try shelf.eachFinished { workId, read in list.add(read, of: workId) }
      var found: [(place: FinishedReads.Place, reply: SessionAPI.ReadReply)] = []
      var room = SessionLimits.pageBytes
      for item in list.items where room >= 0 {
        guard let (record, work) = try Self.record(of: user, item.place.workId, rows),
          let reply = try shelf.reply(item.place.id, in: record, of: work)
        else { continue }
        found.append((item.place, reply))
        room -= reply.textBytes
      }
      return try paging.page(found, key: \.place.cursor, bytes: \.reply.textBytes) { $0.reply }
    }
  }

  private static func record(
    of user: String, _ workId: String, _ rows: Rows
  ) throws -> (record: LibraryRecord, work: Work)? {
    guard let record = try LibraryStore.record(user, workId, rows), let work = try WorkStore.work(user, workId, rows)
    else { return nil }
    return (record, work)
  }
}

extension UserTransaction {
  fileprivate func reply(
    _ id: String, in record: LibraryRecord, of work: Work, _ calendar: LocalCalendar
  ) throws -> SessionAPI.ReadReply {
    guard let reply = try Shelf(user, calendar, rows).reply(id, in: record, of: work) else { throw Fault.noRead }
    return reply
  }
}

extension SessionAPI.ReadReply {
  /// The approximate encoded size.
  var textBytes: Int { ([title, note ?? "", review ?? ""] + authors).reduce(512) { $0 + $1.utf8.count + 3 } }
}

/// The finished reads of a page, the latest finish first. It keeps only as many as the page needs.
struct FinishedReads {
  /// A position in the list.
  struct Place: Comparable {
    var finish: Int64
    var start: Int64
    var id: String
    var workId: String

    init(_ read: Read, of workId: String, in calendar: LocalCalendar) {
      let order = ReadOrder(read, in: calendar)
      (finish, start, id) = (order.finish, order.start, order.id)
      self.workId = workId
    }

    init(cursor: String) throws(Fault) {
      let parts = cursor.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.count == 4, let finish = Int64(parts[0]), let start = Int64(parts[1]) else { throw Paging.badCursor }
      (self.finish, self.start, id, workId) = (finish, start, String(parts[2]), String(parts[3]))
    }

    var cursor: String { "\(finish) \(start) \(id) \(workId)" }

    /// Whether this position comes before the other one in the list.
    static func < (left: Self, right: Self) -> Bool {
      (left.finish, left.start, left.id, left.workId) > (right.finish, right.start, right.id, right.workId)
    }
  }

  private let days: FinishDays
  private let after: Place?
  private let limit: Int
  private let calendar: LocalCalendar
  /// In the order of the list; one more than the limit if another page follows.
  private(set) var items: [(place: Place, read: Read)] = []

  init(days: FinishDays, after: Place?, limit: Int, _ calendar: LocalCalendar) {
    self.days = days
    self.after = after
    self.limit = limit
    self.calendar = calendar
  }

  mutating func add(_ read: Read, of workId: String) {
    guard days.contain(read.finish, in: calendar) else { return }
    let place = Place(read, of: workId, in: calendar)
    if let after, !(after < place) { return }
    if items.count > limit, let last = items.last, !(place < last.place) { return }
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].place < place { low = middle + 1 } else { high = middle }
    }
    items.insert((place, read), at: low)
    if items.count > limit + 1 { items.removeLast() }
  }
}

extension ReadEdit {
  init(_ call: SessionAPI.AddRead) {
    self.init()
    status = .set(call.status)
    start = DateEdit(
      at: call.startedAt.map { .set($0) } ?? .unchanged, on: call.startedOn.map { .set($0) } ?? .unchanged)
    finish = DateEdit(
      at: call.finishedAt.map { .set($0) } ?? .unchanged, on: call.finishedOn.map { .set($0) } ?? .unchanged)
    rating = call.rating.map { .set($0) } ?? .unchanged
    format = call.format.map { .set($0) } ?? .unchanged
    note = call.note.map { .set($0) } ?? .unchanged
    review = call.review.map { .set($0) } ?? .unchanged
  }

  init(_ call: SessionAPI.PatchRead) {
    self.init()
    status = call.status
    start = DateEdit(at: call.startedAt, on: call.startedOn)
    finish = DateEdit(at: call.finishedAt, on: call.finishedOn)
    rating = call.rating
    format = call.format
    note = call.note
    review = call.review
  }
}

extension Fault {
  static let noRead = Fault(.notFound, "the work has no read with this id")
}
