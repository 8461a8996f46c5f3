import Domain

public enum Theme: String, Codable, CaseIterable, Hashable, Sendable {
  case light, dark
  /// Follows the reader's own setting.
  case auto
}

extension Role {
  public func colour(isDark: Bool) -> Colour {
    let pair = pair
    return Colour(isDark ? pair.dark : pair.light)
  }

  private var pair: (light: UInt32, dark: UInt32) {
    switch self {
    case .page: (0xFBFAF7, 0x121316)
    case .card: (0xFFFFFF, 0x1B1D21)
    case .hairline: (0xE4E1DA, 0x2E3036)
    case .ink: (0x1C1B19, 0xF1EFEA)
    case .muted: (0x65625B, 0xA5A29B)
    case .kind(let kind): Self.heat(of: kind).last ?? (0x1C1B19, 0xF1EFEA)
    case .heat(let kind, let level):
      Self.heat(of: kind)[min(max(level, Self.heatLevels.lowerBound), Self.heatLevels.upperBound) - 1]
    case .known: (0x34C759, 0x34C759)
    case .unknown: (0x8E8E93, 0x8E8E93)
    case .add: (0x007AFF, 0x007AFF)
    case .metal(let rarity): Self.same(Self.material(of: rarity).metal)
    case .shade(let rarity): Self.same(Self.material(of: rarity).shade)
    case .motif(let rarity): Self.same(Self.material(of: rarity).motif)
    case .cover(let hue): Self.covers[((hue % Self.coverHues) + Self.coverHues) % Self.coverHues]
    }
  }

  private static func same(_ colour: UInt32) -> (light: UInt32, dark: UInt32) { (colour, colour) }

  /// Paper, bronze, silver, gold and opal, the same in every theme.
  private static func material(of rarity: Achievement.Rarity) -> (metal: UInt32, shade: UInt32, motif: UInt32) {
    switch rarity {
    case .common: (0xF3EBDB, 0xD8C7A3, 0x57472A)
    case .uncommon: (0xC98A5B, 0x8A4B22, 0xFFF8F0)
    case .rare: (0xE6EAF0, 0x9AA6B5, 0x26303D)
    case .epic: (0xF8DD84, 0xC3941A, 0x443000)
    case .legendary: (0xBDE9F5, 0xE2BDF2, 0x35296B)
    }
  }

  static var coverHues: Int { covers.count }

  /// Around the circle of colours.
  private static let covers: [(light: UInt32, dark: UInt32)] = [
    (0x8A2E2E, 0xF2A6A0), (0x8A4310, 0xF59A5B), (0x6B560F, 0xD9C25A), (0x4A6316, 0xB5CF6B), (0x1F6B3A, 0x6FD08F),
    (0x17695F, 0x5CCBBB), (0x1B6480, 0x7CC7E8), (0x2B5797, 0x9DBDF5), (0x4F4BC9, 0xA3A2FF), (0x6A3FA0, 0xC9A6F5),
    (0x8A2F86, 0xEFA0E6), (0x9A2B55, 0xF59AB8),
  ]

  /// From some to most. The last is the colour of the kind itself.
  private static func heat(of kind: ActivityKind) -> [(light: UInt32, dark: UInt32)] {
    switch kind {
    case .listening:
      [(0xCFCDF3, 0x34356B), (0xA6A3E6, 0x4C4BA3), (0x7874D9, 0x7472D6), (0x4F4BC9, 0xA3A2FF)]
    case .reading:
      [(0xC4E3D5, 0x1F4A39), (0x8FC7AD, 0x2F6F55), (0x4F9C7A, 0x439C75), (0x17734F, 0x5CCB9A)]
    case .rucks:
      [(0xF3D2BD, 0x55311B), (0xE3A681, 0x854A22), (0xC9763F, 0xBD713C), (0xA84A12, 0xF59A5B)]
    }
  }
}
