/// The words of a title in lower case without accents. A mark after a letter is a word too: "C++" and "C#" are not "C".
public enum TitleWords {
  public static func words(_ title: String) -> [String] {
    let found = FoldedText.words(of: withMarks(title))
    // Keeps titles such as "!!!" and "???".
    return found.isEmpty && !title.isEmpty ? [title.lowercased()] : found
  }

  /// Spells out + and # directly after a letter or digit at the end of a word, but not in "#1" and "1+1".
  private static func withMarks(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 == 0x2B || $0 == 0x23 }) else { return title }
    let scalars = Array(title.unicodeScalars)
    var made = String.UnicodeScalarView()
    var place = 0
    while place < scalars.count {
      var end = place
      while end < scalars.count, scalars[end] == "+" || scalars[end] == "#" { end += 1 }
      let isName =
        place > 0 && isPartOfWord(scalars[place - 1]) && (end == scalars.count || !isPartOfWord(scalars[end]))
      if end > place, isName {
        for mark in scalars[place..<end] {
          made.append(contentsOf: (mark == "+" ? " plus " : " sharp ").unicodeScalars)
        }
        place = end
      } else {
        made.append(scalars[place])
        place += 1
      }
    }
    return String(made)
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
  }
}
