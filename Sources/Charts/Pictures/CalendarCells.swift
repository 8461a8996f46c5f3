import Chronology
import Domain
import Languages

/// A calendar whose cells are darker for more minutes. Up to `mostDays` it has one cell per day and weeks side by side.
/// Beyond, it has one row per year with cells for weeks, or for months if weeks would be too narrow.
struct CalendarCells {
  /// The longest range with one cell per day.
  static let mostDays = 400

  let series: ActivityPicture.Series
  /// Whether cells have tooltips.
  let isNamed: Bool

  private static let font = Font(11)
  private static let smallest = 11.0

  /// Returns the top of the remaining picture.
  func draw(from top: Double, on canvas: inout Canvas) -> Double {
    guard let first = series.points.first?.date, let last = series.points.last?.date else { return top }
    let bottom =
      series.points.count <= Self.mostDays
      ? drawDays(first, last, from: top, on: &canvas) : drawYears(first, last, from: top, on: &canvas)
    return drawKey(from: bottom + 12, on: &canvas)
  }

  /// Returns the least minutes of each level: the quartiles of the cells that are not empty.
  private static func bounds(_ minutes: [Double]) -> [Double] {
    let sorted = minutes.filter { $0 > 0 }.sorted()
    guard !sorted.isEmpty else { return [] }
    return [1, 2, 3].map { sorted[(sorted.count - 1) * $0 / 4] }
  }

  private static func level(_ minutes: Double, _ bounds: [Double]) -> Int {
    minutes > 0 ? 1 + bounds.filter { minutes >= $0 }.count : 0
  }

  private func paint(_ box: Box, _ level: Int, words: String?, on canvas: inout Canvas) {
    let radius = min(2.5, box.width / 4)
    if level == 0 { return canvas.fill(.rect(box, radius: radius), .hairline) }
    // The border provides the contrast that lighter cells lack.
    let line = min(1, box.width / 8)
    let inside = Box(
      x: box.x + line / 2, y: box.y + line / 2, width: box.width - line, height: box.height - line)
    canvas.draw(
      .rect(inside, radius: radius), .heat(series.kind, level), edge: .kind(series.kind), width: line, words: words)
  }

  private func drawDays(_ first: Day, _ last: Day, from top: Double, on canvas: inout Canvas) -> Double {
    let gutter = canvas.width >= 480 ? 34.0 : 0
    let weeks = (last.startOfWeek - first.startOfWeek) / 7 + 1
    let columns = min(weeks, max(1, Int((canvas.inner - gutter) / Self.smallest)))
    let bands = (weeks + columns - 1) / columns
    let pitch = min(18, (canvas.inner - gutter) / Double(columns))
    let left = canvas.left + gutter
    let bandHeight = 7 * pitch + 26
    let minutes = series.points.map { max(0, Words.clamped($0.minutes)) }
    let bounds = Self.bounds(minutes)
    let lead = first - first.startOfWeek
    for (offset, amount) in minutes.enumerated() {
      let day = first + offset
      let (week, weekday) = ((lead + offset) / 7, (lead + offset) % 7)
      let corner = Point(
        left + Double(week % columns) * pitch,
        top + 18 + Double(week / columns) * bandHeight + Double(weekday) * pitch)
      let box = Box(x: corner.x, y: corner.y, width: pitch - 2, height: pitch - 2)
      let words = isNamed && amount > 0 ? ActivityPicture.spoken(day, amount, canvas.words) : nil
      paint(box, Self.level(amount, bounds), words: words, on: &canvas)
    }
    for band in 0..<bands {
      let y = top + Double(band) * bandHeight
      if gutter > 0 { drawWeekdays(y: y + 18, pitch: pitch, on: &canvas) }
      let monday = first.startOfWeek + band * columns * 7
      drawMonths(from: monday, weeks: min(columns, weeks - band * columns), left: left, pitch: pitch, y: y, on: &canvas)
    }
    return top + Double(bands) * bandHeight - 8
  }

  private func drawWeekdays(y: Double, pitch: Double, on canvas: inout Canvas) {
    let monday = Day(number: 0).startOfWeek
    for row in [0, 2, 4] {
      let name = canvas.words.language.shortWeekday(monday + row)
      let middle = y + (Double(row) + 0.5) * pitch - 1
      canvas.text(name, at: Point(canvas.left, middle + Self.font.drop), Self.font, .muted, room: 30)
    }
  }

