/// A reader's place in a document, as one of its apps reports it.
public struct Position: Hashable, Codable, Sendable {
  /// The app's name of the document: a digest of the file, or any other text.
  public var document: String
  /// The place, in the form of the app.
  public var progress: String
  /// The fraction that is read. An app may report any number.
  public var percentage: Double
  public var device: String
  public var deviceId: String?
  /// The title and the authors of the document, if the app has reported them.
  public var title: String?
  public var authors: [String]

  public init(
    document: String, progress: String, percentage: Double, device: String, deviceId: String? = nil,
    title: String? = nil, authors: [String] = []
  ) {
    self.document = document
    self.progress = progress
    self.percentage = percentage
    self.device = device
    self.deviceId = deviceId
    self.title = title
    self.authors = authors
  }

  /// Returns the page in a work with `pageCount` pages.
  public func page(of pageCount: Int) -> Int {
    let page = (percentage * Double(pageCount)).rounded(.toNearestOrAwayFromZero)
    return page <= 0 ? 0 : page >= Double(pageCount) ? pageCount : Int(page)
  }
}

public enum PositionRules {
  public static let mostDocuments = 10_000
  public static let documentCharacters = 255
  public static let progressBytes = 4 * 1024
  public static let authorsOfDocument = 20

  /// 1 to 255 visible characters without a slash.
  public static func isDocument(_ text: String) -> Bool {
    (1...documentCharacters).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned: false
        default: scalar != "/"
        }
      }
  }

  public static func violations(of position: Position) -> [Rejection.Violation] {
    var violations: [Rejection.Violation] = []
    if !isDocument(position.document) {
      violations.append(
        .init("document", "must be 1 to \(documentCharacters) visible characters without a slash"))
    }
    if position.progress.utf8.count > progressBytes || position.progress.utf8.contains(0) {
      violations.append(.init("progress", "must be at most \(progressBytes) bytes without U+0000"))
    }
    if !position.percentage.isFinite { violations.append(.init("percentage", "must be a number")) }
    violations += TextRules.violations(ofText: position.device, "device")
    if let id = position.deviceId { violations += TextRules.violations(ofText: id, "deviceId") }
    if let title = position.title { violations += TextRules.violations(ofText: title, "title") }
    if position.authors.count > authorsOfDocument {
      violations.append(.init("authors", "must have at most \(authorsOfDocument) items"))
    }
    return violations + position.authors.flatMap { TextRules.violations(ofText: $0, "authors") }
  }
}

/// Finds the work of a document by its title and authors, as imports do.
public struct DocumentMatch: Sendable {
  private let title: TitleKey
  private let authors: [AuthorKey]
  /// The best work so far.
  public private(set) var workId: String?

  public init(title: String, authors: [String]) {
    self.title = TitleKey(title)
    self.authors = authors.map { AuthorKey($0) }
  }

  /// Returns false if no better work is possible. The full title is better than one without a subtitle.
  public mutating func offer(_ id: String, title: String, authors: [String]) -> Bool {
    let other = TitleKey(title)
    guard self.title.matches(other), AuthorKey.mayShare(self.authors, authors.map { AuthorKey($0) }) else {
      return true
    }
    if self.title == other {
      workId = id
      return false
    }
    workId = workId ?? id
    return true
  }
}
