/// Converts text to Windows-1252, the encoding of the standard fonts. Other letters become their nearest equivalent.
enum WinAnsi {
  static let unknown = UInt8(ascii: "?")

  static func bytes(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      // Tries the whole character first, because the font may have the letter with its mark.
      if let one = character.unicodeScalars.first, character.unicodeScalars.count == 1, let byte = byte(of: one) {
        bytes.append(byte)
        continue
      }
      append(character, to: &bytes)
    }
    return bytes
  }

  private static func append(_ character: Character, to bytes: inout [UInt8]) {
    if let one = character.unicodeScalars.first, character.unicodeScalars.count == 1, let nearest = others[one] {
      return bytes.append(contentsOf: nearest.utf8)
    }
    if let composed = composed[character] { return bytes.append(contentsOf: composed) }
    var isShown = false
    for scalar in character.unicodeScalars {
      if let byte = byte(of: scalar) {
        bytes.append(byte)
        isShown = true
      } else if let nearest = nearest(scalar) {
        bytes.append(contentsOf: nearest.utf8)
        isShown = true
      }
    }
    if !isShown && !character.unicodeScalars.allSatisfy(isInvisible) { bytes.append(unknown) }
  }

  private static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0x100: UInt8(scalar.value)
    default: high[scalar.value]
    }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: true
    default: false
    }
  }

  /// The code points of 0x80…0x9F.
  private static let high: [UInt32: UInt8] = {
    let codes: [UInt32] = [
      0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
      0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
      0x0178,
    ]
    var bytes: [UInt32: UInt8] = [:]
    for (offset, code) in codes.enumerated() where code != 0 { bytes[code] = UInt8(0x80 + offset) }
    return bytes
  }()

  private static func nearest(_ scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x100..<0x180: String(latin[Int(scalar.value) - 0x100])
    default: others[scalar]
    }
  }

  /// One letter per code point in U+0100…U+017F.
  private static let latin = Array(
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTt"
      + "TtTtUuUuUuUuUuUuWwYyYZzZzZzs")

  private static let others: [Unicode.Scalar: String] = {
    var table: [Unicode.Scalar: String] = [
      "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2212}": "-", "\u{2032}": "'", "\u{2033}": "\"",
      "\u{2044}": "/", "\u{2190}": "<-", "\u{2192}": "->", "\u{2248}": "~", "\u{2260}": "!=", "\u{2264}": "<=",
      "\u{2265}": ">=", "\u{202F}": " ", "\u{2009}": " ", "\u{1E9E}": "SS", "ə": "e", "Ə": "E",
    ]
    let letters = [
      // Greek.
      "ΑA ΒB ΓG ΔD ΕE ΖZ ΗE ΘTh ΙI ΚK ΛL ΜM ΝN ΞX ΟO ΠP ΡR ΣS ΤT ΥY ΦPh ΧCh ΨPs ΩO",
      "αa βb γg δd εe ζz ηe θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φph χch ψps ωo",
      // Cyrillic.
      "АA БB ВV ГG ДD ЕE ЁE ЖZh ЗZ ИI ЙY КK ЛL МM НN ОO ПP РR СS ТT УU ФF ХKh ЦTs ЧCh ШSh ЩShch ЫY ЭE ЮYu ЯYa",
      "аa бb вv гg дd еe ёe жzh зz иi йy кk лl мm нn оo пp рr сs тt уu фf хkh цts чch шsh щshch ыy эe юyu яya",
      "ІI ЇI ЄYe ҐG іi їi єye ґg ЂDj ЈJ ЉLj ЊNj ЋC ЏDz ђdj јj љlj њnj ћc џdz ЬЬ ьь ЪЪ ъъ",
    ]
    for line in letters {
      for pair in line.split(separator: " ") {
        guard let scalar = pair.unicodeScalars.first else { continue }
        let nearest = pair.unicodeScalars.dropFirst()
        // Signs without a sound are left out.
        table[scalar] = nearest.first == scalar ? "" : String(String.UnicodeScalarView(nearest))
      }
    }
    return table
  }()

  /// Latin, Greek and Cyrillic letters with marks, as characters, because the same character can be encoded in several
  /// ways.
  private static let composed: [Character: [UInt8]] = {
    let marks: [Unicode.Scalar] = [
      "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}", "\u{309}", "\u{30A}",
      "\u{30B}", "\u{30C}", "\u{30F}", "\u{311}", "\u{31B}", "\u{323}", "\u{326}", "\u{327}", "\u{328}", "\u{331}",
      "\u{313}", "\u{314}", "\u{342}", "\u{345}",
    ]
    // The base letters of Vietnamese with two marks.
    let lower: [Unicode.Scalar] = ["\u{302}", "\u{306}", "\u{31B}", "\u{308}", "\u{323}"]
    var table: [Character: [UInt8]] = [:]
    func add(_ base: Unicode.Scalar, _ marks: [Unicode.Scalar], _ shown: [UInt8]) {
      let character = Character(String(String.UnicodeScalarView([base] + marks)))
      // Characters that the fonts have are displayed as they are.
      if table[character] == nil { table[character] = shown }
    }
    for value in UInt32(0xC0)..<0x100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      table[Character(scalar)] = [UInt8(value)]
    }
    for (value, byte) in high {
      guard let scalar = Unicode.Scalar(value) else { continue }
      table[Character(scalar)] = [byte]
    }
    let bases = Array(UInt32(0x41)...0x5A) + Array(UInt32(0x61)...0x7A)
    for base in bases.compactMap({ Unicode.Scalar($0) }) {
      let shown = [UInt8(base.value)]
      for mark in marks {
        add(base, [mark], shown)
        for first in lower where first != mark { add(base, [first, mark], shown) }
      }
    }
    for base in others.keys where base.value >= 0x370 && base.value < 0x530 {
      for mark in marks { add(base, [mark], [UInt8]((others[base] ?? "").utf8)) }
    }
    return table
  }()
}
