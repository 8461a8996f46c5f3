/// An ISBN, always with thirteen digits.
public struct ISBN: Hashable, Sendable {
  public let digits: String

  /// Accepts hyphens, brackets and the `="…"` of a spreadsheet. Returns nil if the check digit is wrong.
  public init?(_ text: String) {
    var found: [Int] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: found.append(Int(byte - 0x30))
      case 0x58 where found.count == 9, 0x78 where found.count == 9: found.append(10)
      case 0x20, 0x22, 0x27, 0x2D, 0x3D, 0x5B, 0x5D: continue
      default: return nil
      }
      guard found.count <= 13 else { return nil }
    }
    switch found.count {
    case 13:
      let sum = found.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
      guard found[0] == 9, found[1] == 7, found[2] >= 8, sum % 10 == 0, !found.contains(10) else { return nil }
    case 10:
      let sum = found.enumerated().reduce(0) { $0 + $1.element * (10 - $1.offset) }
      guard sum % 11 == 0, !found.dropLast().contains(10), found.contains(where: { $0 != 0 }) else { return nil }
      found = [9, 7, 8] + found.dropLast()
      let longSum = found.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
      found.append((10 - longSum % 10) % 10)
    default: return nil
    }
    digits = found.map(String.init).joined()
  }
}
