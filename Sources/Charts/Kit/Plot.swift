/// An area for bars or a line above a base line, with one column per figure.
struct Plot {
  var box: Box
  var scale: LinearScale
  var count: Int

  static let font = Font(11)
  static let gap = 8.0

  /// Returns the width for the labels of the ticks.
  static func gutter(_ scale: LinearScale, _ words: (Double) -> String) -> Double {
    let widest = scale.ticks.map { TextFit.width(of: words($0), font) }.max() ?? 0
    return (widest * Label.slack).rounded(.up) + gap
  }

  var bottom: Double { box.y + box.height }
  var slot: Double { box.width / Double(max(1, count)) }

  func centre(_ place: Int) -> Double { box.x + (Double(place) + 0.5) * slot }
  func y(_ value: Double) -> Double { bottom - scale.part(value) * box.height }

  /// Returns the bar between two values. A bar that is not 0 has a visible height.
  func bar(_ place: Int, from low: Double = 0, to high: Double) -> Box {
    let width = min(slot * (slot < 4 ? 0.8 : 0.64), 36)
    let base = y(low)
    let height = high > low ? max(base - y(high), 1.5) : 0
    return Box(x: centre(place) - width / 2, y: max(base - height, box.y), width: width, height: height)
  }

  func drawTicks(on canvas: inout Canvas, _ words: (Double) -> String) {
    for tick in scale.ticks {
      let y = y(tick)
      if tick > 0 { canvas.stroke(.line(Point(box.x, y), Point(box.x + box.width, y)), .hairline, width: 1) }
      canvas.text(
        words(tick), at: Point(box.x - Self.gap, y + Self.font.drop), Self.font, .muted, anchor: .end,
        room: box.x - Self.gap - canvas.left)
    }
  }

  func drawBase(on canvas: inout Canvas) {
    canvas.stroke(.line(Point(box.x, bottom), Point(box.x + box.width, bottom)), .muted, width: 1)
  }
}

extension Canvas {
  /// Draws labels below their columns as far as there is room, starting with the last one.
  mutating func across(_ plot: Plot, y: Double, _ text: (Int) -> String?) {
    var end = right
    for place in (0..<plot.count).reversed() {
      let x = plot.centre(place)
      // Makes the text only if there is room.
      guard x < end, let text = text(place) else { continue }
      let half = (TextFit.width(of: text, Plot.font) * Label.slack / 2).rounded(.up)
      guard half > 0, 2 * half <= inner else { continue }
      let middle = min(max(x, left + half), right - half)
      guard middle + half <= end else { continue }
      self.text(text, at: Point(middle, y), Plot.font, .muted, anchor: .middle, room: 2 * half)
      end = middle - half - 6
    }
  }

  /// Draws a ring that is filled clockwise from the top.
  mutating func ring(_ centre: Point, radius: Double, width: Double, part: Double, _ role: Role, words: String) {
    stroke(.circle(centre, radius: radius), .hairline, width: width)
    let part = min(max(part.isFinite ? part : 0, 0), 1)
    guard part > 0 else { return }
    let outline = part < 1 ? Outline.arc(centre, radius: radius, from: 0, to: part) : .circle(centre, radius: radius)
    stroke(outline, role, width: width, words: words)
  }
}
