import Domain

extension RadarPicture {
  /// The axes around the centre.
  struct Web {
    let radar: DiversityRadar
    let centre: Point
    let radius: Double

    static let gap = 12.0
    static let badge = 9.0
    /// Zero is drawn as a small ring, so that several zeros do not coincide.
    private static let hub = 0.1

    private var count: Int { radar.axes.count }

    func point(_ place: Int, at distance: Double) -> Point {
      .around(centre, radius: distance, turns: Double(place) / Double(max(1, count)))
    }

    /// Returns the direction of an axis as a unit vector.
    func direction(_ place: Int) -> (across: Double, down: Double) {
      let end = point(place, at: 1)
      return (end.x - centre.x, end.y - centre.y)
    }

    private func point(_ place: Int, value: Double) -> Point {
      let part = min(max(value.isFinite ? value : 0, 0), 100) / 100
      return point(place, at: radius * (Self.hub + (1 - Self.hub) * part))
    }

    func draw(on canvas: inout Canvas, isNumbered: Bool) {
      for value in [0.0, 25, 50, 75, 100] {
        canvas.stroke(
          .polyline(radar.axes.indices.map { point($0, value: value) }, isClosed: true), .hairline, width: 1)
      }
      for (place, axis) in radar.axes.enumerated() {
        let (zero, rim) = (point(place, value: 0), point(place, value: 100))
        if axis.isGhost {
          canvas.stroke(.line(zero, rim), .unknown, width: 2, dashes: [5, 4])
          // A numbered axis has its number there instead.
          if !isNumbered { canvas.draw(.circle(rim, radius: 4), .card, edge: .ink, width: 1.5) }
        } else {
          canvas.stroke(.line(zero, rim), .known, width: 1.5)
        }
      }
      drawData(on: &canvas)
      for (place, axis) in radar.axes.enumerated() where !axis.isGhost {
        canvas.fill(
          .circle(point(place, value: axis.value), radius: 4.5), .ink,
          words: "\(axis.label): "
            + canvas.words.text("{percent} even", ["percent": canvas.words.percent(axis.value)]))
      }
      guard isNumbered else { return }
      for (place, axis) in radar.axes.enumerated() {
        Self.number(place + 1, isGhost: axis.isGhost, at: point(place, at: radius + Self.gap + 4), on: &canvas)
      }
    }

    /// Draws solid lines between neighbours with data, and dashed lines across axes without data.
    private func drawData(on canvas: inout Canvas) {
      let known = radar.axes.indices.filter { !radar.axes[$0].isGhost }
      let points = known.map { point($0, value: radar.axes[$0].value) }
      guard let first = points.first else { return }
      if points.count > 2 { canvas.fill(.polyline(points, isClosed: true), .known, opacity: 0.18) }
      if points.count == 1 { return canvas.stroke(.line(point(known[0], value: 0), first), .known, width: 3) }
      for index in points.indices where points.count > 2 || index == 0 {
        let next = (index + 1) % points.count
        let isNeighbour = (known[index] + 1) % count == known[next] || (points.count == 2 && known[next] + 1 == count)
        let side = Outline.line(points[index], points[next])
        if isNeighbour {
          canvas.stroke(side, .known, width: 3)
        } else {
          canvas.stroke(side, .unknown, width: 2, dashes: [5, 4])
        }
      }
    }

    /// Draws the number of an axis: filled if it has data, otherwise open.
    static func number(_ number: Int, isGhost: Bool, at point: Point, on canvas: inout Canvas) {
      let circle = Outline.circle(point, radius: badge)
      if isGhost {
        canvas.draw(circle, .card, edge: .ink, width: 1.5)
      } else {
        canvas.draw(circle, .ink, edge: .ink, width: 1.5)
      }
      let font = Font(11, isStrong: true)
      canvas.text(
        "\(number)", at: Point(point.x, point.y + font.drop), font, isGhost ? .ink : .card, anchor: .middle,
        room: 2 * badge - 2)
    }
  }
}
