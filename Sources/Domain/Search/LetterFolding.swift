/// Removes case and accents from letters, whether composed or decomposed.
public enum LetterFolding {
  /// Returns no scalar, one or several: `ß` becomes `ss`, and a separate accent is removed.
  public static func folded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    for block in blocks where block.range.contains(scalar.value) {
      return block.folded[Int(scalar.value - block.range.lowerBound)]
    }
    return uncased(scalar).filter { !isAccent($0) }
  }

  private struct Block: Sendable {
    var range: ClosedRange<UInt32>
    var folded: [[Unicode.Scalar]]

    init(_ range: ClosedRange<UInt32>, bases: [Unicode.Scalar: Unicode.Scalar]) {
      self.range = range
      folded = range.map { value in
        guard let scalar = Unicode.Scalar(value) else { return [] }
        return uncased(scalar).filter { !isAccent($0) }.map { bases[$0] ?? $0 }
      }
    }
  }

  /// The blocks that contain letters with accents: Latin, Greek and Cyrillic, and their extensions.
  private static let blocks: [Block] = {
    let ranges: [ClosedRange<UInt32>] = [0...0x2AF, 0x300...0x52F, 0x1E00...0x1FFF]
    let bases = lettersBelow(in: ranges)
    return ranges.map { Block($0, bases: bases) }
  }()

  /// Uses the Unicode names: the name of an accented letter starts with the name of its base letter.
  private static func lettersBelow(in ranges: [ClosedRange<UInt32>]) -> [Unicode.Scalar: Unicode.Scalar] {
    var named: [String: Unicode.Scalar] = [:]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      if let name = scalar.properties.name { named[name] = scalar }
    }
    var bases = namedApart
    for (name, scalar) in named {
      guard let end = name.firstRange(of: " WITH ")?.lowerBound, let base = named[String(name[..<end])] else {
        continue
      }
      bases[scalar] = base
    }
    return bases
  }

  /// Letters whose names do not contain the letter from which they are derived.
  private static let namedApart: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{439}": "\u{438}", "\u{451}": "\u{435}", "\u{453}": "\u{433}", "\u{457}": "\u{456}", "\u{45C}": "\u{43A}",
    "\u{45E}": "\u{443}", "\u{374}": "\u{2B9}", "\u{3D3}": "\u{3D2}", "\u{3D4}": "\u{3D2}",
  ]

  /// Converts to upper case first, because there variants of a letter coincide.
  private static func uncased(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    scalar.properties.uppercaseMapping.unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
  }

  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Combining marks for any letter, and the points of Hebrew and Arabic.
    case 0x300...0x36F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F, 0x591...0x5BD,
      0x64B...0x65F, 0x670:
      true
    default: false
    }
  }
}
