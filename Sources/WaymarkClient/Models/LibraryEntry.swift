public import Foundation

/// A work in the user's library, with the totals of its reading sessions.
public struct LibraryEntry: Codable, Sendable, Hashable, Identifiable {
  /// The id of the work.
  public var workId: String
  /// The title of the work, or nil if the server did not send it.
  public var title: String?
  /// The names of the authors. Empty if the server did not send them.
  public var authors: [String]
  /// The number of pages of the work, or nil if unknown.
  public var pageCount: Int?
  /// The tags of the work. Empty if the server did not send them.
  public var tags: [String]
  /// The reader's status with the work.
  public var status: ReadingStatus
  /// The page that the reader has reached.
  public var currentPage: Int
  /// The rating of the latest read, 0…5 in steps of 0.25, or nil if it is not rated.
  public var rating: Double?
  /// When the latest read started, or nil if the instant is unknown.
  public var startedAt: Date?
  /// The date on which the latest read started, or nil if nothing is known about it.
  public var startedOn: PartialDate?
  /// When the latest read ended, or nil if the instant is unknown or the read is open.
  public var finishedAt: Date?
  /// The date on which the latest read ended, or nil if nothing is known about it or the read is open.
  public var finishedOn: PartialDate?
  /// The number of finished reads.
  public var readCount: Int
  /// The minutes of all reading sessions of the work.
  public var totalReadingMinutes: Int
  /// Pages per hour over the sessions of the latest read, or nil if they add up to less than a minute.
  public var averageReadingPace: Double?
  /// The number of reading sessions of the work.
  public var sessionCount: Int
  /// Listening to the stories of the work that is not finished, or nil if there is none.
  public var listening: UnfinishedListening?

  /// The id of the work.
  public var id: String { workId }
}

extension LibraryEntry {
  /// Decodes an entry. A server that sends no count of reads has at most one finished read per work.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    workId = try members.decode(String.self, forKey: .workId)
    title = try members.decodeIfPresent(String.self, forKey: .title)
    authors = try members.decodeIfPresent([String].self, forKey: .authors) ?? []
    pageCount = try members.decodeIfPresent(Int.self, forKey: .pageCount)
    tags = try members.decodeIfPresent([String].self, forKey: .tags) ?? []
    status = try members.decode(ReadingStatus.self, forKey: .status)
    currentPage = try members.decode(Int.self, forKey: .currentPage)
    rating = try members.decodeIfPresent(Double.self, forKey: .rating)
    startedAt = try members.decodeIfPresent(Date.self, forKey: .startedAt)
    startedOn = try members.decodeIfPresent(PartialDate.self, forKey: .startedOn)
    finishedAt = try members.decodeIfPresent(Date.self, forKey: .finishedAt)
    finishedOn = try members.decodeIfPresent(PartialDate.self, forKey: .finishedOn)
    readCount = try members.decodeIfPresent(Int.self, forKey: .readCount) ?? (status == .finished ? 1 : 0)
    totalReadingMinutes = try members.decode(Int.self, forKey: .totalReadingMinutes)
    averageReadingPace = try members.decodeIfPresent(Double.self, forKey: .averageReadingPace)
    sessionCount = try members.decode(Int.self, forKey: .sessionCount)
    listening = try members.decodeIfPresent(UnfinishedListening.self, forKey: .listening)
  }
}

/// Listening to the stories of a work that no session has completed yet.
public struct UnfinishedListening: Codable, Sendable, Hashable {
  /// When the first session started.
  public var startedAt: Date
  /// The seconds of its sessions.
  public var listenedSeconds: Double
  /// The part of the story's estimated duration, 0…1.
  public var progress: Double
}

/// The content of a library entry to save with ``WaymarkClient/saveLibraryEntry(_:_:)``, which replaces the entry.
public struct LibraryEntryChanges: Codable, Sendable, Hashable {
  /// The reader's status with the work.
  public var status: ReadingStatus
  /// The page that the reader has reached. If nil, the page stays.
  public var currentPage: Int?
  /// The rating, 0…5 in steps of 0.25. If nil, the rating is removed.
  public var rating: Double?
  /// When the reader started the work. If this and ``startedOn`` are nil, the start is removed.
  public var startedAt: Date?
  /// The date on which the reader started the work. Do not give both forms.
  public var startedOn: PartialDate?
  /// When the reader finished the work. If this and ``finishedOn`` are nil, an entry that becomes `finished` gets the
  /// current time and one that stays `finished` keeps its finish.
  public var finishedAt: Date?
  /// The date on which the reader finished the work. Do not give both forms.
  public var finishedOn: PartialDate?

  /// Creates the content of an entry.
  public init(
    status: ReadingStatus, currentPage: Int? = nil, rating: Double? = nil, startedAt: Date? = nil,
    startedOn: PartialDate? = nil, finishedAt: Date? = nil, finishedOn: PartialDate? = nil
  ) {
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startedAt = startedAt
    self.startedOn = startedOn
    self.finishedAt = finishedAt
    self.finishedOn = finishedOn
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
  /// The reader has finished the work. Earlier finished reads count as books regardless of the status.
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
  /// The edit of the rating, 0…5 in steps of 0.25.
  public var rating: Change<Double>
  /// The edit of the time at which the reader started.
  public var startedAt: Change<Date>
  /// The edit of the date on which the reader started. Do not give both forms.
  public var startedOn: Change<PartialDate>
  /// The edit of the time at which the reader finished.
  public var finishedAt: Change<Date>
  /// The edit of the date on which the reader finished. Do not give both forms.
  public var finishedOn: Change<PartialDate>

  /// Creates an edit.
  public init(
    status: ReadingStatus? = nil, currentPage: Int? = nil, rating: Change<Double> = .unchanged,
    startedAt: Change<Date> = .unchanged, startedOn: Change<PartialDate> = .unchanged,
    finishedAt: Change<Date> = .unchanged, finishedOn: Change<PartialDate> = .unchanged
  ) {
    self.status = status
    self.currentPage = currentPage
    self.rating = rating
    self.startedAt = startedAt
    self.startedOn = startedOn
    self.finishedAt = finishedAt
    self.finishedOn = finishedOn
  }
}

extension LibraryEntryPatch: Encodable {
  private enum Member: String, CodingKey {
    case status, currentPage, rating, startedAt, startedOn, finishedAt, finishedOn
  }

  /// Encodes the changed members as a JSON merge patch.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encodeIfPresent(currentPage, forKey: .currentPage)
    try members.encode(rating, forKey: .rating)
    try members.encode(startedAt, forKey: .startedAt)
    try members.encode(startedOn, forKey: .startedOn)
    try members.encode(finishedAt, forKey: .finishedAt)
    try members.encode(finishedOn, forKey: .finishedOn)
  }
}
