public import Domain
public import Languages

/// The completion of the library's core values: a ring for the total and one bar per dimension.
public enum CompletionPicture {
  /// The labels of the dimensions are in the language already.
  public static func drawing(_ completion: DiversityCompletion, width: Int, language: Language? = nil) -> Drawing {
    var canvas = Canvas(width: width, language)
    let words = canvas.words
    let title = words.text("Diversity data")
    let caption = caption(completion, words)
    let top = canvas.heading(title, caption: caption)
    let isWide = canvas.width >= 480
    let radius = isWide ? 70.0 : 56
    let rowHeight = 38.0
    let rows = Double(completion.dimensions.count) * rowHeight
    let middle = isWide ? top + max(rows, 2 * radius + 16) / 2 : top + radius + 8
    let centre = Point(isWide ? canvas.left + radius + 8 : canvas.width / 2, middle)
    drawRing(completion.overall, at: centre, radius: radius, on: &canvas)
    let left = isWide ? centre.x + radius + 40 : canvas.left
    var y = isWide ? middle - rows / 2 : middle + radius + 24
    for dimension in completion.dimensions {
      draw(dimension, from: left, y: y, on: &canvas)
      y += rowHeight
    }
    let height = max(y, middle + radius + 8) + canvas.inset - 8
    let sentence = ([caption] + completion.dimensions.map { spoken($0, words) }).joined(separator: " ")
    return canvas.drawing(height: height, title: title, sentence: sentence)
  }

  private static func caption(_ completion: DiversityCompletion, _ words: Words) -> String {
    if completion.dimensions.allSatisfy({ $0.total == 0 }) {
      let fields = words.plural(
        completion.dimensions.count, "Each book has {count} field to fill.", "Each book has {count} fields to fill.")
      return "\(words.text("No books yet.")) \(fields)"
    }
    let missing =
      completion.missingFields == 0
      ? words.text("Nothing is missing")
      : words.plural(completion.missingFields, "{count} field to fill", "{count} fields to fill")
    let points = words.plural(
      completion.curatorPoints, "{count} curator point so far", "{count} curator points so far")
    return words.text(
      "{percent} complete. {missing}, {points}.",
      ["percent": words.percent(completion.overall), "missing": missing, "points": points])
  }

  private static func spoken(_ dimension: DiversityCompletion.Dimension, _ words: Words) -> String {
    let part = words.language.plural(
      dimension.total, "{part} of {count} book", "{part} of {count} books",
      ["part": words.count(dimension.filled), "count": words.count(dimension.total)])
    return "\(dimension.label): \(words.percent(dimension.completion)), \(part)."
  }

  private static func drawRing(_ overall: Double, at centre: Point, radius: Double, on canvas: inout Canvas) {
    let percent = canvas.words.percent(overall)
    let words = canvas.words.text("{percent} complete", ["percent": percent])
    canvas.ring(centre, radius: radius - 6, width: 12, part: overall / 100, .kind(.reading), words: words)
    let figure = Font(radius > 60 ? 34 : 24, isStrong: true)
    let base = centre.y + figure.drop - 7
    canvas.text(
      percent, at: Point(centre.x, base), figure, anchor: .middle,
      room: 2 * radius - 36)
    canvas.text(
      canvas.words.text("ring|complete"), at: Point(centre.x, base + figure.size * Label.descent + 12), Font(12),
      .muted, anchor: .middle,
      room: 2 * radius - 44)
  }

  private static func draw(
    _ dimension: DiversityCompletion.Dimension, from left: Double, y: Double, on canvas: inout Canvas
  ) {
    let width = canvas.right - left
    let percent = 48.0
    canvas.text(dimension.label, at: Point(left, y + 13), Font(13), room: width - percent - 8)
    canvas.text(
      canvas.words.percent(dimension.completion), at: Point(canvas.right, y + 13), Font(13, isStrong: true),
      anchor: .end,
      room: percent)
    let track = Box(x: left, y: y + 20, width: width, height: 7)
    canvas.fill(.rect(track, radius: 3.5), .hairline)
    let part = min(max(dimension.completion.isFinite ? dimension.completion : 0, 0), 100) / 100
    guard part > 0 else { return }
    var bar = track
    bar.width = max(7, width * part)
    canvas.fill(.rect(bar, radius: 3.5), .kind(.reading), words: spoken(dimension, canvas.words))
  }
}
