import Chronology
public import Domain
public import Languages

/// Minutes per day: bars for up to a month, stacked if there are several kinds; calendar cells for longer ranges.
public enum ActivityPicture {
  /// The days of one kind, oldest first. All series have the same days.
  public struct Series: Hashable, Sendable {
    public var kind: ActivityKind
    public var points: [ActivityPoint]

    public init(kind: ActivityKind, points: [ActivityPoint]) {
      self.kind = kind
      self.points = points
    }

    fileprivate var minutes: Double { points.reduce(0) { $0 + max(0, Words.clamped($1.minutes)) } }
  }

  private static let mostBars = 31

  public static func drawing(_ series: [Series], width: Int, language: Language? = nil) -> Drawing {
    var canvas = Canvas(width: width, language)
    let words = canvas.words
    let title = series.count == 1 ? words.name(series[0].kind) : words.text("Activity")
    let days = days(of: series)
    let sums = series.map(\.minutes)
    let caption = caption(sums.reduce(0, +), days, words)
    var top = canvas.heading(title, caption: caption) + 8
    if series.count > 1 { top = drawTotals(series, sums, from: top, on: &canvas) }
    let bottom: Double
    if days.count <= mostBars {
      bottom = drawBars(series, days, from: top, on: &canvas)
    } else {
      bottom = series.reduce(top) { top, series in
        CalendarCells(series: series, isNamed: days.count <= CalendarCells.mostDays).draw(from: top, on: &canvas)
      }
    }
    return canvas.drawing(
      height: bottom + canvas.inset, title: title, sentence: sentence(series, sums, days, caption, words))
  }

  /// A day and its minutes of all kinds.
  private struct Total {
    var day: Day
    var minutes: Double
  }

  private static func days(of series: [Series]) -> [Total] {
    var days = (series.first?.points ?? []).map { Total(day: $0.date, minutes: 0) }
    for series in series {
      for place in 0..<min(days.count, series.points.count) {
        days[place].minutes += max(0, Words.clamped(series.points[place].minutes))
      }
    }
    return days
  }

  private static func caption(_ sum: Double, _ days: [Total], _ words: Words) -> String {
    guard let first = days.first, let last = days.last else { return words.text("No days.") }
    let (language, end) = (words.language, words.language.longDay(last.day))
    let span =
      days.count == 1
      ? words.text("on {day}", ["day": end])
      : words.text("from {first} to {last}", ["first": start(first.day, last.day, language), "last": end])
    guard let most = days.max(by: { $0.minutes < $1.minutes }), most.minutes > 0 else {
      return words.text("No activity {span}.", ["span": span])
    }
    let total = "\(words.duration(minutes: sum)) \(span)"
    if days.count == 1 { return "\(total)." }
    let spoken = language.spokenDay(most.day)
    let day =
      first.day.civil.year == last.day.civil.year ? spoken : language.withYear(spoken, most.day.civil.year)
    let top = words.text("Most on {day}: {time}.", ["day": day, "time": words.duration(minutes: most.minutes)])
    return "\(total). \(top)"
  }

  /// Returns the first day without the parts that the last day repeats.
  private static func start(_ first: Day, _ last: Day, _ language: Language) -> String {
    if first.civil.year != last.civil.year { return language.longDay(first) }
    return first.civil.month == last.civil.month ? language.dayOfMonth(first) : language.dayAndMonth(first)
  }

  private static func sentence(
    _ series: [Series], _ sums: [Double], _ days: [Total], _ caption: String, _ words: Words
  ) -> String {
    let kinds =
      series.count > 1
      ? zip(series, sums).map { "\(words.name($0.kind)): \(words.spokenDuration(minutes: $1))." } : []
    let each =
      days.count > mostBars ? [] : days.filter { $0.minutes > 0 }.map { spoken($0.day, $0.minutes, words) + "." }
    return ([caption] + kinds + each).joined(separator: " ")
  }

