public import Domain

/// The completion of the library's core values: a ring for the total and one bar per dimension.
public enum CompletionPicture {
  public static func drawing(_ completion: DiversityCompletion, width: Int) -> Drawing {
    var canvas = Canvas(width: width)
    let title = "Diversity data"
    let caption = caption(completion)
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
    let sentence = ([caption] + completion.dimensions.map(spoken)).joined(separator: " ")
    return canvas.drawing(height: height, title: title, sentence: sentence)
  }

  private static func caption(_ completion: DiversityCompletion) -> String {
    if completion.dimensions.allSatisfy({ $0.total == 0 }) {
      return "No books yet. Each book has \(completion.dimensions.count) fields to fill."
    }
    let missing =
      completion.missingFields == 0
      ? "Nothing is missing" : "\(Words.count(completion.missingFields, "field")) to fill"
    let points = Words.count(completion.curatorPoints, "curator point")
    return "\(Words.percent(completion.overall)) complete. \(missing), \(points) so far."
  }

  private static func spoken(_ dimension: DiversityCompletion.Dimension) -> String {
    "\(dimension.label): \(Words.percent(dimension.completion)), "
      + "\(Words.count(dimension.filled)) of \(Words.count(dimension.total, "book"))."
  }

  private static func drawRing(_ overall: Double, at centre: Point, radius: Double, on canvas: inout Canvas) {
    let words = "\(Words.percent(overall)) complete"
    canvas.ring(centre, radius: radius - 6, width: 12, part: overall / 100, .kind(.reading), words: words)
    let figure = Font(radius > 60 ? 34 : 24, isStrong: true)
    let base = centre.y + figure.drop - 7
    canvas.text(
      Words.percent(overall), at: Point(centre.x, base), figure, anchor: .middle,
      room: 2 * radius - 36)
    canvas.text(
      "complete", at: Point(centre.x, base + figure.size * Label.descent + 12), Font(12), .muted, anchor: .middle,
      room: 2 * radius - 44)
  }

  private static func draw(
    _ dimension: DiversityCompletion.Dimension, from left: Double, y: Double, on canvas: inout Canvas
  ) {
    let width = canvas.right - left
    let percent = 48.0
    canvas.text(dimension.label, at: Point(left, y + 13), Font(13), room: width - percent - 8)
    canvas.text(
      Words.percent(dimension.completion), at: Point(canvas.right, y + 13), Font(13, isStrong: true), anchor: .end,
      room: percent)
    let track = Box(x: left, y: y + 20, width: width, height: 7)
    canvas.fill(.rect(track, radius: 3.5), .hairline)
    let part = min(max(dimension.completion.isFinite ? dimension.completion : 0, 0), 100) / 100
    guard part > 0 else { return }
    var bar = track
    bar.width = max(7, width * part)
    canvas.fill(.rect(bar, radius: 3.5), .kind(.reading), words: spoken(dimension))
  }
}
