public import Chronology

/// A read in a list from another service.
public struct ImportedRead: Codable, Hashable, Sendable {
  public var status: ReadStatus
  public var startedAt: Instant?
  public var startedOn: PartialDate?
  public var finishedAt: Instant?
  public var finishedOn: PartialDate?
  public var rating: Double?
  public var review: ReadReview?

  public init(
    status: ReadStatus, start: ReadDate? = nil, finish: ReadDate? = nil, rating: Double? = nil,
    review: ReadReview? = nil
  ) {
    self.status = status
    (startedAt, startedOn) = (start?.instant, start?.partial)
    (finishedAt, finishedOn) = (finish?.instant, finish?.partial)
    self.rating = rating
    self.review = review
  }

  public var start: ReadDate? { ReadDate(at: startedAt, on: startedOn) }
  public var finish: ReadDate? { ReadDate(at: finishedAt, on: finishedOn) }
  var isOpen: Bool { status == .reading }

  fileprivate var withoutReview: ImportedRead {
    var read = self
    read.review = nil
    return read
  }
}

/// A library entry in a list from another service, with its reads.
public struct ImportedEntry: Codable, Hashable, Sendable {
  public var workId: String
  public var status: ReadingStatus
  public var currentPage: Int?
  public var rating: Double?
  public var reads: [ImportedRead]
  /// The finish that an earlier version made up for a read whose finish is unknown.
  public var madeUpFinish: Instant?

  public init(
    workId: String, status: ReadingStatus, currentPage: Int? = nil, rating: Double? = nil,
    reads: [ImportedRead] = [], madeUpFinish: Instant? = nil
  ) {
    self.workId = workId
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.reads = reads
    self.madeUpFinish = madeUpFinish
  }

  public func check(work: Work?) throws(Rejection) {
    var violations = currentPage.map { LibraryRules.violations(ofPage: $0, "currentPage", work: work) } ?? []
    for read in reads { violations += ReadReview.violations(of: read.review?.text, "review") }
    for rating in [rating] + reads.map(\.rating) { violations += LibraryRules.violations(ofRating: rating) }
    if reads.count > LibraryRules.mostReads {
      violations.append(.init("reads", "must have at most \(LibraryRules.mostReads) items"))
    }
    try violations.reject()
  }

  /// Returns the record to store. Importing the same list again changes nothing. Reads that a person has written or
  /// edited never change, and no second read is added for the same finish.
  public func outcome(
    for record: LibraryRecord?, work: Work?, now: Instant, in calendar: LocalCalendar, newId: () -> String
  ) throws(Rejection) -> LibraryRecord {
    try check(work: work)
    var changed = record ?? LibraryRecord(entry: LibraryEntry(workId: workId, status: .wantToRead))
    var reads = reads
    if record == nil {
      changed.entry.status = status
      changed.entry.currentPage = currentPage ?? 0
      changed.entry.wantedAt = status == .wantToRead ? now : nil
      if reads.isEmpty { changed.entry.rating = rating }
    } else {
      // A list that is older than the library must not open a finished book again.
      changed.takeReview(ofOpenReadIn: reads)
      reads.removeAll(where: \.isOpen)
      changed.forgetFinish(madeUpFinish)
    }
    changed.entry.isFromLink = nil
    let wasUnread = changed.all.isEmpty
    let matches = ReadMatches(of: reads, with: changed.reads, in: calendar)
    for (read, match) in zip(reads, matches.places) {
      if let match {
        changed.reads[match].refine(with: read, in: calendar)
      } else {
        try changed.append(
          Read(
            id: newId(), status: read.status, start: read.start, finish: read.finish, rating: read.rating,
            review: read.review, createdAt: now, origin: .imported))
      }
    }
    if !changed.reads.isEmpty { changed.entry = changed.entry.withoutReadValues }
    if let place = changed.placeOfLatest(in: calendar), changed.reads[place].origin == .imported,
      changed.reads[place].rating == nil
    {
      changed.reads[place].rating = rating
    }
    if let latest = changed.latest(in: calendar),
      changed.entry.status != .wantToRead || (record != nil && wasUnread)
    {
      changed.entry.status = latest.status.ofEntry
      changed.entry.wantedAt = nil
    }
    return changed
  }
}

