public import Chronology

/// The status of a work in the library.
public enum ReadingStatus: String, Codable, CaseIterable, Hashable, Sendable {
  case wantToRead, reading, finished, abandoned

  /// The status of the read that such an entry describes. Nil if the work is only wanted.
  public var ofRead: ReadStatus? {
    switch self {
    case .wantToRead: nil
    case .reading: .reading
    case .finished: .finished
    case .abandoned: .abandoned
    }
  }
}

/// A work in the library. The sums of its sessions are not part of it, because the sessions outlive it.
///
/// `LibraryRecord.summary` takes the status, rating and dates from the latest read. The values stored here apply to an
/// entry without reads.
public struct LibraryEntry: Codable, Hashable, Sendable {
  public var workId: String
  public var status: ReadingStatus
  public var currentPage: Int
  /// 0…5, in steps of 0.25.
  public var rating: Double?
  public var startedAt: Instant?
  public var startedOn: PartialDate?
  public var finishedAt: Instant?
  public var finishedOn: PartialDate?
  /// When the status became `wantToRead`. Nil for other statuses and for entries of earlier versions.
  public var wantedAt: Instant?
  /// True if a link to a story has added the entry and nobody has written to it since.
  public var isFromLink: Bool?

  public init(
    workId: String, status: ReadingStatus, currentPage: Int = 0, rating: Double? = nil, startedAt: Instant? = nil,
    finishedAt: Instant? = nil
  ) {
    self.workId = workId
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }

  public var start: ReadDate? {
    get { ReadDate(at: startedAt, on: startedOn) }
    set { (startedAt, startedOn) = (newValue?.instant, newValue?.partial) }
  }

  public var finish: ReadDate? {
    get { ReadDate(at: finishedAt, on: finishedOn) }
    set { (finishedAt, finishedOn) = (newValue?.instant, newValue?.partial) }
  }

  /// Without the values that belong to a read.
  var withoutReadValues: LibraryEntry {
    var entry = self
    (entry.rating, entry.start, entry.finish) = (nil, nil, nil)
    return entry
  }
}
