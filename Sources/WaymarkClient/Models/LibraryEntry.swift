public import Foundation

/// A work of the library, with what its reading sessions add up to.
public struct LibraryEntry: Codable, Sendable, Hashable, Identifiable {
  public var workId: String
  public var status: ReadingStatus
  public var currentPage: Int
  /// 0…5, in halves.
  public var rating: Double?
  public var startedAt: Date?
  public var finishedAt: Date?
  public var totalReadingMinutes: Int
  /// Pages an hour; nil until a whole minute was read.
  public var averageReadingPace: Double?
  public var sessionCount: Int

  public var id: String { workId }
}

/// What is sent of an entry: a page left out stays, a rating left out is none.
public struct LibraryEntryChanges: Codable, Sendable, Hashable {
  public var status: ReadingStatus
  public var currentPage: Int?
  public var rating: Double?
  public var startedAt: Date?
  public var finishedAt: Date?

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

public struct ReadingStatus: OpenText {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let wantToRead = ReadingStatus(rawValue: "wantToRead")
  public static let reading = ReadingStatus(rawValue: "reading")
  public static let finished = ReadingStatus(rawValue: "finished")
  public static let abandoned = ReadingStatus(rawValue: "abandoned")
}

/// What is changed of an entry; the rest stays.
public struct LibraryEntryPatch: Sendable, Hashable {
  public var status: ReadingStatus?
  public var currentPage: Int?
  public var rating: Change<Double>
  public var startedAt: Change<Date>
  public var finishedAt: Change<Date>

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

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encodeIfPresent(currentPage, forKey: .currentPage)
    try members.encode(rating, forKey: .rating)
    try members.encode(startedAt, forKey: .startedAt)
    try members.encode(finishedAt, forKey: .finishedAt)
  }
}
