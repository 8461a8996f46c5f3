/// Replaces characters that control a terminal, or hide or reorder text, with `\uXXXX`. This escape is also valid in
/// JSON text, which keeps its meaning.
public enum VisibleText {
  /// Returns a text of several lines. Line breaks and tabs remain.
  public static func escaped(_ text: String) -> String {
    guard needsScan(text) else { return text }
    let scalars = text.unicodeScalars
    return escaped(text) { index in
      switch scalars[index] {
      case "\n", "\t": true
      case "\r": scalars.index(after: index) < scalars.endIndex && scalars[scalars.index(after: index)] == "\n"
      default: false
      }
    }
  }

  /// Returns a text as one line without tabs.
  public static func line(_ text: String) -> String {
    needsScan(text) ? escaped(text) { _ in false } : text
  }

  private static func needsScan(_ text: String) -> Bool {
    text.utf8.contains { $0 < 0x20 || $0 >= 0x7F }
  }

  private static func escaped(_ text: String, unless isAllowed: (String.Index) -> Bool) -> String {
    let scalars = text.unicodeScalars
    guard scalars.indices.contains(where: { isHidden(scalars[$0]) && !isAllowed($0) }) else { return text }
    var result = ""
    for index in scalars.indices {
      let scalar = scalars[index]
      if isHidden(scalar), !isAllowed(index) {
        for unit in String(scalar).utf16 { result += escape(unit) }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Controls of terminals and of the text direction, and invisible characters except those that join letters.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{200C}", "\u{200D}": return false
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
