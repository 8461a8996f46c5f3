/// Shortens text, or breaks it into lines, so that it fits.
enum TextFit {
  static func width(of text: String, _ font: Font) -> Double {
    GlyphWidths.width(of: text, isStrong: font.isStrong) * font.size
  }

  /// Returns the text, shortened with an ellipsis if necessary, or an empty string if not even that fits.
  static func fitted(_ text: String, _ font: Font, room: Double) -> String {
    let text = CleanText.of(text)
    guard width(of: text, font) > room else { return text }
    let ellipsis = "…"
    let rest = room - width(of: ellipsis, font)
    guard rest >= 0 else { return "" }
    var kept = prefix(of: text[...], font, room: rest)
    while kept.last == " " { kept.removeLast() }
    return kept + ellipsis
  }

  /// Returns the first wording that fits, or the last one if none does.
  static func first(of wordings: [String], _ font: Font, room: Double) -> String {
    wordings.first { width(of: $0, font) <= room } ?? wordings.last ?? ""
  }

  /// Breaks text into at most this many lines, between words if possible. The last line ends in an ellipsis if text is
  /// left.
  static func lines(_ text: String, _ font: Font, room: Double, atMost most: Int) -> [String] {
    var rest = Substring(CleanText.of(text))
    var lines: [String] = []
    while !rest.isEmpty && lines.count < most {
      if lines.count == most - 1 || width(of: String(rest), font) <= room {
        let last = fitted(String(rest), font, room: room)
        return last.isEmpty ? lines : lines + [last]
      }
      let head = prefix(of: rest, font, room: room)
      guard !head.isEmpty else { return lines }
      let next = rest.index(rest.startIndex, offsetBy: head.count)
      var end = next
      if rest[next] != " ", let space = rest[..<next].lastIndex(of: " ") { end = space }
      lines.append(String(rest[..<end]))
      rest = rest[end...]
      while rest.first == " " { rest.removeFirst() }
    }
    return lines
  }

  private static func prefix(of text: Substring, _ font: Font, room: Double) -> String {
    var used = 0
    let most = Int(max(0, room / font.size * 1_000))
    var end = text.startIndex
    while end < text.endIndex {
      used += GlyphWidths.width(of: text[end], isStrong: font.isStrong)
      if used > most { break }
      text.formIndex(after: &end)
    }
    return String(text[..<end])
  }
}
