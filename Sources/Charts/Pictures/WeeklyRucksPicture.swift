import Chronology
public import Domain
public import Languages

/// Distance per week. Weeks that met the goal are filled and have a dot below.
public enum WeeklyRucksPicture {
  public static func drawing(
    _ weekly: RuckWeekly, in unit: DistanceUnit = .kilometres, width: Int, language: Language? = nil
  ) -> Drawing {
    var canvas = Canvas(width: width, language)
    let words = canvas.words
    let title = words.text("Rucks by week")
    let caption = caption(weekly, unit, words)
    let top = canvas.heading(title, caption: caption) + 8
    let distances = weekly.weeks.map { Words.clamped($0.distance) / unit.metres }
    let scale = LinearScale(most: distances.max() ?? 0, unit: .decimal)
    func tick(_ value: Double) -> String { value == 0 ? "0" : "\(words.short(value)) \(unit.rawValue)" }
    let gutter = Plot.gutter(scale, tick)
    let plot = Plot(
      box: Box(x: canvas.left + gutter, y: top + 12, width: canvas.inner - gutter, height: 170), scale: scale,
      count: weekly.weeks.count)
    plot.drawTicks(on: &canvas, tick)
    for (place, week) in weekly.weeks.enumerated() {
      let bar = Bar(place: place, length: distances[place], words: spoken(week, unit, words))
      draw(week, bar, plot, on: &canvas)
    }
    plot.drawBase(on: &canvas)
    canvas.across(plot, y: plot.bottom + 32) { words.language.shortDay(weekly.weeks[$0].weekStart) }
    return canvas.drawing(
      height: plot.bottom + 36 + canvas.inset, title: title, sentence: sentence(weekly, unit, caption, words))
  }

  private static func caption(_ weekly: RuckWeekly, _ unit: DistanceUnit, _ words: Words) -> String {
    guard weekly.weeks.contains(where: { $0.sessions > 0 }) else {
      return words.text("No rucks in these weeks.")
    }
    let met = weekly.weeks.filter(\.meetsGoal).count
    let average = words.distance(metres: weekly.averageDistancePerWeek, in: unit)
    let weeks = words.plural(weekly.weeks.count, "{count} week", "{count} weeks")
    return words.text(
      "{distance} per week. The goal was met in {met} of {weeks}, marked with a dot.",
      ["distance": average, "met": words.count(met), "weeks": weeks])
  }

  private static func sentence(_ weekly: RuckWeekly, _ unit: DistanceUnit, _ caption: String, _ words: Words) -> String
  {
    let spokenParts = weekly.weeks.filter { $0.sessions > 0 }.suffix(26).map { spoken($0, unit, words) }
    return ([caption] + spokenParts).joined(separator: " ")
  }

  private static func spoken(_ week: RuckWeekly.Week, _ unit: DistanceUnit, _ words: Words) -> String {
    let head = words.text("Week of {day}", ["day": words.language.longDay(week.weekStart)])
    let rucks = words.plural(week.sessions, "{count} ruck", "{count} rucks")
    let goal = week.meetsGoal ? ", \(words.text("goal met"))" : ""
    return "\(head): \(words.distance(metres: week.distance, in: unit)), \(rucks)\(goal)."
  }

  private struct Bar {
    var place: Int
    var length: Double
    var words: String
  }

  private static func draw(_ week: RuckWeekly.Week, _ shown: Bar, _ plot: Plot, on canvas: inout Canvas) {
    var bar = plot.bar(shown.place, to: shown.length)
    if bar.height > 0 {
      if week.meetsGoal || bar.width < 5 {
        canvas.fill(.bar(bar, radius: 3), .kind(.rucks), words: shown.words)
      } else {
        bar = Box(x: bar.x + 0.75, y: bar.y + 0.75, width: bar.width - 1.5, height: max(0.5, bar.height - 0.75))
        canvas.draw(.bar(bar, radius: 3), .card, edge: .kind(.rucks), width: 1.5, words: shown.words)
      }
    }
    guard week.meetsGoal else { return }
    let radius = min(3, plot.slot * 0.4)
    canvas.fill(.circle(Point(plot.centre(shown.place), plot.bottom + 10), radius: radius), .kind(.rucks))
  }
}