extension ImportedEntry {
  /// Adds the reads of another row of the same work. The more advanced status applies.
  ///
  /// Returns false if a review is left out, because its read has another one or the reviews are too long together.
  @discardableResult
  public mutating func merge(_ other: ImportedEntry) -> Bool {
    if other.weight > weight { (status, currentPage) = (other.status, other.currentPage ?? currentPage) }
    rating = rating ?? other.rating
    madeUpFinish = madeUpFinish ?? other.madeUpFinish
    /// Those of reads that are not added or are removed.
    var reviews: [ReadReview?] = []
    for read in other.reads {
      if let place = reads.firstIndex(where: { $0.withoutReview == read.withoutReview }) {
        if reads[place].review == nil { reads[place].review = read.review } else { reviews.append(read.review) }
        continue
      }
      // Only one read can be open.
      let isSecondOpen = read.isOpen && reads.contains(where: \.isOpen)
      let isFull = reads.count >= LibraryRules.mostReads
      if isSecondOpen || isFull { reviews.append(read.review) } else { reads.append(read) }
    }
    // A read without dates is that of another row if one is known.
    let undated = Set(other.reads.filter { $0.finish == nil && !$0.isOpen }.map(\.withoutReview))
    if reads.contains(where: { $0.finish != nil && !$0.isOpen }) {
      reviews += reads.filter { undated.contains($0.withoutReview) }.map(\.review)
      reads.removeAll { undated.contains($0.withoutReview) }
    }
    if status != .reading, status != .wantToRead {
      reviews += reads.filter(\.isOpen).map(\.review)
      reads.removeAll(where: \.isOpen)
    }
    let isGiven = reviews.compactMap(\.self).map { give($0) }
    return limitReviews() && isGiven.allSatisfy(\.self)
  }

  /// Gives a review to the last read without one. Returns whether a read has it.
  private mutating func give(_ review: ReadReview) -> Bool {
    if reads.contains(where: { $0.review == review }) { return true }
    guard let place = reads.lastIndex(where: { $0.review == nil }) else { return false }
    reads[place].review = review
    return true
  }

  /// Removes the last reviews if all together are too long. Returns whether all remain.
  private mutating func limitReviews() -> Bool {
    var room = LibraryRules.mostReviewBytes
    var isWhole = true
    for place in reads.indices {
      guard let review = reads[place].review else { continue }
      if review.size > room {
        reads[place].review = nil
        isWhole = false
      } else {
        room -= review.size
      }
    }
    return isWhole
  }

  private var weight: Int {
    switch status {
    case .finished: 3
    case .reading: 2
    case .abandoned: 1
    case .wantToRead: 0
    }
  }
}

extension LibraryRecord {
  /// Makes a finish unknown that an earlier version made up. A person's change of the finish keeps it.
  fileprivate mutating func forgetFinish(_ madeUp: Instant?) {
    guard let madeUp else { return }
    for place in reads.indices where reads[place].origin == nil && reads[place].finishedAt == madeUp {
      reads[place].finish = nil
      reads[place].origin = .imported
    }
  }
}

extension LibraryRecord {
  /// An open read of a list is not added to an existing entry, but its review belongs to the open read of the list.
  fileprivate mutating func takeReview(ofOpenReadIn list: [ImportedRead]) {
    guard let review = list.first(where: \.isOpen)?.review,
      let place = reads.firstIndex(where: { $0.isOpen && $0.origin == .imported && $0.review == nil })
    else { return }
    reads[place].review = review
  }
}

extension Read {
  /// Takes dates that are known more precisely, a missing rating and a missing review.
  fileprivate mutating func refine(with other: ImportedRead, in calendar: LocalCalendar) {
    guard origin == .imported else { return }
    if let date = other.finish, date.refines(finish, in: calendar) { finish = date }
    if let date = other.start, date.refines(start, in: calendar) { start = date }
    rating = rating ?? other.rating
    review = review ?? other.review
  }
}

extension ReadDate {
  /// Whether this date is one of the possible days of the other one, and known more precisely.
  fileprivate func refines(_ other: ReadDate?, in calendar: LocalCalendar) -> Bool {
    guard let other else { return true }
    let (date, known) = (date(in: calendar), other.date(in: calendar))
    return date != known && date.first >= known.first && date.last <= known.last
  }

  /// Whether both may be the same day.
  fileprivate func mayEqual(_ other: ReadDate, in calendar: LocalCalendar) -> Bool {
    let (left, right) = (date(in: calendar), other.date(in: calendar))
    return left.first <= right.last && right.first <= left.last
  }
}

/// Which existing reads are those of a list. Each existing read is that of at most one listed read.
private struct ReadMatches {
  /// The index of the existing read of each listed read, or nil if it is new.
  private(set) var places: [Int?]

  init(of listed: [ImportedRead], with known: [Read], in calendar: LocalCalendar) {
    places = [Int?](repeating: nil, count: listed.count)
    var free = Set(known.indices)
    // First equal dates, then dates that may be equal, then reads whose date is unknown on one side.
    let rules: [(ImportedRead, Read) -> Bool] = [
      { $0.finish?.date(in: calendar) == $1.finish?.date(in: calendar) && $0.finish != nil },
      { read, old in
        guard let left = read.finish, let right = old.finish else { return false }
        return left.mayEqual(right, in: calendar)
      },
      { $1.finish == nil || $0.finish == nil },
    ]
    for rule in rules {
      for index in listed.indices where places[index] == nil {
        let found = free.filter { listed[index].isOpen == known[$0].isOpen && rule(listed[index], known[$0]) }.min()
        guard let found else { continue }
        places[index] = found
        free.remove(found)
      }
    }
  }
}
