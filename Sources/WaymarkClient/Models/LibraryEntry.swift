public import Foundation

/// A work in the user's library, with the totals of its reading sessions.
public struct LibraryEntry: Codable, Sendable, Hashable, Identifiable {
  /// The id of the work.
  public var workId: String
  /// The reader's status with the work.
  public var status: ReadingStatus
  /// The page that the reader has reached.
  public var currentPage: Int
  /// The rating, 0…5 in steps of 0.5, or nil if the work is not rated.
  public var rating: Double?
  /// When the reader started the work, or nil if unknown.
  public var startedAt: Date?
  /// When the reader finished the work, or nil if it is not finished.
  public var finishedAt: Date?
  /// The minutes of all reading sessions of the work.
  public var totalReadingMinutes: Int
  /// Pages per hour over all sessions, or nil if they add up to less than a minute.
  public var averageReadingPace: Double?
  /// The number of reading sessions of the work.
  public var sessionCount: Int

  /// The id of the work.
  public var id: String { workId }
}

/// The content of a library entry to save with ``WaymarkClient/saveLibraryEntry(_:_:)``, which replaces the entry.
public struct LibraryEntryChanges: Codable, Sendable, Hashable {
  /// The reader's status with the work.
  public var status: ReadingStatus
  /// The page that the reader has reached. If nil, the page stays.
  public var currentPage: Int?
  /// The rating, 0…5 in steps of 0.5. If nil, the rating is removed.
  public var rating: Double?
  /// When the reader started the work. If nil, the time is removed.
  public var startedAt: Date?
  /// When the reader finished the work. If nil, an entry that becomes `finished` gets the current time and one that
  /// stays `finished` keeps its time.
  public var finishedAt: Date?

  /// Creates the content of an entry.
  public init(
    status: ReadingStatus, currentPage: Int? = nil, rating: Double? = nil, startedAt: Date? = nil,
    finishedAt: Date? = nil
  ) {
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }
}

/// A reader's status with a work.
public struct ReadingStatus: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a status from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The reader wants to read the work.
  public static let wantToRead = ReadingStatus(rawValue: "wantToRead")
  /// The reader is reading the work. A timer needs this status.
  public static let reading = ReadingStatus(rawValue: "reading")
  /// The reader has finished the work. Only such works count as books.
  public static let finished = ReadingStatus(rawValue: "finished")
  /// The reader has given up on the work.
  public static let abandoned = ReadingStatus(rawValue: "abandoned")
}

/// An edit of a library entry for ``WaymarkClient/changeLibraryEntry(_:_:)``. Members that are nil or `unchanged` stay
/// as they are.
public struct LibraryEntryPatch: Sendable, Hashable {
  /// The new status.
  public var status: ReadingStatus?
  /// The new page.
  public var currentPage: Int?
  /// The edit of the rating, 0…5 in steps of 0.5.
  public var rating: Change<Double>
  /// The edit of the time at which the reader started.
  public var startedAt: Change<Date>
  /// The edit of the time at which the reader finished.
  public var finishedAt: Change<Date>

  /// Creates an edit.
  public init(
    status: ReadingStatus? = nil, currentPage: Int? = nil, rating: Change<Double> = .unchanged,
    startedAt: Change<Date> = .unchanged, finishedAt: Change<Date> = .unchanged
  ) {
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }
}

extension LibraryEntryPatch: Encodable {
  private enum Member: String, CodingKey {
    case status, currentPage, rating, startedAt, finishedAt
  }

  /// Encodes the changed members as a JSON merge patch.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encodeIfPresent(currentPage, forKey: .currentPage)
    try members.encode(rating, forKey: .rating)
    try members.encode(startedAt, forKey: .startedAt)
    try members.encode(finishedAt, forKey: .finishedAt)
  }
}
