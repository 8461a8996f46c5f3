public import Domain

/// What a colour is used for. A theme says which colour that is.
public enum Role: Hashable, Sendable {
  case page, card, hairline, ink, muted
  case kind(ActivityKind)
  /// How much there is, from 1 (some) to 4 (most).
  case heat(ActivityKind, Int)
  /// The radar's own three, of every theme: data, no data, and what adds some.
  case known, unknown, add

  public static let heatLevels = 1...4
}

public struct Colour: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  init(_ rgb: UInt32) {
    red = UInt8(truncatingIfNeeded: rgb >> 16)
    green = UInt8(truncatingIfNeeded: rgb >> 8)
    blue = UInt8(truncatingIfNeeded: rgb)
  }

  /// `#4F4BC9`.
  public var hex: String {
    "#"
      + [red, green, blue].map { value in
        let digits = String(value, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }
}
