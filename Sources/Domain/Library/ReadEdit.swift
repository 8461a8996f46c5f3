public import Chronology

/// An edit of a read, or the values of a new one. Members that are left out do not change, and null clears optional
/// ones.
public struct ReadEdit: Hashable, Sendable {
  public var status: Patch<ReadStatus> = .unchanged
  public var start = DateEdit()
  public var finish = DateEdit()
  public var rating: Patch<Double> = .unchanged
  public var format: Patch<ReadFormat> = .unchanged
  public var note: Patch<String> = .unchanged
  public var review: Patch<String> = .unchanged

  public init() {}

  /// Checks the members by themselves.
  public func violations() -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    if status == .cleared { violations.append(.init("status", "must not be null")) }
    violations += start.violations("started") + finish.violations("finished")
    violations += LibraryRules.violations(ofRating: rating.value)
    if let note = note.value { violations += TextRules.violations(ofText: note, "note") }
    return violations + ReadReview.violations(of: review.value, "review")
  }

  /// Returns the record with a new read. A work that is not in the library is added.
  public func added(
    to record: LibraryRecord?, of workId: String, id: String, now: Instant, in calendar: LocalCalendar
  ) throws(ReadRejection) -> LibraryRecord {
    var violations = violations()
    if status == .unchanged { violations.append(.init("status", "is required")) }
    guard violations.isEmpty, let status = status.value else { throw .invalid(Rejection(violations)) }
    var changed = record ?? LibraryRecord(entry: LibraryEntry(workId: workId, status: .wantToRead))
    changed.entry.isFromLink = nil
    if status == .reading, changed.open != nil { throw .secondOpenRead }
    var read = Read(id: id, status: status, createdAt: now, origin: .person)
    write(to: &read)
    read.takeValues(of: &changed.entry, ifFirst: changed.reads.isEmpty)
    if status == .reading, !changed.reads.isEmpty { changed.entry.currentPage = 0 }
    do throws(Rejection) {
      try check(read, in: calendar)
      try changed.append(read)
    } catch {
      throw .invalid(error)
    }
    changed.follow(id, in: calendar)
    return changed
  }

  /// Returns the record with a changed read.
  public func outcome(
    for record: LibraryRecord, readId: String, now: Instant, in calendar: LocalCalendar
  ) throws(ReadRejection) -> LibraryRecord {
    let violations = violations()
    if !violations.isEmpty { throw .invalid(Rejection(violations)) }
    if record.listened.contains(where: { $0.id == readId }) { return try rated(record, readId) }
    guard let place = record.reads.firstIndex(where: { $0.id == readId }) else { return record }
    let old = record.reads[place]
    var read = old
    if let status = status.value, status != old.status {
      if status == .reading, record.open != nil { throw .secondOpenRead }
      read.status = status
      if status == .reading { read.finish = nil } else if old.isOpen { read.finish = .instant(now) }
    }
    write(to: &read)
    guard read != old else { return record }
    read.origin = .person
    do throws(Rejection) { try check(read, in: calendar) } catch { throw .invalid(error) }
    var changed = record
    changed.reads[place] = read
    if read.status != old.status { changed.follow(readId, in: calendar) }
    changed.settleStatus(in: calendar)
    return changed
  }

  /// Changes only the rating, the note and the review; the rest of a listen-through follows from its sessions.
  private func rated(_ record: LibraryRecord, _ readId: String) throws(ReadRejection) -> LibraryRecord {
    guard status == .unchanged, format == .unchanged, start == DateEdit(), finish == DateEdit() else {
      throw .followsFromListening
    }
    var changed = record
    for place in changed.listened.indices where changed.listened[place].id == readId {
      write(to: &changed.listened[place])
    }
    return changed
  }

  /// An open read may have a finish that a client has written to the entry. It does not prevent other changes.
  private func check(_ read: Read, in calendar: LocalCalendar) throws(Rejection) {
    guard read.isOpen else { return try read.checkDates(in: calendar) }
    guard finish.patch.value == nil else {
      let field = read.finishedAt != nil ? "finishedAt" : "finishedOn"
      throw Rejection(field, "must not be given while the status is reading")
    }
  }

  private func write(to read: inout Read) {
    start.patch.apply(to: &read.start)
    finish.patch.apply(to: &read.finish)
    rating.apply(to: &read.rating)
    format.apply(to: &read.format)
    note.apply(to: &read.note)
    review.apply(to: &read.review)
    read.rating = read.rating.map(\.withoutNegativeZero)
  }
}

/// Why a read is rejected.
public enum ReadRejection: Error, Hashable, Sendable {
  case invalid(Rejection)
  /// Another read of the work has the status `reading`.
  case secondOpenRead
  /// The read is a listen-through, whose dates and status are those of its sessions.
  case followsFromListening
}

extension LibraryRecord {
  /// Returns the record without a read. An entry without reads is wanted.
  public func removing(
    _ readId: String, now: Instant, in calendar: LocalCalendar
  ) throws(ReadRejection) -> LibraryRecord {
    if listened.contains(where: { $0.id == readId }) { throw .followsFromListening }
    var changed = self
    changed.reads.removeAll { $0.id == readId }
    if changed.all.isEmpty, entry.status != .wantToRead {
      changed.entry.status = .wantToRead
      changed.entry.wantedAt = now
    }
    changed.settleStatus(in: calendar)
    return changed
  }

  /// Ends `wantToRead` if this read is the latest.
  fileprivate mutating func follow(_ readId: String, in calendar: LocalCalendar) {
    guard let latest = latest(in: calendar), latest.id == readId else { return }
    entry.status = latest.status.ofEntry
    entry.wantedAt = nil
  }
}
