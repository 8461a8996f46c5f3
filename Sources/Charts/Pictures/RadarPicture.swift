public import Domain
public import Languages

/// The evenness of the library in each dimension. Dimensions without data have dashed lines, all others solid ones; a
/// "+" marks dimensions for which some books lack data. Wide pictures have labels around the radar, narrow ones have
/// rows below it that a finger can hit.
public enum RadarPicture {
  /// The labels and descriptions of the axes are in the language already.
  public static func drawing(_ radar: DiversityRadar, width: Int, language: Language? = nil) -> Drawing {
    var canvas = Canvas(width: width, language)
    let title = canvas.words.text("Representation radar")
    let top = canvas.heading(title, caption: caption(radar, canvas.words))
    let isWide = canvas.width >= 620
    let height = isWide ? drawWide(radar, from: top, on: &canvas) : drawNarrow(radar, from: top, on: &canvas)
    return canvas.drawing(height: height, title: title, sentence: sentence(radar, canvas.words))
  }

  private static func caption(_ radar: DiversityRadar, _ words: Words) -> String {
    guard radar.axes.contains(where: { !$0.isGhost || $0.missingBooks > 0 }) else {
      return words.text("No books yet. Add books to your library to fill the radar.")
    }
    let known = words.text("{percent} of the data is known.", ["percent": words.percent(radar.completion)])
    let gaps = radar.axes.filter { $0.missingBooks > 0 }.count
    return "\(known) \(gaps == 0 ? words.text("Nothing is missing.") : words.text("+ marks missing data."))"
  }

  private static func sentence(_ radar: DiversityRadar, _ words: Words) -> String {
    let axes = radar.axes.map { axis in
      guard axis.missingBooks > 0, !axis.isGhost else { return axis.description }
      let missing = words.plural(axis.missingBooks, "{count} book without data.", "{count} books without data.")
      return "\(axis.description) \(missing)"
    }
    return ([caption(radar, words)] + axes).joined(separator: " ")
  }

  private static func drawWide(_ radar: DiversityRadar, from top: Double, on canvas: inout Canvas) -> Double {
    let labelRoom = 132.0
    let radius = min(190, canvas.width / 2 - canvas.inset - Web.gap - Target.side - labelRoom)
    let hasAbove = radar.axes.first.map { $0.missingBooks > 0 } ?? false
    let centre = Point(canvas.width / 2, top + radius + Web.gap + 40 + (hasAbove ? Target.side : 0))
    let web = Web(radar: radar, centre: centre, radius: radius)
    web.draw(on: &canvas, isNumbered: false)
    var bottom = centre.y + radius
    for (place, axis) in radar.axes.enumerated() {
      let (across, down) = web.direction(place)
      let end = web.point(place, at: radius + Web.gap)
      let hasTarget = axis.missingBooks > 0
      var box = Box(around: end, side: Target.side)
      var label = end
      var anchor = Anchor.middle
      var room = 2 * labelRoom
      if abs(across) > 0.2 {
        let step = across > 0 ? 1.0 : -1.0
        if hasTarget { box.x = end.x + (step > 0 ? 0 : -Target.side) }
        label.x = end.x + step * (hasTarget ? Target.side : 4)
        anchor = step > 0 ? .start : .end
        room = step > 0 ? canvas.right - label.x : label.x - canvas.left
      } else if down < 0 {
        box.y = end.y - Target.side
        label.y = end.y - (hasTarget ? Target.side : 0) - 18
      } else {
        box.y = end.y
        label.y = end.y + (hasTarget ? Target.side : 0) + 18
      }
      if hasTarget { plus(axis, in: box, on: &canvas) }
      words(axis, at: label, anchor: anchor, room: room, on: &canvas)
      bottom = max(bottom, label.y + 20)
    }
    return bottom + canvas.inset
  }

  private static func drawNarrow(_ radar: DiversityRadar, from top: Double, on canvas: inout Canvas) -> Double {
    let radius = min(140, canvas.inner / 2 - 2 * Web.gap)
    let centre = Point(canvas.width / 2, top + radius + 2 * Web.gap)
    Web(radar: radar, centre: centre, radius: radius).draw(on: &canvas, isNumbered: true)
    var y = centre.y + radius + 2 * Web.gap + 8
    for (place, axis) in radar.axes.enumerated() {
      let middle = y + Target.side / 2
      Web.number(place + 1, isGhost: axis.isGhost, at: Point(canvas.left + Web.badge, middle), on: &canvas)
      let start = canvas.left + 2 * Web.badge + 10
      let end = axis.missingBooks > 0 ? canvas.right - Target.side : canvas.right
      words(axis, at: Point(start, middle), anchor: .start, room: end - start, on: &canvas)
      if axis.missingBooks > 0 {
        plus(axis, in: Box(x: end, y: y, width: Target.side, height: Target.side), on: &canvas)
      }
      y += Target.side
    }
    return y + canvas.inset - 8
  }

  /// Draws the name of an axis and its percentages below.
  private static func words(
    _ axis: DiversityRadar.Axis, at point: Point, anchor: Anchor, room: Double, on canvas: inout Canvas
  ) {
    let (name, figures) = (Font(14, isStrong: true), Font(12))
    let words = canvas.words
    let (even, complete) = (words.percent(axis.value), words.percent(axis.completion))
    let none = words.percent(0)
    let wordings =
      axis.isGhost
      ? [
        words.text("no data yet · {complete} complete", ["complete": none]),
        words.text("no data · {complete}", ["complete": none]), none,
      ]
      : [
        words.text("{even} even · {complete} complete", ["even": even, "complete": complete]),
        "\(even) · \(complete)", complete,
      ]
    let text = TextFit.first(of: wordings, figures, room: room)
    canvas.text(axis.label, at: Point(point.x, point.y - 3), name, anchor: anchor, room: room)
    canvas.text(text, at: Point(point.x, point.y + 14), figures, .muted, anchor: anchor, room: room)
  }

  private static func plus(_ axis: DiversityRadar.Axis, in box: Box, on canvas: inout Canvas) {
    let centre = Point(box.x + box.width / 2, box.y + box.height / 2)
    let arm = 6.0
    canvas.stroke(.circle(centre, radius: 12), .add, width: 1.5)
    canvas.stroke(
      .path([
        .move(Point(centre.x - arm, centre.y)), .line(Point(centre.x + arm, centre.y)),
        .move(Point(centre.x, centre.y - arm)), .line(Point(centre.x, centre.y + arm)),
      ]), .add, width: 2)
    canvas.target(
      box, name: axis.dimension.rawValue,
      words:
        "\(axis.label): "
        + canvas.words.plural(axis.missingBooks, "add what {count} book lacks", "add what {count} books lack")
    )
  }
}
