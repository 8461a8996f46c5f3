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
    }
  }

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
