/// Rules for texts of ASCII only. They give the same results as the general ones, without Unicode's tables.
enum ASCIIText {
  static func contains(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in bytes.allSatisfy { $0 < 0x80 } }
      ?? text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// Returns a letter in lower case or a digit, or nil for another character.
  static func folded(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x61...0x7A, 0x30...0x39: byte
    case 0x41...0x5A: byte | 0x20
    default: nil
    }
  }

  /// Returns the words of letters and digits, in lower case.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      if let folded = folded(byte) {
        word.append(folded)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }

  /// Returns the index of the last such character, which is one of ASCII.
  static func lastIndex(of mark: Character, in text: String) -> String.Index? {
    guard let byte = mark.asciiValue, let found = text.utf8.lastIndex(of: byte) else { return nil }
    return contains(text) ? found : text.lastIndex(of: mark)
  }

  /// Whether the byte is white space or the null character.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }

  /// Whether the byte is a visible character.
  static func isVisible(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }
}
