import Chronology
public import Domain

/// The review of a year or a month on one card, with a column for each kind that has data.
public enum ReviewPicture {
  private static let size = (width: 1_200.0, height: 630.0)
  private static let inset = 64.0

  public static func drawing(
    _ review: YearReview, in unit: DistanceUnit = .kilometres, width: Int
  ) -> Drawing {
    var canvas = Canvas(cardWidth: size.width)
    let title = review.title
    let columns = columns(review, unit)
    let caption = columns.isEmpty ? "Nothing recorded yet." : closing(review)[0]
    canvas.text(title, at: Point(inset, 112), Font(56, isStrong: true), room: size.width - 2 * inset)
    let shown = columns.isEmpty ? ActivityKind.allCases.map { Column(kind: $0) } : columns
    let gap = 40.0
    let room = (size.width - 2 * inset - Double(shown.count - 1) * gap) / Double(shown.count)
    for (place, column) in shown.enumerated() {
      draw(column, from: inset + Double(place) * (room + gap), room: room, on: &canvas)
    }
    let (font, whole) = (Font(24), size.width - 2 * inset)
    let below = columns.isEmpty ? caption : TextFit.first(of: closing(review), font, room: whole)
    canvas.text(below, at: Point(inset, columns.isEmpty ? 300 : 572), font, .muted, room: whole)
    let spokenParts = columns.map { "\($0.kind.words): \($0.figure) \($0.unit), \($0.spoken)." }
    return canvas.drawing(
      height: size.height, title: title, sentence: (spokenParts + [caption]).joined(separator: " "),
      shownWidth: Double(min(max(width, PictureLimits.widths.lowerBound), PictureLimits.widths.upperBound)))
  }

  private struct Column {
    var kind: ActivityKind
    var figure = ""
    /// A shorter form of a long figure. Numbers are never cut off.
    var short = ""
    var unit = ""
    /// A label, and a figure or name.
    var lines: [(label: String, value: String)] = []

    var spoken: String {
      Words.list(lines.map { "\($0.label) \(CleanText.isolated($0.value))" })
    }
  }

  private static func columns(_ review: YearReview, _ unit: DistanceUnit) -> [Column] {
    var columns: [Column] = []
    if let listening = review.listening {
      var lines = [
        ("Plays", Words.count(listening.plays)), ("Longest streak", Words.count(listening.longestStreak, "day")),
      ]
      if let story = listening.topStory { lines.append(("Story", story.title)) }
      if let hero = listening.topHero { lines.append(("Hero", hero.heroName)) }
      let (amount, unit) = hours(listening.seconds)
      columns.append(column(.listening, amount, "\(unit) listened", lines))
    }
    if let reading = review.reading {
      var lines = [("Pages", Words.count(reading.pages)), ("Cultures", Words.count(reading.culturesExplored))]
      if let genre = reading.topGenres.first { lines.append(("Genre", genre.genre)) }
      if let book = reading.longestBook { lines.append(("Longest", book.title)) }
      let unit = reading.books == 1 ? "book finished" : "books finished"
      columns.append(column(.reading, Double(reading.books), unit, lines))
    }
    if let rucks = review.rucks {
      columns.append(column(.rucks, rucks.distance / unit.metres, "\(unit.rawValue) carried", lines(rucks, unit)))
    }
    return columns
  }

  private static func lines(
    _ rucks: YearReview.Rucks, _ unit: DistanceUnit
  ) -> [(label: String, value: String)] {
    let each = Words.distance(metres: rucks.distance / Double(max(1, rucks.sessions)), in: unit)
    var lines: [(label: String, value: String)] = [("Rucks", Words.count(rucks.sessions)), ("Each", each)]
    if let best = rucks.records.longestDistance {
      lines.append(("Longest", Words.distance(metres: best.value, in: unit)))
    }
    if let best = rucks.records.heaviestLoad {
      let load = Words.number(best.value / unit.weight.kilograms)
      lines.append(("Heaviest load", "\(load) \(unit.weight.name)"))
    }
    return lines
  }

  private static func column(
    _ kind: ActivityKind, _ amount: Double, _ unit: String, _ lines: [(label: String, value: String)]
  ) -> Column {
    Column(kind: kind, figure: Words.number(amount), short: Words.short(amount), unit: unit, lines: lines)
  }

  private static func hours(_ seconds: Double) -> (amount: Double, unit: String) {
    let minutes = Words.clamped(seconds) / 60
    if minutes < 59.5 { return (minutes.rounded(), minutes.rounded() == 1 ? "minute" : "minutes") }
    return (minutes / 60, "hours")
  }

  private static func draw(_ column: Column, from left: Double, room: Double, on canvas: inout Canvas) {
    canvas.fill(.rect(Box(x: left, y: 156, width: room, height: 6), radius: 3), .kind(column.kind))
    canvas.text(column.kind.words, at: Point(left, 204), Font(24, isStrong: true), .kind(column.kind), room: room)
    let big = Font(64, isStrong: true)
    canvas.text(
      TextFit.first(of: [column.figure, column.short], big, room: room), at: Point(left, 276), big, room: room)
    canvas.text(column.unit, at: Point(left, 316), Font(22), .muted, room: room)
    var y = 372.0
    for line in column.lines {
      let label = Font(17)
      let used = TextFit.width(of: line.label, label) * Label.slack + 12
      canvas.text(line.label, at: Point(left, y), label, .muted, room: used - 6)
      canvas.text(
        line.value, at: Point(left + room, y), Font(19, isStrong: true), anchor: .end, room: max(0, room - used))
      canvas.stroke(.line(Point(left, y + 14), Point(left + room, y + 14)), .hairline, width: 1)
      y += 44
    }
  }

  /// Returns the busiest day and hour and what was unlocked, from the longest to the shortest wording.
  private static func closing(_ review: YearReview) -> [String] {
    var parts: [String] = []
    if let day = review.busiestDay {
      parts.append("Busiest on \(day.date.spoken): \(Words.duration(minutes: day.minutes))")
    }
    let reached = review.milestonesUnlocked.count + review.achievementsUnlocked.count
    if reached > 0 { parts.append("\(Words.count(reached, "badge")) unlocked") }
    if let hour = review.busiestHour { parts.append("most often at \(hour):00") }
    guard !parts.isEmpty else { return ["The whole \(review.word) on one card."] }
    return parts.indices.reversed().map { parts[...$0].joined(separator: " · ") }
  }
}
