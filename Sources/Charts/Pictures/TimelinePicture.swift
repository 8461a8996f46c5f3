import Chronology
public import Domain
public import Languages

/// Books finished per month as bars, and below them the evenness of their cultural origins as a line.
public enum TimelinePicture {
  public static func drawing(_ timeline: ReadingTimeline, width: Int, language: Language? = nil) -> Drawing {
    var canvas = Canvas(width: width, language)
    let words = canvas.words
    let months = timeline.months.map { Month($0, words.language) }
    let title = words.text("Books and their origins")
    let caption = caption(months, words)
    let top = canvas.heading(title, caption: caption) + 8
    let most = Double(months.map(\.books).max() ?? 0)
    let isLabelled = canvas.inner / Double(max(1, months.count)) >= 26
    let scale = isLabelled ? LinearScale(upTo: most) : LinearScale(most: most, unit: .whole)
    let parts = LinearScale(most: 100, unit: .decimal)
    let gutter = max(Plot.gutter(scale, words.short), Plot.gutter(parts, words.percent))
    let wide = (x: canvas.left + gutter, width: canvas.inner - gutter)
    let books = Plot(
      box: Box(x: wide.x, y: top + 20, width: wide.width, height: 130), scale: scale, count: months.count)
    canvas.text(words.text("Books finished"), at: Point(canvas.left, top), Font(12), .muted, room: canvas.inner)
    draw(books, months, isLabelled: isLabelled, on: &canvas)
    let below = books.bottom + 32
    canvas.text(
      words.text("Evenness of their origins"), at: Point(canvas.left, below), Font(12), .muted, room: canvas.inner)
    let even = Plot(
      box: Box(x: wide.x, y: below + 18, width: wide.width, height: 70),
      scale: LinearScale(most: 100, unit: .decimal), count: months.count)
    drawLine(even, months, on: &canvas)
    canvas.across(even, y: even.bottom + 20) { name($0, of: months, words.language) }
    return canvas.drawing(
      height: even.bottom + 24 + canvas.inset, title: title, sentence: sentence(months, caption, words))
  }

  /// A month of the figures, by its first day.
  private struct Month {
    var books: Int
    var evenness: Double?
    var first: Day
    var name: String

    init(_ month: ReadingTimeline.Month, _ language: Language) {
      books = max(0, month.books)
      evenness = month.diversityPercentage
      first = Day(month.month + "-01") ?? Day(number: 0)
      name = language.monthOfYear(first)
    }
  }

  private static func caption(_ months: [Month], _ words: Words) -> String {
    let most = months.max { $0.books < $1.books }
    guard let most, most.books > 0 else { return words.text("No books finished yet.") }
    let sum = months.reduce(into: 0.0) { $0 += Double($1.books) }
    let count = words.language.plural(
      sum == 1 ? 1 : 2, "{count} book", "{count} books", ["count": words.number(sum)])
    let books = words.language.plural(
      months.count, "{books} in {count} month", "{books} in {count} months",
      ["books": count, "count": words.count(months.count)])
    guard months.count > 1 else { return "\(books)." }
    return words.text(
      "{books}, most in {month} ({most}).",
      ["books": books, "month": most.name, "most": words.count(most.books)])
  }

  private static func sentence(_ months: [Month], _ caption: String, _ words: Words) -> String {
    let spokenParts = months.filter { $0.books > 0 }.suffix(24).map { month in
      let origins =
        month.evenness.map { ", \(words.text("origins {percent} even", ["percent": words.percent($0)]))" } ?? ""
      return "\(month.name): \(words.plural(month.books, "{count} book", "{count} books"))\(origins)."
    }
    return ([caption] + spokenParts).joined(separator: " ")
  }

  private static func draw(_ plot: Plot, _ months: [Month], isLabelled: Bool, on canvas: inout Canvas) {
    let words = canvas.words
    plot.drawTicks(on: &canvas, words.short)
    for (place, month) in months.enumerated() where month.books > 0 {
      let bar = plot.bar(place, to: Double(month.books))
      let books = words.plural(month.books, "{count} book", "{count} books")
      canvas.fill(.bar(bar, radius: 3), .kind(.reading), words: "\(month.name): \(books)")
      guard isLabelled else { continue }
      canvas.text(
        words.short(Double(month.books)), at: Point(plot.centre(place), bar.y - 5), Font(11, isStrong: true),
        anchor: .middle, room: plot.slot - 2)
    }
    plot.drawBase(on: &canvas)
  }

  /// Months without data interrupt the line.
  private static func drawLine(_ plot: Plot, _ months: [Month], on canvas: inout Canvas) {
    let half = Plot(box: plot.box, scale: LinearScale(most: 100, unit: .decimal), count: plot.count)
    for value in [0.0, 50, 100] {
      let y = half.y(value * half.scale.top / 100)
      if value > 0 {
        canvas.stroke(.line(Point(plot.box.x, y), Point(plot.box.x + plot.box.width, y)), .hairline, width: 1)
      }
      canvas.text(
        canvas.words.percent(value), at: Point(plot.box.x - Plot.gap, y + Plot.font.drop), Plot.font, .muted,
        anchor: .end,
        room: plot.box.x - Plot.gap - canvas.left)
    }
    plot.drawBase(on: &canvas)
    var points: [Point] = []
    for (place, month) in months.enumerated() {
      if let evenness = month.evenness {
        points.append(Point(plot.centre(place), plot.bottom - evenness / 100 * plot.box.height))
      }
      guard month.evenness == nil || place == months.count - 1 else { continue }
      if points.count > 1 { canvas.stroke(.polyline(points), .ink, width: 2) }
      points = []
    }
    guard plot.slot >= 9 || months.compactMap(\.evenness).count < 12 else { return }
    for (place, month) in months.enumerated() {
      guard let evenness = month.evenness else { continue }
      let point = Point(plot.centre(place), plot.bottom - evenness / 100 * plot.box.height)
      canvas.draw(
        .circle(point, radius: min(3.5, max(1.5, plot.slot / 3))), .card, edge: .ink, width: 2,
        words: "\(month.name): "
          + canvas.words.text("{percent} even", ["percent": canvas.words.percent(evenness)]))
    }
  }

  /// Returns the label of a month: its name, or the year for January. Long timelines only label years.
  private static func name(_ place: Int, of months: [Month], _ language: Language) -> String? {
    let first = months[place].first
    let (year, number, _) = first.civil
    if number == 1 || months.count == 1 { return String(year) }
    return months.count <= 24 ? language.shortMonth(first) : nil
  }
}
