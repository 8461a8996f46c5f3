import SeededRandom

/// Names of ordinary users and of attackers.
struct RandomNames {
  var random: SplitMix

  private static let words = [
    "The", "Engine", "of", "Wuthering", "Heights", "illimitable", "WWWWWWWWWWWW", "iiiiiiiiiiii", "Ærøskøbing", "Łódź",
    "Škvorecký", "Преступление", "и", "наказание", "Ἰλιάς", "مئة", "عام", "من", "العزلة", "מאה", "שנים", "של", "בדידות",
    "百年の孤独", "紅樓夢", "토지", "गोदान", "ร้อยปีแห่งความโดดเดี่ยว", "ოთარაანთ", "Հազար", "ሀገር", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇯🇵", "🪐",
    "<script>alert(1)</script>", "]]>", "&amp;", "\"'", "a\u{0301}\u{0302}\u{0303}\u{0304}\u{0305}\u{0306}\u{0307}",
    "\u{202E}desrever", "\u{2066}open", "\u{2069}\u{2069}", "\u{0000}\u{0007}\u{001B}", "\u{FFFE}\u{FFFF}", "\u{200B}",
    "\u{0300}alone", "\u{FEFF}mark", "tab\tand\nline\r\n", "\u{2028}", "𝔣𝔯𝔞𝔨𝔱𝔲𝔯", "𓀀𓀁", "﷽", "ﷺ", "…", "—",
    "\u{00AD}soft",
  ]

  /// 1…500 characters.
  mutating func name() -> String {
    let length = [1, 3, 12, 40, 120, 500].randomElement(using: &random) ?? 1
    var name = ""
    while name.count < length {
      if !name.isEmpty && Bool.random(using: &random) { name += " " }
      name += Int.random(in: 0..<12, using: &random) == 0 ? strange() : Self.words.randomElement(using: &random) ?? ""
    }
    return String(name.prefix(length))
  }

  /// Random code points.
  private mutating func strange() -> String {
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}
