public import Chronology

/// The status of a work in the library.
public enum ReadingStatus: String, Codable, CaseIterable, Hashable, Sendable {
  case wantToRead, reading, finished, abandoned
}

/// A work in the library. The sums of its sessions are not part of it, because the sessions outlive it.
public struct LibraryEntry: Codable, Hashable, Sendable {
  public var workId: String
  public var status: ReadingStatus
  public var currentPage: Int
  /// 0…5, in steps of 0.5.
  public var rating: Double?
  public var startedAt: Instant?
  public var finishedAt: Instant?

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
}