  static func spoken(_ day: Day, _ minutes: Double, _ words: Words) -> String {
    "\(words.language.spokenDay(day)): \(words.spokenDuration(minutes: minutes))"
  }

  /// Draws the legend with the sum per kind. Returns the top of the remaining picture.
  private static func drawTotals(
    _ series: [Series], _ sums: [Double], from top: Double, on canvas: inout Canvas
  ) -> Double {
    let columns = canvas.width >= 480 ? series.count : 1
    let room = canvas.inner / Double(columns)
    for (place, series) in series.enumerated() {
      let x = canvas.left + Double(place % columns) * room
      let y = top + Double(place / columns) * 22
      canvas.fill(.circle(Point(x + 5, y), radius: 5), .kind(series.kind))
      canvas.text(
        "\(canvas.words.name(series.kind)) \(canvas.words.duration(minutes: sums[place]))", at: Point(x + 16, y + 4.5),
        Font(13),
        room: room - 24)
    }
    return top + Double((series.count + columns - 1) / columns) * 22 + 4
  }

  private static func drawBars(
    _ series: [Series], _ days: [Total], from top: Double, on canvas: inout Canvas
  ) -> Double {
    let isLabelled = canvas.inner / Double(days.count) >= 44
    let most = days.map(\.minutes).max() ?? 0
    let scale = isLabelled ? LinearScale(upTo: most) : LinearScale(most: most, unit: .minutes)
    let words = canvas.words
    func mark(_ value: Double) -> String { value == 0 ? "0" : tick(value, words) }
    let gutter = isLabelled ? 0 : Plot.gutter(scale, mark)
    let box = Box(x: canvas.left + gutter, y: top + 14, width: canvas.inner - gutter, height: 160)
    let plot = Plot(box: box, scale: scale, count: days.count)
    if !isLabelled { plot.drawTicks(on: &canvas, mark) }
    let (figure, room) = (Font(12, isStrong: true), plot.slot - 4)
    // All labels use the same form, so that they can be compared.
    let areWhole = days.allSatisfy { TextFit.width(of: words.duration(minutes: $0.minutes), figure) <= room }
    for (place, day) in days.enumerated() where day.minutes > 0 {
      draw(series, day, at: place, plot, on: &canvas)
      guard isLabelled else { continue }
      canvas.text(
        areWhole ? words.duration(minutes: day.minutes) : tick(day.minutes, words),
        at: Point(plot.centre(place), plot.y(day.minutes) - 6), figure, anchor: .middle, room: room)
    }
    plot.drawBase(on: &canvas)
    canvas.across(plot, y: plot.bottom + 20) { name(days[$0].day, of: days.count, words.language) }
    return plot.bottom + 24
  }

  private static func draw(
    _ series: [Series], _ day: Total, at place: Int, _ plot: Plot, on canvas: inout Canvas
  ) {
    let parts = series.compactMap { series -> (kind: ActivityKind, minutes: Double)? in
      let minutes = series.points.indices.contains(place) ? max(0, Words.clamped(series.points[place].minutes)) : 0
      return minutes > 0 ? (series.kind, minutes) : nil
    }
    var low = 0.0
    for (index, part) in parts.enumerated() {
      let box = plot.bar(place, from: low, to: low + part.minutes)
      let spoken = spoken(day.day, part.minutes, canvas.words)
      let words = parts.count > 1 ? "\(canvas.words.name(part.kind)), \(spoken)" : spoken
      let outline = index == parts.count - 1 ? Outline.bar(box, radius: 3) : .rect(box, radius: 0)
      canvas.fill(outline, .kind(part.kind), words: words)
      low += part.minutes
    }
  }

  /// `45 m`, `1.5 h`.
  private static func tick(_ minutes: Double, _ words: Words) -> String {
    minutes < 59.5 ? words.duration(minutes: minutes) : "\(words.short(minutes / 60)) h"
  }

  private static func name(_ day: Day, of count: Int, _ language: Language) -> String {
    count <= 7 ? language.shortWeekday(day) : language.shortDay(day)
  }
}
