/// Why a file is rejected as a whole, as one line for the user.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// Why one row is rejected. The import continues with the next row.
struct RowProblem: Error, Hashable, Sendable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// Quotes a value of the file in a reason and shortens it if it is long.
  static func quoted(_ text: String) -> String {
    let cut = text.unicodeScalars.prefix(ImportLimits.quotedCharacters)
    var shown = ""
    shown.unicodeScalars.append(contentsOf: cut.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
    return "'" + shown + (cut.count < text.unicodeScalars.count ? "…'" : "'")
  }
}
