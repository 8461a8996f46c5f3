public import Chronology

/// The form in which a work was read.
public enum ReadFormat: String, Codable, CaseIterable, Hashable, Sendable {
  case print, ebook, audio
}

/// The outcome of a read so far.
public enum ReadStatus: String, Codable, CaseIterable, Hashable, Sendable {
  case reading, finished, abandoned

  public var ofEntry: ReadingStatus {
    switch self {
    case .reading: .reading
    case .finished: .finished
    case .abandoned: .abandoned
    }
  }
}

/// One time that a work was read. At most one of a date's two forms has a value; if neither has one, it is unknown.
public struct Read: Codable, Hashable, Sendable {
  /// The last writer of the read. An import changes only its own reads.
  public enum Origin: String, Codable, Hashable, Sendable {
    case person, imported
    /// The read follows the pages of the work's sessions.
    case pages
    /// The read follows from the listening sessions of the work's stories.
    case listening
  }

  public var id: String
  public var status: ReadStatus
  public var startedAt: Instant?
  public var startedOn: PartialDate?
  public var finishedAt: Instant?
  public var finishedOn: PartialDate?
  /// 0…5, in steps of 0.25.
  public var rating: Double?
  public var format: ReadFormat?
  public var note: String?
  public var review: ReadReview?
  /// Nil if it was restored from the journal of an earlier version.
  public var createdAt: Instant?
  /// Nil if an earlier version wrote it.
  public var origin: Origin?

  public init(
    id: String, status: ReadStatus, start: ReadDate? = nil, finish: ReadDate? = nil, rating: Double? = nil,
    format: ReadFormat? = nil, note: String? = nil, review: ReadReview? = nil, createdAt: Instant? = nil,
    origin: Origin? = nil
  ) {
    self.id = id
    self.status = status
    self.rating = rating
    self.format = format
    self.note = note
    self.review = review
    self.createdAt = createdAt
    self.origin = origin
    self.start = start
    self.finish = finish
  }

  public var start: ReadDate? {
    get { ReadDate(at: startedAt, on: startedOn) }
    set { (startedAt, startedOn) = (newValue?.instant, newValue?.partial) }
  }

  public var finish: ReadDate? {
    get { ReadDate(at: finishedAt, on: finishedOn) }
    set { (finishedAt, finishedOn) = (newValue?.instant, newValue?.partial) }
  }

  public var isOpen: Bool { status == .reading }
  public var isListened: Bool { origin == .listening }
}

extension Read: DatedRead {}

/// A change of one read: a new one has no old value, and a removed one no new value.
public struct ReadChange: Codable, Hashable, Sendable {
  public var old: Read?
  public var new: Read?

  public init(old: Read? = nil, new: Read? = nil) {
    self.old = old
    self.new = new
  }
}
