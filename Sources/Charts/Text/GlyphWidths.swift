/// The widths of characters in a common sans font, in thousandths of the font size. They are slightly greater than
/// Helvetica's, so that Arial, Roboto, Segoe UI and San Francisco fit too. `Label` handles wider fonts.
enum GlyphWidths {
  /// From the space to `~`.
  private static let regular: [UInt16] = [
    280, 290, 370, 600, 590, 900, 680, 200, 340, 340, 400, 600, 280, 350, 280, 310,
    590, 590, 590, 590, 590, 590, 590, 590, 590, 590, 280, 280, 600, 600, 600, 540,
    1_010, 680, 680, 720, 740, 650, 600, 780, 740, 290, 510, 680, 570, 870, 750, 780, 660, 780, 690, 670, 620, 740,
    680, 970, 670, 670, 630,
    310, 310, 310, 480, 500, 340, 570, 590, 530, 590, 570, 330, 590, 580, 250, 250, 530, 250, 870, 580, 590, 590,
    590, 370, 520, 340, 580, 520, 770, 520, 520, 510,
    350, 270, 350, 600,
  ]

  private static let strong: [UInt16] = [
    280, 340, 480, 620, 620, 920, 730, 250, 360, 360, 430, 610, 290, 370, 290, 330,
    620, 620, 620, 620, 620, 620, 620, 620, 620, 620, 340, 340, 610, 610, 610, 600,
    1_000, 740, 720, 730, 750, 670, 620, 790, 770, 310, 570, 730, 610, 900, 770, 800, 690, 800, 730, 690, 650, 760,
    720, 1_000, 710, 690, 650,
    350, 330, 350, 590, 550, 350, 590, 630, 570, 630, 600, 360, 630, 630, 290, 290, 580, 290, 910, 630, 630, 630,
    630, 420, 570, 370, 630, 580, 820, 580, 580, 540,
    400, 290, 400, 610,
  ]

  /// The last code point of a range and the width of its characters.
  private static let ranges: [(last: UInt32, width: UInt16)] = [
    (0x7F, 600), (0x9F, 0), (0xBF, 620), (0x24F, 0), (0x2AF, 590), (0x2FF, 400), (0x36F, 0), (0x52F, 0),
    (0x58F, 680), (0x5FF, 620), (0x6FF, 780), (0x74F, 700), (0x77F, 780), (0x7FF, 640), (0x8FF, 780),
    (0xDFF, 900), (0xE7F, 620), (0xEFF, 660), (0xFFF, 660), (0x109F, 1_000), (0x10FF, 680), (0x115F, 1_000),
    (0x11FF, 0), (0x139F, 850), (0x13FF, 780), (0x167F, 800), (0x177F, 700), (0x17FF, 950), (0x18AF, 800),
    (0x1CFF, 850), (0x1DFF, 560), (0x1FFF, 0), (0x200B, 500), (0x200F, 0), (0x2015, 1_000), (0x2022, 400),
    (0x2026, 1_000), (0x20CF, 680), (0x2BFF, 1_000), (0x2E7F, 800), (0xA4CF, 1_000), (0xA95F, 850),
    (0xA97F, 1_000), (0xABFF, 850), (0xD7FF, 1_000), (0xF8FF, 1_000), (0xFAFF, 1_000), (0xFB4F, 700),
    (0xFDFF, 1_100), (0xFE0F, 0), (0xFEFF, 1_000), (0xFF60, 1_000), (0xFFDC, 560), (0xFFFD, 1_000),
    (0x1CFFF, 1_000), (0x1EFFF, 1_000), (0x1FAFF, 1_300), (0x10FFFF, 1_000),
  ]

  static let emoji: UInt16 = 1_300

  /// Returns the width of the text at font size 1.
  static func width(of text: String, isStrong: Bool) -> Double {
    var thousandths = 0
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      let table = isStrong ? strong : regular
      for byte in text.utf8 { thousandths += Int(table[Int(byte) - 0x20]) }
    } else {
      for character in text { thousandths += width(of: character, isStrong: isStrong) }
    }
    return Double(thousandths) / 1_000
  }

  /// In thousandths.
  static func width(of character: Character, isStrong: Bool) -> Int {
    var sum = 0
    for scalar in character.unicodeScalars {
      if isEmoji(scalar) { return Int(emoji) }
      sum += Int(width(of: scalar, isStrong: isStrong))
    }
    return sum
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x231A && (scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation)
  }

  private static func width(of scalar: Unicode.Scalar, isStrong: Bool) -> UInt16 {
    let value = scalar.value
    if (0x20..<0x7F).contains(value) { return (isStrong ? strong : regular)[Int(value) - 0x20] }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    let width = ranges.first { value <= $0.last }?.width ?? 1_000
    let ofScript = width > 0 ? width : letter(scalar)
    return isStrong ? ofScript + ofScript / 12 : ofScript
  }

  /// Returns the width of a letter of extended Latin, Greek or Cyrillic.
  private static func letter(_ scalar: Unicode.Scalar) -> UInt16 {
    let value = scalar.value
    // Vowels and finals of Hangul share the block of their consonant.
    if (0x1160...0x11FF).contains(value) { return 0 }
    let wide: Set<UInt32> = [
      0xC6, 0xE6, 0x152, 0x153, 0x1C4, 0x1C7, 0x1CA, 0x416, 0x428, 0x429, 0x42E, 0x42B, 0x436, 0x448, 0x449, 0x44E,
      0x44B,
      0x444, 0x424, 0x409, 0x40A,
    ]
    if wide.contains(value) { return 1_030 }
    return scalar.properties.isUppercase ? 780 : 620
  }
}
