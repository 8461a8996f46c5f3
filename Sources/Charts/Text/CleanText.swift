/// Makes text of any origin safe to display in a picture.
enum CleanText {
  /// Removes control characters, direction overrides, line breaks, and excessive marks on a letter.
  static func of(_ text: String, atMost limit: Int = PictureLimits.textCharacters) -> String {
    clean(text, atMost: limit, keepsIsolates: false)
  }

  /// Cleans a sentence for screen readers, which may contain isolated names.
  static func sentence(_ text: String) -> String {
    clean(text, atMost: PictureLimits.sentenceCharacters, keepsIsolates: true)
  }

  private static func clean(_ text: String, atMost limit: Int, keepsIsolates: Bool) -> String {
    if isClean(text) && text.utf8.count <= limit { return text }
    var result = ""
    var isSpaced = true
    var count = 0
    for character in text where count < limit {
      guard let kept = kept(character, keepsIsolates) else { continue }
      if kept == " " {
        if isSpaced { continue }
        isSpaced = true
      } else {
        isSpaced = false
      }
      result += kept
      count += 1
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  /// Isolates a name within a sentence, so that its writing direction affects nothing else.
  static func isolated(_ name: String) -> String {
    let name = of(name)
    return name.utf8.allSatisfy { $0 < 0x80 } ? name : "\u{2068}\(name)\u{2069}"
  }

  private static func isClean(_ text: String) -> Bool {
    var last: UInt8 = 0x20
    for byte in text.utf8 {
      guard (0x20..<0x7F).contains(byte), byte != 0x20 || last != 0x20 else { return false }
      last = byte
    }
    return last != 0x20 || text.isEmpty
  }

  /// Returns what remains of a character: a space for any white space, nil for nothing.
  private static func kept(_ character: Character, _ keepsIsolates: Bool) -> String? {
    if character.isWhitespace { return " " }
    var scalars = String.UnicodeScalarView()
    var marks = 0
    var isSeen = false
    for scalar in character.unicodeScalars where scalars.count < PictureLimits.characterScalars {
      if keepsIsolates && (scalar == "\u{2068}" || scalar == "\u{2069}") {
        scalars.append(scalar)
        isSeen = true
        continue
      }
      guard isAllowed(scalar) else { continue }
      let category = scalar.properties.generalCategory
      if category == .nonspacingMark || category == .enclosingMark {
        marks += 1
        if marks > PictureLimits.characterMarks { continue }
        // A mark without a letter would be drawn on the preceding character.
        if scalars.isEmpty { scalars.append("\u{25CC}") }
        isSeen = true
      } else if category != .format {
        isSeen = true
      }
      scalars.append(scalar)
    }
    return isSeen ? String(scalars) : nil
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0: false
    // Soft hyphens, invisible spaces, word joiners, and marks and embeddings of directions.
    case 0xAD, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: false
    case 0xFFF9...0xFFFB: false
    default: scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
    }
  }
}
