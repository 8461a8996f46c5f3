/// A title without the differences between lists: case, accents, a subtitle, the series in parentheses.
public struct TitleKey: Hashable, Sendable {
  /// The title before its subtitle.
  public let base: String
  public let subtitle: String
  /// The number within a series, if the title contains one.
  let volume: String?
  /// Whether books with this title differ only by their number, such as volumes named after their series.
  private let isSeries: Bool

  public init(_ title: String) {
    var rest = TextRules.trimmed(title)
    var volume: String?
    var series = ""
    if rest.hasSuffix(")"), let open = ASCIIText.lastIndex(of: "(", in: rest), open != rest.startIndex {
      let inside = String(rest[rest.index(after: open)...].dropLast())
      volume = Self.volume(in: inside)
      if volume != nil {
        series = Self.joined(String(inside.prefix { $0 != "#" && $0 != "," }))
      }
      rest = TextRules.trimmed(String(rest[..<open]))
    }
    let (first, second) = Self.split(rest)
    let volumeOfSubtitle = second.isEmpty ? nil : Self.volume(in: second)
    base = Self.joined(first)
    subtitle = second.isEmpty ? "" : Self.subtitle(second, volumeOfSubtitle)
    isSeries = volumeOfSubtitle != nil || series == base
    self.volume = volumeOfSubtitle ?? volume
  }

  public var words: Set<Substring> { Set(base.split(separator: " ") + subtitle.split(separator: " ")) }

  /// Whether both may be the same book. The subtitle may be missing in one of them.
  public func matches(_ other: TitleKey) -> Bool {
    guard base == other.base, !base.isEmpty else { return false }
    if let volume, let otherVolume = other.volume, volume != otherVolume { return false }
    // A series is often named after its first book, whose title then has no number.
    if (volume == nil) != (other.volume == nil), isSeries || other.isSeries, (volume ?? other.volume) != "1" {
      return false
    }
    return subtitle == other.subtitle || subtitle.isEmpty || other.subtitle.isEmpty
  }

  private static func joined(_ text: String) -> String { TitleWords.words(text).joined(separator: " ") }

  /// Replaces the words before a volume number by one word.
  private static func subtitle(_ text: String, _ volume: String?) -> String {
    let found = TitleWords.words(text).map { number($0) ?? $0 }
    guard let volume, found.count == 1 || (found.count == 2 && words.contains(found[0])) else {
      return found.joined(separator: " ")
    }
    return "volume \(volume)"
  }

  private static func split(_ title: String) -> (String, String) {
    let division = ASCIIText.contains(title) ? divisionOfASCII(title) : divisionByCharacters(title)
    guard let place = division ?? commaBeforeVolume(title) else { return (title, "") }
    return (String(title[..<place.lowerBound]), String(title[place.upperBound...]))
  }

  private static let divisions = [": ", " - ", " – ", " — ", "; "]

  /// Returns the range of the first division. A division at the start of the title is not one.
  static func divisionByCharacters(_ title: String) -> Range<String.Index>? {
    var place: Range<String.Index>?
    for division in divisions {
      guard let found = title.firstRange(of: division), found.lowerBound != title.startIndex else { continue }
      if place.map({ found.lowerBound < $0.lowerBound }) ?? true { place = found }
    }
    return place
  }

  /// Gives the same result as `divisionByCharacters` in one pass over a title of ASCII.
  static func divisionOfASCII(_ title: String) -> Range<String.Index>? {
    var (colon, dash, semicolon): (Int?, Int?, Int?)
    var before: (UInt8, UInt8) = (0, 0)
    for (offset, byte) in title.utf8.enumerated() {
      if byte == 0x20 {
        switch before {
        case (_, 0x3A): colon = colon ?? offset - 1
        case (0x20, 0x2D): dash = dash ?? offset - 2
        case (_, 0x3B): semicolon = semicolon ?? offset - 1
        default: break
        }
      }
      before = (before.1, byte)
    }
    let found = [(colon, 2), (dash, 3), (semicolon, 2)].compactMap { start, count in
      start.flatMap { $0 > 0 ? $0..<$0 + count : nil }
    }
    return found.min { $0.lowerBound < $1.lowerBound }.map { range in
      let start = title.utf8.index(title.startIndex, offsetBy: range.lowerBound)
      return start..<title.utf8.index(start, offsetBy: range.count)
    }
  }

  /// Returns the range of the comma in "Saga, Volume 1".
  private static func commaBeforeVolume(_ title: String) -> Range<String.Index>? {
    guard let comma = ASCIIText.lastIndex(of: ",", in: title), comma != title.startIndex else { return nil }
    let rest = FoldedText.words(of: String(title[comma...]))
    guard rest.count == 2, words.contains(rest[0]), number(rest[1]) != nil else { return nil }
    return comma..<title.index(after: comma)
  }

  private static let numerals = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
  ]
  private static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
  private static let words: Set = [
    "volume", "vol", "book", "part", "band", "bd", "tome", "teil", "no", "nr", "number", "buch", "libro", "livre",
  ]

  /// Returns the volume number: after a word such as "Book", on its own, or at the end. A single letter is not a Roman
  /// numeral.
  private static func volume(in text: String) -> String? {
    // "#1.5" is a volume between two others.
    if let mark = ASCIIText.lastIndex(of: "#", in: text),
      let value = Double(TextRules.trimmed(String(text[text.index(after: mark)...])))
    {
      return value == value.rounded() && abs(value) < 1e9 ? String(Int(value)) : String(value)
    }
    let found = FoldedText.words(of: text)
    for (place, word) in found.enumerated() {
      if words.contains(word), place + 1 < found.count, let number = number(found[place + 1]) { return number }
    }
    if found.count == 1, found[0].count > 1, let number = number(found[0]) { return number }
    guard let last = found.last, last.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    return number(last)
  }

  private static func number(_ word: String) -> String? {
    if let value = Int(word) { return String(value) }
    if let place = numerals.firstIndex(of: word) ?? numbers.firstIndex(of: word) { return String(place + 1) }
    return nil
  }
}
