/// A token that a person types on a small keyboard: sixteen characters of which none looks like another, 80 bits.
public enum DeviceToken {
  public static let characterCount = 16
  private static let groupLength = 4
  /// With its hyphens.
  public static let writtenLengths = characterCount...(characterCount + characterCount / groupLength - 1)
  private static let alphabet = [UInt8]("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The characters alone, as they are hashed.
  public static func make() -> [UInt8] {
    // Of each random byte the five low bits choose one of the 32 characters, each equally often.
    RandomBytes.make(characterCount).map { alphabet[Int($0 & 31)] }
  }

  /// In groups of four.
  public static func written(_ characters: [UInt8]) -> String {
    var text: [UInt8] = []
    for (index, character) in characters.enumerated() {
      if index > 0, index % groupLength == 0 { text.append(0x2D) }
      text.append(character)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The characters of a text that is such a token: with hyphens between its groups or without, in either case.
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
