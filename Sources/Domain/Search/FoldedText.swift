/// A text prepared for searching: words without case and accents, each preceded by a space.
public struct FoldedText: Hashable, Sendable {
  private(set) var scalars: [Unicode.Scalar] = []

  public init(_ texts: [String]) {
    for text in texts { append(text) }
  }

  private mutating func append(_ text: String) {
    if ASCIIText.contains(text) { return appendASCII(text) }
    var isInWord = false
    for scalar in text.unicodeScalars where scalar != Self.softHyphen {
      for folded in LetterFolding.folded(scalar) {
        // In scripts without spaces between words, each letter may start a word.
        let standsAlone = Self.standsAlone(folded)
        guard standsAlone || Self.isPartOfWord(folded) else {
          isInWord = false
          continue
        }
        if standsAlone || !isInWord { scalars.append(Self.space) }
        scalars.append(folded)
        isInWord = !standsAlone
      }
    }
  }

  /// Gives the same result as `append`, which converts each scalar.
  private mutating func appendASCII(_ text: String) {
    var isInWord = false
    for byte in text.utf8 {
      guard let folded = ASCIIText.folded(byte) else {
        isInWord = false
        continue
      }
      if !isInWord { scalars.append(Self.space) }
      scalars.append(Unicode.Scalar(folded))
      isInWord = true
    }
  }

  /// Returns the words of a text, in order.
  public static func words(of text: String) -> [String] {
    ASCIIText.contains(text) ? ASCIIText.words(of: text) : FoldedText([text]).words
  }

  /// The words, in order.
  public var words: [String] {
    scalars.split(separator: Self.space).map { String(String.UnicodeScalarView($0)) }
  }

  /// Marks where a word may be hyphenated, and is not displayed.
  private static let softHyphen: Unicode.Scalar = "\u{AD}"

  static let space: Unicode.Scalar = " "

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return (0x61...0x7A).contains(scalar.value) || (0x30...0x39).contains(scalar.value)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber, .otherNumber, .spacingMark, .nonspacingMark:
      return true
    default: return false
    }
  }

  private static func standsAlone(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Thai and Lao, Burmese, Khmer, kana.
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3041...0x30FF: isPartOfWord(scalar)
    case 0x2E80...: scalar.properties.isIdeographic
    default: false
    }
  }
}

/// The words of a search. Each must be the start of a word of the text.
public struct SearchWords: Hashable, Sendable {
  /// Each with the space before it.
  private(set) var words: [[Unicode.Scalar]] = []

  public init(_ query: String) {
    var seen: Set<[Unicode.Scalar]> = []
    for word in FoldedText([query]).scalars.split(separator: FoldedText.space) {
      let word = [FoldedText.space] + word
      if seen.insert(word).inserted { words.append(word) }
    }
  }

  /// The number of passes over a text.
  public var count: Int { words.count }

  public func match(_ texts: [String]) -> Bool {
    if words.isEmpty { return true }
    let text = FoldedText(texts).scalars
    return words.allSatisfy { Self.holds(text, $0) }
  }

  static func holds(_ text: [Unicode.Scalar], _ word: [Unicode.Scalar]) -> Bool {
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { start in
      for offset in word.indices where text[start + offset] != word[offset] { return false }
      return true
    }
  }
}
