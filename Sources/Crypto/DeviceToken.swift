/// A token for typing on a small keyboard: sixteen unmistakable characters with 80 random bits.
public enum DeviceToken {
  public static let characterCount = 16
  private static let groupLength = 4
  /// The length as typed, without and with hyphens.
  public static let writtenLengths = characterCount...(characterCount + characterCount / groupLength - 1)
  private static let alphabet = [UInt8]("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Returns the characters without hyphens, as they are hashed.
  public static func make() -> [UInt8] {
    // Each of the 32 characters is equally likely: it is chosen by five random bits.
    RandomBytes.make(characterCount).map { alphabet[Int($0 & 31)] }
  }

  /// Inserts a hyphen after every fourth character.
  public static func written(_ characters: [UInt8]) -> String {
    var text: [UInt8] = []
    for (index, character) in characters.enumerated() {
      if index > 0, index % groupLength == 0 { text.append(0x2D) }
      text.append(character)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The ways in which a token is typed: without and with hyphens, in lower and in upper case.
  public static func typedForms(of characters: [UInt8]) -> [[UInt8]] {
    let lower = [characters, [UInt8](written(characters).utf8)]
    return lower + lower.map { form in form.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 } }
  }

  /// Parses a token in either case, with or without hyphens between its groups. Returns nil for anything else.
  public static func characters(of text: some Collection<UInt8>) -> [UInt8]? {
    guard writtenLengths.contains(text.count) else { return nil }
    var found: [UInt8] = []
    var hasHyphen = false
    for byte in text {
      if byte == 0x2D {
        guard !hasHyphen, found.count % groupLength == 0, (1..<characterCount).contains(found.count) else { return nil }
        hasHyphen = true
        continue
      }
      hasHyphen = false
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      guard alphabet.contains(lower) else { return nil }
      found.append(lower)
    }
    return found.count == characterCount ? found : nil
  }
}
