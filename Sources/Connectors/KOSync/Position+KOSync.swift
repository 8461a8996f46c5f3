import Domain
import JSON

/// The limits of a body.
enum KOSyncBody {
  static let depth = 32
}

extension Position {
  /// Parses the body of a push. Unknown members are ignored.
  init(kosync body: [UInt8]) throws(KOSyncError) {
    guard let value = JSONValue(parsing: body, depthLimit: KOSyncBody.depth) else { throw .notJSON }
    if case .list = value { throw .isList }
    guard case .object = value else { throw .notJSON }
    guard let document = value["document"]?.text, PositionRules.isDocument(document) else { throw .noDocument }
    guard let progress = value["progress"]?.plainText, let percentage = value["percentage"]?.plainNumber,
      let device = value["device"]?.plainText
    else { throw .invalid }
    var position = Position(document: document, progress: progress, percentage: percentage, device: device)
    position.deviceId = value["device_id"]?.plainText.flatMap { $0.isEmpty ? nil : $0 }
    if let metadata = value["metadata"] { position.describe(metadata) }
    guard PositionRules.violations(of: position).isEmpty else { throw .invalid }
    self = position
  }

  /// Takes the title and the authors, one per line. Metadata in another form is ignored.
  private mutating func describe(_ metadata: JSONValue) {
    guard let title = metadata["title"]?.text.map(TextRules.trimmed),
      TextRules.violations(ofText: title, "title").isEmpty
    else { return }
    self.title = title
    let names = metadata["authors"]?.text?.split(whereSeparator: \.isNewline) ?? []
    authors = names.map { TextRules.trimmed(String($0)) }.filter { TextRules.violations(ofText: $0, "authors").isEmpty }
    authors = Array(authors.prefix(PositionRules.authorsOfDocument))
  }
}

extension JSONValue {
  /// A text, or a number as its text.
  var plainText: String? {
    switch self {
    case .text(let text): text
    case .number, .integer: json
    default: nil
    }
  }

  /// A number, or one in a text.
  var plainNumber: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }
}
