public import Foundation

/// One time that a work was read, with the totals of its reading sessions.
public struct BookRead: Codable, Sendable, Hashable, Identifiable {
  /// The id of the read.
  public var id: String
  /// The id of the work.
  public var workId: String
  /// The title of the work.
  public var title: String
  /// The names of the authors.
  public var authors: [String]
  /// Whether the read is open, finished or abandoned.
  public var status: ReadStatus
  /// When the read started, or nil if the instant is unknown.
  public var startedAt: Date?
  /// The date of the start in the user's calendar, or nil if nothing is known about it.
  public var startedOn: PartialDate?
  /// When the read ended, or nil if the instant is unknown or the read is open.
  public var finishedAt: Date?
  /// The date of the end in the user's calendar, or nil if nothing is known about it or the read is open.
  public var finishedOn: PartialDate?
  /// The rating, 0…5 in steps of 0.25, or nil if the read is not rated.
  public var rating: Double?
  /// The form in which the work was read, or nil if unknown.
  public var format: ReadFormat?
  /// A note, or nil.
  public var note: String?
  /// The reader's review, or nil if there is none or the server did not send it.
  public var review: String?
  /// The origin of the read.
  public var source: ReadSource
  /// The number of reading sessions of the read.
  public var sessionCount: Int
  /// The pages of these sessions.
  public var pagesRead: Int
  /// The minutes of these sessions.
  public var totalReadingMinutes: Int
  /// Pages per hour over these sessions, or nil if they add up to less than a minute.
  public var averageReadingPace: Double?
  /// The seconds of listening that belong to the read.
  public var listenedSeconds: Double
}

/// The state of a read.
public struct ReadStatus: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a status from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The read is open. A work has at most one such read.
  public static let reading = ReadStatus(rawValue: "reading")
  /// The reader has finished the work. Only such reads count as books.
  public static let finished = ReadStatus(rawValue: "finished")
  /// The reader has given up on the work.
  public static let abandoned = ReadStatus(rawValue: "abandoned")
}

/// The form in which a work was read.
public struct ReadFormat: OpenText, CaseIterable {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a format from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A printed book.
  public static let print = ReadFormat(rawValue: "print")
  /// An e-book.
  public static let ebook = ReadFormat(rawValue: "ebook")
  /// An audiobook.
  public static let audio = ReadFormat(rawValue: "audio")

  /// All formats that this version knows, in the order of a picker.
  public static let allCases: [ReadFormat] = [.print, .ebook, .audio]

  /// The name of the format, in English.
  public var displayName: String {
    switch self {
    case .print: "Print"
    case .ebook: "E-book"
    case .audio: "Audiobook"
    default: rawValue
    }
  }
}

/// The origin of a read.
public struct ReadSource: OpenText {
  /// The name on the wire.
  public let rawValue: String
  /// Creates a source from its name on the wire, including names that this version does not know.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A person or an import.
  public static let manual = ReadSource(rawValue: "manual")
  /// The read follows from listening sessions. Only its rating, its note and its review can be changed.
  public static let listening = ReadSource(rawValue: "listening")
}

/// A read to add with ``WaymarkClient/addRead(_:_:)``.
public struct BookReadReport: Codable, Sendable, Hashable {
  /// Whether the read is open, finished or abandoned.
  public var status: ReadStatus
  /// When the read started. Give either this or ``startedOn``, or neither if the start is unknown.
  public var startedAt: Date?
  /// The date of the start.
  public var startedOn: PartialDate?
  /// When the read ended. Give either this or ``finishedOn``, or neither if the finish is unknown.
  public var finishedAt: Date?
  /// The date of the end.
  public var finishedOn: PartialDate?
  /// The rating, 0…5 in steps of 0.25.
  public var rating: Double?
  /// The form in which the work was read.
  public var format: ReadFormat?
  /// A note.
  public var note: String?
  /// A review of up to 10,000 characters.
  public var review: String?

  /// Creates a read. A finished read without dates has an unknown finish.
  public init(
    status: ReadStatus, startedAt: Date? = nil, startedOn: PartialDate? = nil, finishedAt: Date? = nil,
    finishedOn: PartialDate? = nil, rating: Double? = nil, format: ReadFormat? = nil, note: String? = nil,
    review: String? = nil
  ) {
    self.status = status
    self.startedAt = startedAt
    self.startedOn = startedOn
    self.finishedAt = finishedAt
    self.finishedOn = finishedOn
    self.rating = rating
    self.format = format
    self.note = note
    self.review = review
  }
}

/// An edit of a read. Members that are nil or `unchanged` stay as they are.
public struct BookReadPatch: Sendable, Hashable {
  /// The new status. An open read that is finished or abandoned ends now unless a finish is given.
  public var status: ReadStatus?
  /// The edit of the start. Clearing it makes the start unknown.
  public var startedAt: Change<Date>
  /// The edit of the date of the start. Do not give both forms.
  public var startedOn: Change<PartialDate>
  /// The edit of the end. Clearing it makes the finish unknown.
  public var finishedAt: Change<Date>
  /// The edit of the date of the end. Do not give both forms.
  public var finishedOn: Change<PartialDate>
  /// The edit of the rating, 0…5 in steps of 0.25.
  public var rating: Change<Double>
  /// The edit of the form in which the work was read.
  public var format: Change<ReadFormat>
  /// The edit of the note.
  public var note: Change<String>
  /// The edit of the review, of up to 10,000 characters.
  public var review: Change<String>

  /// Creates an edit.
  public init(
    status: ReadStatus? = nil, startedAt: Change<Date> = .unchanged, startedOn: Change<PartialDate> = .unchanged,
    finishedAt: Change<Date> = .unchanged, finishedOn: Change<PartialDate> = .unchanged,
    rating: Change<Double> = .unchanged, format: Change<ReadFormat> = .unchanged, note: Change<String> = .unchanged,
    review: Change<String> = .unchanged
  ) {
    self.status = status
    self.startedAt = startedAt
    self.startedOn = startedOn
    self.finishedAt = finishedAt
    self.finishedOn = finishedOn
    self.rating = rating
    self.format = format
    self.note = note
    self.review = review
  }
}

extension BookReadPatch: Encodable {
  private enum Member: String, CodingKey {
    case status, startedAt, startedOn, finishedAt, finishedOn, rating, format, note, review
  }

  /// Encodes the changed members as a JSON merge patch.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encodeIfPresent(status, forKey: .status)
    try members.encode(startedAt, forKey: .startedAt)
    try members.encode(startedOn, forKey: .startedOn)
    try members.encode(finishedAt, forKey: .finishedAt)
    try members.encode(finishedOn, forKey: .finishedOn)
    try members.encode(rating, forKey: .rating)
    try members.encode(format, forKey: .format)
    try members.encode(note, forKey: .note)
    try members.encode(review, forKey: .review)
  }
}
