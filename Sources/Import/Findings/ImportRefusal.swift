/// Why a file cannot be imported at all, in one line for the person whose file it is.
public struct ImportRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// Why one row cannot be imported; the others go on.
struct RowProblem: Error, Hashable, Sendable {
  var reason: String

  init(_ reason: String) {
    self.reason = reason
  }

  /// A value of the file within a reason, cut where it is long.
  static func quoted(_ text: String) -> String {
    let cut = text.unicodeScalars.prefix(ImportLimits.quotedCharacters)
    var shown = ""
    shown.unicodeScalars.append(contentsOf: cut.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 })
    return "'" + shown + (cut.count < text.unicodeScalars.count ? "…'" : "'")
  }
}
