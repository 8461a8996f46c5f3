public import Domain

/// The purpose of a colour. A theme maps it to a colour.
public enum Role: Hashable, Sendable {
  case page, card, hairline, ink, muted
  case kind(ActivityKind)
  /// A level from 1 (some) to 4 (most).
  case heat(ActivityKind, Int)
  /// The three colours of the radar, the same in every theme: data, no data, and the + that adds data.
  case known, unknown, add

  /// The colour of a drawn cover, below `coverHues`.
  case cover(Int)

  /// The colours of a medal: its material in the light and in the shade, and the lines on it.
  case metal(Achievement.Rarity)
  case shade(Achievement.Rarity)
  case motif(Achievement.Rarity)

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
