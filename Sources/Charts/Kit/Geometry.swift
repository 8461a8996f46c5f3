#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Pixels from the upper left corner.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// Returns the point on a circle after this many full turns, clockwise from the top.
  static func around(_ centre: Point, radius: Double, turns: Double) -> Point {
    let angle = turns * 2 * Double.pi
    return Point(centre.x + radius * sin(angle), centre.y - radius * cos(angle))
  }
}

public struct Box: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  init(around centre: Point, side: Double) {
    self.init(x: centre.x - side / 2, y: centre.y - side / 2, width: side, height: side)
  }
}

/// A segment of a shape's outline.
public enum Outline: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    case move(Point)
    case line(Point)
    /// A cubic curve: two control points and the end.
    case curve(Point, Point, Point)
    case close
  }

  case path([Step])
  case rect(Box, radius: Double)
  case circle(Point, radius: Double)
  case line(Point, Point)

  static func polyline(_ points: [Point], isClosed: Bool = false) -> Outline {
    var steps = points.enumerated().map { $0.offset == 0 ? Step.move($0.element) : .line($0.element) }
    if isClosed { steps.append(.close) }
    return .path(steps)
  }

  /// Returns a part of a circle, clockwise, in full turns from the top.
  static func arc(_ centre: Point, radius: Double, from start: Double, to end: Double) -> Outline {
    // A cubic curve of a quarter turn differs from the circle by less than a thousandth of the radius.
    let count = max(1, Int(((end - start) * 4).rounded(.up)))
    let step = (end - start) / Double(count)
    let reach = 4.0 / 3.0 * tan(step * Double.pi / 2) * radius
    func tangent(_ turns: Double) -> Point {
      let angle = turns * 2 * Double.pi
      return Point(cos(angle) * reach, sin(angle) * reach)
    }
    var steps = [Step.move(.around(centre, radius: radius, turns: start))]
    for index in 0..<count {
      let (first, last) = (start + Double(index) * step, start + Double(index + 1) * step)
      let (from, to) = (
        Point.around(centre, radius: radius, turns: first), Point.around(centre, radius: radius, turns: last)
      )
      let (leaving, arriving) = (tangent(first), tangent(last))
      steps.append(
        .curve(Point(from.x + leaving.x, from.y + leaving.y), Point(to.x - arriving.x, to.y - arriving.y), to))
    }
    return .path(steps)
  }

  /// Returns a bar on its base line, with rounded corners at the top only.
  static func bar(_ box: Box, radius: Double) -> Outline {
    let round = min(radius, box.width / 2, box.height)
    guard round > 0 else { return .rect(box, radius: 0) }
    let (left, right, top, bottom) = (box.x, box.x + box.width, box.y, box.y + box.height)
    let pull = round * 0.45
    return .path([
      .move(Point(left, bottom)), .line(Point(left, top + round)),
      .curve(Point(left, top + pull), Point(left + pull, top), Point(left + round, top)),
      .line(Point(right - round, top)),
      .curve(Point(right - pull, top), Point(right, top + pull), Point(right, top + round)),
      .line(Point(right, bottom)), .close,
    ])
  }
}
