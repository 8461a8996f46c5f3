public import Chronology

/// An edit of a date. A body gives it as an instant or as a calendar date.
public struct DateEdit: Hashable, Sendable {
  public var at: Patch<Instant>
  public var on: Patch<PartialDate>

  public init(at: Patch<Instant> = .unchanged, on: Patch<PartialDate> = .unchanged) {
    self.at = at
    self.on = on
  }

  public init(_ date: ReadDate?) {
    self.init(
      at: date?.instant.map { .set($0) } ?? .unchanged, on: date?.partial.map { .set($0) } ?? .unchanged)
  }

  /// The edit of the value that both forms describe. If both are set, `violations` reports it.
  var patch: Patch<ReadDate> {
    if let instant = at.value { return .set(.instant(instant)) }
    if let date = on.value { return .set(.date(date)) }
    return at == .unchanged && on == .unchanged ? .unchanged : .cleared
  }

  /// `name` is `started` or `finished`.
  func violations(_ name: String) -> [Rejection.Violation] {
    if at.value != nil, on.value != nil {
      return [.init("\(name)On", "must not be given together with \(name)At")]
    }
    guard let instant = at.value, instant < .earliestText || instant > .latestText else { return [] }
    return [.init("\(name)At", "must be in the years 0001 to 9999")]
  }
}

/// An edit of a library entry. Members that are left out do not change, and null clears optional ones.
public struct LibraryEdit: Hashable, Sendable {
  public var status: Patch<ReadingStatus> = .unchanged
  public var currentPage: Patch<Int> = .unchanged
  public var rating: Patch<Double> = .unchanged
  public var start = DateEdit()
  public var finish = DateEdit()

  public init() {}

  /// The edit of a body that replaces the entry. A rating and a start that are left out are cleared; a finish that is
  /// left out is kept as long as the work is finished or abandoned.
  public init(
    replacing status: ReadingStatus, currentPage: Int?, rating: Double?, start: DateEdit, finish: DateEdit
  ) {
    self.status = .set(status)
    self.currentPage = currentPage.map { .set($0) } ?? .unchanged
    self.rating = rating.map { .set($0) } ?? .cleared
    self.start = start.patch == .unchanged ? DateEdit(at: .cleared) : start
    let isClosed = status == .finished || status == .abandoned
    self.finish = finish.patch == .unchanged && !isClosed ? DateEdit(at: .cleared) : finish
    isReplacement = true
  }

  /// Whether members that were left out are cleared. A work that becomes wanted again keeps its reads as they are.
  private var isReplacement = false