  /// Draws month names above the weeks in which they start, as far as there is room; a year instead of January.
  private func drawMonths(
    from monday: Day, weeks: Int, left: Double, pitch: Double, y: Double, on canvas: inout Canvas
  ) {
    var end = left
    for week in 0..<weeks {
      let sunday = monday + (week * 7 + 6)
      guard sunday.civil.day <= 7 else { continue }
      let text = sunday.civil.month == 1 ? String(sunday.civil.year) : canvas.words.language.shortMonth(sunday)
      let width = TextFit.width(of: text, Self.font) * Label.slack + 1
      let x = left + Double(week) * pitch
      guard x >= end, x + width <= canvas.right else { continue }
      canvas.text(text, at: Point(x, y + 11), Self.font, .muted, room: width)
      end = x + width + 4
    }
  }

  /// Draws one row per year, of weeks or months.
  private func drawYears(_ first: Day, _ last: Day, from top: Double, on canvas: inout Canvas) -> Double {
    let gutter = 36.0
    let isWeekly = (canvas.inner - gutter) / 53 >= 9
    let columns = isWeekly ? 53 : 12
    let years = first.civil.year...last.civil.year
    var sums = [[Double?]](repeating: [Double?](repeating: nil, count: columns), count: years.count)
    var (year, newYear) = (first.civil.year, first.startOfYear)
    for (offset, point) in series.points.enumerated() {
      let day = first + offset
      if day - newYear >= 365, day.civil.year > year { (year, newYear) = (year + 1, day) }
      let column = isWeekly ? min(52, (day - newYear) / 7) : day.civil.month - 1
      sums[year - years.lowerBound][column, default: 0] += max(0, Words.clamped(point.minutes))
    }
    let bounds = Self.bounds(sums.flatMap { $0.compactMap { $0 } })
    let pitch = (canvas.inner - gutter) / Double(columns)
    let rowHeight = 20.0
    let left = canvas.left + gutter
    for (row, columns) in sums.enumerated() {
      let y = top + 18 + Double(row) * rowHeight
      canvas.text(
        String(years.lowerBound + row), at: Point(canvas.left, y + 8 + Self.font.drop), Self.font, .muted,
        room: gutter - 4)
      for (column, sum) in columns.enumerated() {
        guard let sum else { continue }
        let box = Box(x: left + Double(column) * pitch, y: y, width: pitch - 2, height: rowHeight - 4)
        paint(box, Self.level(sum, bounds), words: nil, on: &canvas)
      }
    }
    drawMonthNames(from: left, room: (canvas.inner - gutter) / 12, y: top + 11, on: &canvas)
    return top + 18 + Double(sums.count) * rowHeight
  }

  /// Draws the names from January to December, shortened to fit.
  private func drawMonthNames(from left: Double, room: Double, y: Double, on canvas: inout Canvas) {
    let january = Day(year: 2_001, month: 1, day: 1)
    for month in 0..<12 {
      let name = canvas.words.language.shortMonth(january.startOfMonth(after: month))
      let text = room >= 34 ? name : String(name.prefix(1))
      canvas.text(text, at: Point(left + Double(month) * room, y), Self.font, .muted, room: room - 1)
    }
  }

  /// Draws the legend, from none to most.
  private func drawKey(from top: Double, on canvas: inout Canvas) -> Double {
    var x = canvas.left
    let side = 11.0
    x += canvas.text(canvas.words.text("amount|none"), at: Point(x, top + 10), Self.font, .muted, room: 60) + 6
    for level in 0...Role.heatLevels.upperBound {
      paint(Box(x: x, y: top, width: side, height: side), level, words: nil, on: &canvas)
      x += side + 3
    }
    canvas.text(
      canvas.words.text("amount|most"), at: Point(x + 3, top + 10), Self.font, .muted,
      room: min(80, canvas.right - x - 3))
    return top + side + 14
  }
}

extension [Double?] {
  fileprivate subscript(place: Int, default value: Double) -> Double {
    get { self[place] ?? value }
    set { self[place] = newValue }
  }
}
