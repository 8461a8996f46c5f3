/// A reader's review of a read, which may have several lines.
public struct ReadReview: Hashable, Sendable {
  public let text: String

  /// Removes white space at the ends. Returns nil if nothing remains.
  public init?(_ text: String) {
    let trimmed = TextRules.trimmed(text)
    guard !trimmed.isEmpty else { return nil }
    self.text = trimmed
  }

  /// The bytes of the text, by which the reviews of a work are limited.
  var size: Int { text.utf8.count }

  static func violations(of text: String?, _ field: String) -> [Rejection.Violation] {
    guard let text else { return [] }
    if text.utf8.contains(0) { return [.init(field, "must not contain the character U+0000")] }
    guard let review = ReadReview(text), review.size > LibraryRules.longestReview,
      review.text.unicodeScalars.count > LibraryRules.longestReview
    else { return [] }
    return [.init(field, "must be at most \(LibraryRules.longestReview) characters")]
  }
}

extension ReadReview: Codable {
  public init(from decoder: any Decoder) throws {
    text = TextRules.trimmed(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

// Synthesised coding prefers this overload to the generic one. A read without a review has the same bytes as before
// there were reviews.
extension KeyedEncodingContainer {
  mutating func encodeIfPresent(_ value: ReadReview?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }
}

extension Patch<String> {
  /// The edit of a review. A text of white space clears it.
  func apply(to review: inout ReadReview?) {
    switch self {
    case .unchanged: break
    case .cleared: review = nil
    case .set(let text): review = ReadReview(text)
    }
  }
}

extension LibraryRecord {
  /// The reviews of a work are written together when the work is removed, so their sum is limited too.
  public func checkReviews() throws(Rejection) {
    guard all.lazy.compactMap(\.review?.size).reduce(0, +) > LibraryRules.mostReviewBytes else { return }
    throw Rejection(
      "review", "makes the reviews of this work longer than \(LibraryRules.mostReviewBytes >> 10) KiB; shorten one")
  }
}
