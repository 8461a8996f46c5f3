import Charts

extension Box {
  var right: Double { x + width }
  var bottom: Double { y + height }

  func overlaps(_ other: Box) -> Bool {
    // Shapes that only touch do not overlap.
    let hair = 0.01
    return x + hair < other.right && other.x + hair < right && y + hair < other.bottom && other.y + hair < bottom
  }

  func contains(_ other: Box) -> Bool {
    let hair = 0.01
    return other.x >= x - hair && other.y >= y - hair && other.right <= right + hair && other.bottom <= bottom + hair
  }

  func contains(_ point: Point) -> Bool { point.x >= x && point.x <= right && point.y >= y && point.y <= bottom }

  /// The centre, and the centres of its quarters.
  var samples: [Point] {
    [(0.5, 0.5), (0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map {
      Point(x + width * $0.0, y + height * $0.1)
    }
  }
}

extension Outline {
  /// The corners of a polygon that approximates the outline.
  private var corners: [[Point]] {
    switch self {
    case .line(let start, let end): return [[start, end]]
    case .rect(let box, _):
      return [[Point(box.x, box.y), Point(box.right, box.y), Point(box.right, box.bottom), Point(box.x, box.bottom)]]
    case .circle(let centre, let radius):
      return [[Point(centre.x - radius, centre.y - radius), Point(centre.x + radius, centre.y + radius)]]
    case .path(let steps):
      var parts: [[Point]] = []
      for step in steps {
        switch step {
        case .move(let point): parts.append([point])
        case .line(let point): parts[parts.count - 1].append(point)
        case .curve(let first, let second, let end):
          guard let start = parts.last?.last else { continue }
          for index in 1...8 { parts[parts.count - 1].append(bend(start, first, second, end, Double(index) / 8)) }
        case .close: break
        }
      }
      return parts
    }
  }

  private func bend(_ a: Point, _ b: Point, _ c: Point, _ d: Point, _ t: Double) -> Point {
    let s = 1 - t
    func mix(_ p: Double, _ q: Double, _ r: Double, _ u: Double) -> Double {
      s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u
    }
    return Point(mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y))
  }

  var bounds: Box {
    let points = corners.flatMap { $0 }
    let (left, top) = (points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
    return Box(
      x: left, y: top, width: (points.map(\.x).max() ?? 0) - left, height: (points.map(\.y).max() ?? 0) - top)
  }

  /// Returns whether the area contains the point.
  func contains(_ point: Point) -> Bool {
    guard bounds.contains(point) else { return false }
    if case .circle(let centre, let radius) = self {
      let (x, y) = (point.x - centre.x, point.y - centre.y)
      return x * x + y * y <= radius * radius
    }
    var isInside = false
    for part in corners {
      for (index, to) in part.enumerated() {
        let from = part[(index + part.count - 1) % part.count]
        guard (from.y > point.y) != (to.y > point.y) else { continue }
        if point.x < from.x + (point.y - from.y) / (to.y - from.y) * (to.x - from.x) { isInside.toggle() }
      }
    }
    return isInside
  }
}
