public import Domain
public import Languages

/// The review of a year or a month on one card, with a column for each kind that has data.
public enum ReviewPicture {
  private static let size = (width: 1_200.0, height: 630.0)
  private static let inset = 64.0

  public static func drawing(
    _ review: YearReview, in unit: DistanceUnit = .kilometres, width: Int, language: Language? = nil
  ) -> Drawing {
    var canvas = Canvas(language, cardWidth: size.width)
    let words = canvas.words
    let title = review.title(in: language)
    let columns = columns(review, unit, words)
    let caption = columns.isEmpty ? words.text("Nothing recorded yet.") : closing(review, words)[0]
    canvas.text(title, at: Point(inset, 112), Font(56, isStrong: true), room: size.width - 2 * inset)
    let shown = columns.isEmpty ? ActivityKind.allCases.map { Column(kind: $0) } : columns
    let gap = 40.0
    let room = (size.width - 2 * inset - Double(shown.count - 1) * gap) / Double(shown.count)
    for (place, column) in shown.enumerated() {
      draw(column, from: inset + Double(place) * (room + gap), room: room, on: &canvas)
    }
    let (font, whole) = (Font(24), size.width - 2 * inset)
    let below = columns.isEmpty ? caption : TextFit.first(of: closing(review, words), font, room: whole)
    canvas.text(below, at: Point(inset, columns.isEmpty ? 300 : 572), font, .muted, room: whole)
    let spokenParts = columns.map { "\(words.name($0.kind)): \($0.figure) \($0.unit), \($0.spoken(words))." }
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

    func spoken(_ words: Words) -> String {
      words.language.list(lines.map { "\($0.label) \(CleanText.isolated($0.value))" })
    }
  }

  private static func columns(_ review: YearReview, _ unit: DistanceUnit, _ words: Words) -> [Column] {
    var columns: [Column] = []
    if let listening = review.listening {
      var lines = [
        (words.text("Plays"), words.count(listening.plays)),
        (words.text("Longest streak"), words.plural(listening.longestStreak, "{count} day", "{count} days")),
      ]
      if let story = listening.topStory { lines.append((words.text("Story"), story.title)) }
      if let hero = listening.topHero { lines.append((words.text("Hero"), hero.heroName)) }
      let (amount, unit) = hours(listening.seconds, words)
      columns.append(column(.listening, amount, unit, lines, words))
    }
    if let reading = review.reading {
      var lines = [
        (words.text("Pages"), words.count(reading.pages)),
        (words.text("Cultures"), words.count(reading.culturesExplored)),
      ]
      if let genre = reading.topGenres.first { lines.append((words.text("Genre"), genre.genre)) }
      if let book = reading.longestBook { lines.append((words.text("book|Longest"), book.title)) }
      let unit = words.plural(reading.books, "book finished", "books finished")
      columns.append(column(.reading, Double(reading.books), unit, lines, words))
    }
    if let rucks = review.rucks {
      let carried = words.text("{unit} carried", ["unit": unit.rawValue])
      columns.append(column(.rucks, rucks.distance / unit.metres, carried, lines(rucks, unit, words), words))
    }
    return columns
  }

  private static func lines(
    _ rucks: YearReview.Rucks, _ unit: DistanceUnit, _ words: Words
  ) -> [(label: String, value: String)] {
    let each = words.distance(metres: rucks.distance / Double(max(1, rucks.sessions)), in: unit)
    var lines: [(label: String, value: String)] = [
      (words.text("Rucks"), words.count(rucks.sessions)), (words.text("ruck|Each"), each),
    ]
    if let best = rucks.records.longestDistance {
      lines.append((words.text("ruck|Longest"), words.distance(metres: best.value, in: unit)))
    }
    if let best = rucks.records.heaviestLoad {
      let load = words.number(best.value / unit.weight.kilograms)
      lines.append((words.text("Heaviest load"), "\(load) \(unit.weight.name)"))
    }
    return lines
  }

  private static func column(
    _ kind: ActivityKind, _ amount: Double, _ unit: String, _ lines: [(label: String, value: String)], _ words: Words
  ) -> Column {
    Column(kind: kind, figure: words.number(amount), short: words.short(amount), unit: unit, lines: lines)
  }

  private static func hours(_ seconds: Double, _ words: Words) -> (amount: Double, unit: String) {
    let minutes = Words.clamped(seconds) / 60
    if minutes < 59.5 {
      return (minutes.rounded(), words.plural(Int(minutes.rounded()), "minute listened", "minutes listened"))
    }
    return (minutes / 60, words.text("hours listened"))
  }

  private static func draw(_ column: Column, from left: Double, room: Double, on canvas: inout Canvas) {
    canvas.fill(.rect(Box(x: left, y: 156, width: room, height: 6), radius: 3), .kind(column.kind))
    canvas.text(
      canvas.words.name(column.kind), at: Point(left, 204), Font(24, isStrong: true), .kind(column.kind), room: room)
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
  private static func closing(_ review: YearReview, _ words: Words) -> [String] {
    var parts: [String] = []
    if let day = review.busiestDay {
      let date = words.language.spokenDay(day.date)
      parts.append(
        words.text("Busiest on {day}: {time}", ["day": date, "time": words.duration(minutes: day.minutes)]))
    }
    let reached = review.milestonesUnlocked.count + review.achievementsUnlocked.count
    if reached > 0 { parts.append(words.plural(reached, "{count} badge unlocked", "{count} badges unlocked")) }
    if let hour = review.busiestHour { parts.append(words.text("most often at {hour}:00", ["hour": "\(hour)"])) }
    guard !parts.isEmpty else {
      return [
        review.month == nil
          ? words.text("The whole year on one card.") : words.text("The whole month on one card.")
      ]
    }
    return parts.indices.reversed().map { parts[...$0].joined(separator: " · ") }
  }
}
