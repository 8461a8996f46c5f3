#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Domain

/// The medal of an achievement: one motif each, in the material of its rarity. The page draws the same medals.
enum Medal {
  /// The lines in a square of 24, by the name of the achievement's icon.
  static let motifs: KeyValuePairs = [
    "book.fill": "M12 6.5c-1.8-1.8-4.5-1.8-8-1.8v12.5c3.5 0 6.2 0 8 1.8 1.8-1.8 4.5-1.8 8-1.8V4.7c-3.5 0-6.2 0-8 1.8Z"
      + "M12 6.5V19",
    "books.vertical.fill": "M4.5 5h3.5v14H4.5ZM10 5h3.5v14H10ZM15.7 5.9l3.3-.9 3.2 13-3.3.9ZM4.5 9H8M10 9h3.5",
    "text.book.closed.fill": "M7 3.5h11V17H7a2 2 0 0 0 0 4h11M7 3.5a2 2 0 0 0-2 2V19M9.5 8h5M9.5 11.5h3.5",
    "building.columns.fill": "M3 9.5 12 4l9 5.5ZM5 20h14M6 12v5.5M10 12v5.5M14 12v5.5M18 12v5.5",
    "crown.fill": "M4 18.5 3 8l5 4 4-7 4 7 5-4-1 10.5Z",
    "star.fill": "M12 4l2.4 5.2 5.6.6-4.2 3.8 1.2 5.6-5-2.9-5 2.9 1.2-5.6L4 9.8l5.6-.6Z",
    "globe": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c3 3 3 14 0 17M12 3.5c-3 3-3 14 0 17",
    "map.fill": "M4 6.5l5-2 6 2 5-2v13l-5 2-6-2-5 2ZM9 4.5v13M15 6.5v13",
    "airplane": "M3 12.5l18-8-7 17-3-6.5ZM11 15l5-5.5",
    "trophy.fill": "M8 4h8v6a4 4 0 0 1-8 0ZM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
    "character.bubble.fill": "M4 5h16v11h-8l-4 4v-4H4ZM9.5 13l2.5-5.5 2.5 5.5M10.4 11h3.2",
    "scalemass.fill": "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6.5a3 3 0 0 0 5 0ZM19 7l-2.5 6.5a3 3 0 0 0 5 0Z",
    "safari.fill": "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM15.5 8.5l-2 5-5 2 2-5Z",
    "flame.fill": "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-2-1-5 1-9Z",
  ]

  /// The side of the motifs' square, and the width of their lines in it.
  private static let square = 24.0
  private static let lineWidth = 2.0

  /// The number of layers of shade on the disc, and how much each covers.
  private static let layers = 6
  private static let cover = 0.22
  /// The light comes from the upper left. In full turns from the top.
  private static let light = 0.875

  static func draw(
    icon: String, _ rarity: Achievement.Rarity, at centre: Point, radius: Double, on canvas: inout Canvas
  ) {
    let corners = corners(around: centre, radius)
    canvas.fill(.polyline(corners, isClosed: true), .shade(rarity))
    // The half of the rim that the light reaches.
    let lit = (0...points).map { corners[($0 + points * 5 / 4) % corners.count] }
    canvas.fill(.polyline(lit, isClosed: true), .metal(rarity))
    // The disc is a hollow, so that its lit side is the opposite one.
    let disc = radius * 0.84
    canvas.fill(.circle(centre, radius: disc), .metal(rarity))
    for layer in 0..<layers {
      let height = 1 - Double(2 * layer + 1) / Double(layers)
      let half = acos(height) / (2 * Double.pi)
      canvas.fill(.arc(centre, radius: disc, from: light - half, to: light + half), .shade(rarity), opacity: cover)
    }
    canvas.stroke(.circle(centre, radius: disc), .motif(rarity), width: radius * 0.04)
    drawMotif(icon, .motif(rarity), at: centre, side: radius * 0.9, on: &canvas)
  }

  /// Draws only the lines, for an achievement that is not unlocked.
  static func drawMotif(_ icon: String, _ role: Role, at centre: Point, side: Double, on canvas: inout Canvas) {
    let scale = side / square
    let corner = Point(centre.x - side / 2, centre.y - side / 2)
    canvas.stroke(.path(lines(of: icon).map { $0.scaled(scale, from: corner) }), role, width: lineWidth * scale)
  }

  static func lines(of icon: String) -> [Outline.Step] {
    let text = motifs.first { $0.key == icon }?.value ?? motifs.first { $0.key == "star.fill" }?.value
    return text.flatMap { PathData($0) }?.steps ?? []
  }

  private static let points = 16

  /// The points and the hollows of the rim, by turns.
  private static func corners(around centre: Point, _ radius: Double) -> [Point] {
    (0..<2 * points).map { corner in
      Point.around(
        centre, radius: corner % 2 == 0 ? radius : radius * 0.92, turns: Double(corner) / Double(2 * points))
    }
  }
}

extension Outline.Step {
  fileprivate func scaled(_ scale: Double, from corner: Point) -> Outline.Step {
    func moved(_ point: Point) -> Point { Point(corner.x + point.x * scale, corner.y + point.y * scale) }
    return switch self {
    case .move(let point): .move(moved(point))
    case .line(let point): .line(moved(point))
    case .curve(let first, let second, let end): .curve(moved(first), moved(second), moved(end))
    case .close: .close
    }
  }
}