  /// Checks the members by themselves; `outcome` checks them against the record.
  public func violations(work: Work?) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    if status == .cleared { violations.append(.init("status", "must not be null")) }
    switch currentPage {
    case .unchanged: break
    case .cleared: violations.append(.init("currentPage", "must not be null"))
    case .set(let page): violations += LibraryRules.violations(ofPage: page, "currentPage", work: work)
    }
    violations += LibraryRules.violations(ofRating: rating.value)
    return violations + start.violations("started") + finish.violations("finished")
  }

  /// Returns the record to store. `hasSessions` says whether an open read has sessions, and `newId` is the id of a read
  /// that begins. Throws `ReadRejection.followsFromListening` if the latest read is a listen-through and the edit would
  /// change more than its rating.
  public func outcome(
    for record: LibraryRecord, work: Work?, now: Instant, in calendar: LocalCalendar, newId: String,
    hasSessions: (Read) throws -> Bool
  ) throws -> LibraryRecord {
    try violations(work: work).reject()
    var changed = record
    changed.entry.isFromLink = nil
    if let page = currentPage.value { changed.entry.currentPage = page }
    var target: String?
    if status.value == .wantToRead {
      try want(&changed, now, in: calendar, hasSessions)
    } else if let status = status.value?.ofRead {
      target = try read(&changed, as: status, newId, now, in: calendar)
    }
    target = target ?? changed.latest(in: calendar)?.id
    if let place = changed.listened.firstIndex(where: { $0.id == target }) {
      try rate(&changed.listened[place], in: calendar)
    } else if let place = changed.reads.firstIndex(where: { $0.id == target }) {
      let old = changed.reads[place]
      write(to: &changed.reads[place], now)
      if changed.reads[place] != old { changed.reads[place].origin = .person }
      let isDated = start.patch.value != nil || finish.patch.value != nil
      if isDated { try changed.reads[place].checkDates(in: calendar) }
    } else {
      rating.apply(to: &changed.entry.rating)
      start.patch.apply(to: &changed.entry.start)
      finish.patch.apply(to: &changed.entry.finish)
      changed.entry.rating = changed.entry.rating.map(\.withoutNegativeZero)
    }
    return changed
  }

  /// An open read without sessions has not begun; one with sessions is abandoned.
  private func want(
    _ record: inout LibraryRecord, _ now: Instant, in calendar: LocalCalendar, _ hasSessions: (Read) throws -> Bool
  ) throws {
    if record.summary(in: calendar).status != .wantToRead { record.entry.wantedAt = now }
    record.entry.status = .wantToRead
    guard let place = record.reads.firstIndex(where: \.isOpen) else { return }
    if try hasSessions(record.reads[place]) {
      record.reads[place].close(as: .abandoned, now)
    } else {
      let removed = record.reads.remove(at: place)
      if record.reads.isEmpty { (record.entry.rating, record.entry.start) = (removed.rating, removed.start) }
    }
  }

  /// Continues the open read, begins one, or changes the latest one. Returns its id.
  private func read(
    _ record: inout LibraryRecord, as status: ReadStatus, _ newId: String, _ now: Instant, in calendar: LocalCalendar
  ) throws -> String? {
    let wasWanted = record.summary(in: calendar).status == .wantToRead
    record.entry.status = status.ofEntry
    record.entry.wantedAt = nil
    if let place = record.reads.firstIndex(where: \.isOpen) {
      if status != .reading { record.reads[place].close(as: status, now) }
      return record.reads[place].id
    }
    guard status != .reading, !wasWanted, let latest = record.latest(in: calendar) else {
      if status == .reading, currentPage.value == nil, !record.all.isEmpty { record.entry.currentPage = 0 }
      var begun = Read(id: newId, status: status, createdAt: now, origin: .person)
      begun.takeValues(of: &record.entry, ifFirst: record.reads.isEmpty)
      if status != .reading, begun.finish == nil { begun.finish = .instant(now) }
      try record.append(begun)
      return newId
    }
    guard latest.status != status else { return latest.id }
    guard let place = record.reads.firstIndex(where: { $0.id == latest.id }) else {
      throw ReadRejection.followsFromListening
    }
    record.reads[place].change(to: status, now)
    return latest.id
  }

  /// The dates of a listen-through follow from its sessions. A body that repeats them changes nothing.
  private func rate(_ read: inout Read, in calendar: LocalCalendar) throws(ReadRejection) {
    let keepsReads = isReplacement && status.value == .wantToRead
    for (edit, date) in [(start, read.start), (finish, read.finish)] {
      switch edit.patch {
      case .unchanged: continue
      case .cleared where isReplacement: continue
      case .set(let sent) where sent == date: continue
      case .set(.date(let sent)) where sent == date?.date(in: calendar): continue
      case .cleared, .set: throw .followsFromListening
      }
    }
    if !(keepsReads && rating == .cleared) { rating.apply(to: &read.rating) }
    read.rating = read.rating.map(\.withoutNegativeZero)
  }

  private func write(to read: inout Read, _ now: Instant) {
    let keepsReads = isReplacement && status.value == .wantToRead
    if !(keepsReads && rating == .cleared) { rating.apply(to: &read.rating) }
    if !(keepsReads && start.patch == .cleared) { start.patch.apply(to: &read.start) }
    if !(keepsReads && finish.patch == .cleared) { finish.patch.apply(to: &read.finish) }
    // The entry of a finished work always has a finish, unless it was made unknown in the read itself.
    if finish.patch == .cleared, !keepsReads, read.status == .finished { read.finish = .instant(now) }
    read.rating = read.rating.map(\.withoutNegativeZero)
  }
}

extension LibraryRecord {
  func placeOfLatest(in calendar: LocalCalendar) -> Int? {
    reads.latest(in: calendar).flatMap { latest in reads.firstIndex { $0.id == latest.id } }
  }

  mutating func append(_ read: Read) throws(Rejection) {
    guard reads.count < LibraryRules.mostReads else { throw LibraryRules.tooManyReads }
    reads.append(read)
  }
}

extension Read {
  /// Ends an open read now.
  fileprivate mutating func close(as status: ReadStatus, _ now: Instant) {
    (self.status, finish, origin) = (status, .instant(now), .person)
  }

  /// An abandoned read that is finished after all ends now. A finished one that is abandoned keeps its end.
  fileprivate mutating func change(to status: ReadStatus, _ now: Instant) {
    if status == .finished { finish = .instant(now) }
    (self.status, origin) = (status, .person)
  }

  /// Takes the values that an entry without reads has kept for its first read.
  mutating func takeValues(of entry: inout LibraryEntry, ifFirst isFirst: Bool) {
    guard isFirst else { return }
    rating = rating ?? entry.rating
    start = start ?? entry.start
    if !isOpen { finish = finish ?? entry.finish }
    entry = entry.withoutReadValues
  }

  func checkDates(in calendar: LocalCalendar) throws(Rejection) {
    guard let start, let finish, finish.isCertainlyBefore(start, in: calendar) else { return }
    throw Rejection(finishedAt != nil ? "finishedAt" : "finishedOn", "must not be before the start")
  }
}

extension Double {
  /// Adding zero turns a negative zero into a zero.
  var withoutNegativeZero: Double { self + 0 }
}
