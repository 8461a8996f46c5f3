public import Languages

/// A cover for a book without an image: its title and authors on a colour that its id determines.
public enum CoverPicture {
  private static let size = (width: 400.0, height: 600.0)
  private static let inset = 32.0
  private static let titleTop = 72.0
  private static let mostAuthors = 10
  /// The sizes of the title, and the lines that fit. A long title is drawn smaller, and the smallest size is cut.
  private static let titleSizes: [(points: Double, lines: Int)] = [(44, 5), (34, 7), (26, 9)]

  /// The same arguments result in the same drawing.
  public static func drawing(
    id: String, title: String, authors: [String], language: Language? = nil
  ) -> Drawing {
    var canvas = Canvas(language, cardWidth: size.width)
    canvas.fill(.rect(Box(x: 0, y: 0, width: size.width, height: size.height), radius: 0), .cover(hue(of: id)))
    let (centre, room) = (size.width / 2, size.width - 2 * inset)
    let (font, lines) = titleFont(title, room: room)
    let y = canvas.prose(
      title, at: Point(centre, titleTop + font.size), font, .card, anchor: .middle, room: room, atMost: lines)
    let rule = y - font.lineHeight + font.size * 0.9
    canvas.stroke(.line(Point(centre - 40, rule), Point(centre + 40, rule)), .card, width: 2)
    let names = authors.prefix(mostAuthors).joined(separator: ", ")
    let small = Font(18)
    let count = TextFit.lines(names, small, room: room / Label.slack, atMost: 3).count
    let bottom = size.height - inset - small.size * 0.5 - Double(max(0, count - 1)) * small.lineHeight
    _ = canvas.prose(names, at: Point(centre, bottom), small, .card, anchor: .middle, room: room, atMost: 3)
    let (words, name) = (canvas.words, CleanText.isolated(title))
    let sentence =
      authors.isEmpty
      ? words.text("The cover of {title}, drawn by Waymark.", ["title": name])
      : words.text(
        "The cover of {title} by {authors}, drawn by Waymark.", ["title": name, "authors": CleanText.isolated(names)])
    return canvas.drawing(height: size.height, title: title, sentence: sentence)
  }

  /// Returns the greatest font in which the whole title fits without a broken word, or the smallest one.
  private static func titleFont(_ title: String, room: Double) -> (Font, lines: Int) {
    // Browsers thicken letters of other scripts themselves, which makes them wider than computed.
    let isStrong = title.unicodeScalars.allSatisfy { $0.value < 0x180 }
    var chosen = (Font(titleSizes[0].points, isStrong: isStrong), lines: titleSizes[0].lines)
    for (points, lines) in titleSizes {
      chosen = (Font(points, isStrong: isStrong), lines)
      let found = TextFit.lines(title, chosen.0, room: room / Label.slack, atMost: lines)
      let isBroken = CleanText.of(title).split(separator: " ").contains { word in
        TextFit.width(of: String(word), chosen.0) > room / Label.slack
      }
      if !isBroken, found.last?.hasSuffix("…") != true { break }
    }
    return chosen
  }

  /// A hash of the id (FNV-1a), because Swift's own differs from process to process.
  private static func hue(of id: String) -> Int {
    let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int(hash >> 16) % Role.coverHues
  }
}
