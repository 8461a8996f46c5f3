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
