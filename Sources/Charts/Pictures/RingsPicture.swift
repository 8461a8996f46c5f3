public import Domain
public import Languages

/// The progress of the year's goals: books on the outer ring, cultures on the inner one.
public enum RingsPicture {
  public static func drawing(_ insights: ReadingInsights, width: Int, language: Language? = nil) -> Drawing {
    var canvas = Canvas(width: width, language)
    let words = canvas.words
    let title = words.text("Reading journey")
    let caption = caption(insights, words)
    let top = canvas.heading(title, caption: caption)
    let isWide = canvas.width >= 420
    let radius = isWide ? 92.0 : min(92, canvas.inner / 2)
    let centre = Point(isWide ? canvas.left + radius + 8 : canvas.width / 2, top + radius + 8)
    let rings: [(role: Role, progress: Double, of: String)] = [
      (.kind(.reading), insights.readingProgress, words.text("of the year's books")),
      (.heat(.reading, 3), insights.culturalProgress, words.text("of the year's cultures")),
    ]
    for (place, ring) in rings.enumerated() {
      canvas.ring(
        centre, radius: radius - 8 - Double(place) * 20, width: 16, part: ring.progress / 100, ring.role,
        words: "\(words.percent(ring.progress)) \(ring.of)")
    }
    let figure = Font(26, isStrong: true)
    canvas.text(
      words.percent(insights.overallCompletion), at: Point(centre.x, centre.y + figure.drop), figure, anchor: .middle,
      room: 2 * radius - 92)
    let left = isWide ? centre.x + radius + 36 : canvas.left
    var y = isWide ? centre.y - 56 : centre.y + radius + 20
    for ring in rings {
      canvas.fill(.circle(Point(left + 6, y + 22), radius: 6), ring.role)
      let start = left + 22
      let room = canvas.right - start
      canvas.text(words.percent(ring.progress), at: Point(start, y + 30), Font(28, isStrong: true), room: room)
      canvas.text(ring.of, at: Point(start, y + 50), Font(13), .muted, room: room)
      y += 64
    }
    let height = max(y, centre.y + radius + 8) + canvas.inset - (isWide ? 0 : 8)
    let parts = words.text(
      "Reading journey progress: {all} complete. Reading progress: {reading}. Cultural diversity: {cultures}.",
      [
        "all": words.percent(insights.overallCompletion), "reading": words.percent(insights.readingProgress),
        "cultures": words.percent(insights.culturalProgress),
      ])
    return canvas.drawing(height: height, title: title, sentence: "\(caption) \(parts)")
  }

  private static func caption(_ insights: ReadingInsights, _ words: Words) -> String {
    if insights.readingProgress == 0 && insights.culturalProgress == 0 {
      return words.text("Finish a book this year to start both rings.")
    }
    guard insights.timeframe == .year else { return words.text("Progress towards this year's goals.") }
    let cultures = words.plural(insights.culturesExplored, "{count} culture", "{count} cultures")
    let books = words.plural(insights.booksRead, "{count} book", "{count} books")
    return words.text("Exploring {cultures} across {books} this year.", ["cultures": cultures, "books": books])
  }
}
