public import Chronology
public import Domain

/// One achievement as a card to share: unlocked, or with its progress.
public enum AchievementPicture {
  private static let size = (width: 600.0, height: 315.0)

  /// `unlockedOn` is the day in the user's time zone.
  public static func drawing(_ standing: AchievementStanding, unlockedOn: Day?, width: Int) -> Drawing {
    var canvas = Canvas(cardWidth: size.width)
    let role = Role.kind(kind(of: standing.category))
    drawMedal(standing, role, at: Point(130, 150), on: &canvas)
    let left = 250.0
    let room = size.width - left - 32
    canvas.text(
      standing.rarity.rawValue.capitalizedFirst, at: Point(left, 70), Font(15, isStrong: true), role, room: room)
    let titleFont = Font(34, isStrong: true)
    var y = canvas.prose(standing.title, at: Point(left, 112), titleFont, room: room, atMost: 2)
    y = canvas.prose(standing.description, at: Point(left, y - 12), Font(17), .muted, room: room, atMost: 3)
    canvas.text(state(standing, unlockedOn), at: Point(left, size.height - 32), Font(17, isStrong: true), room: room)
    if !standing.isUnlocked { drawSteps(standing.progressSteps, role, on: &canvas) }
    let sentence = "\(standing.title): \(standing.description) \(state(standing, unlockedOn))."
    return canvas.drawing(
      height: size.height, title: standing.title, sentence: sentence,
      shownWidth: Double(min(max(width, PictureLimits.widths.lowerBound), PictureLimits.widths.upperBound)))
  }

  private static func kind(of category: Achievement.Category) -> ActivityKind {
    switch category {
    case .reading: .reading
    case .cultural: .listening
    case .combined: .rucks
    }
  }

  private static func state(_ standing: AchievementStanding, _ day: Day?) -> String {
    if standing.isUnlocked { return day.map { "Unlocked on \($0.long)" } ?? "Unlocked" }
    let (current, threshold) = (Words.number(standing.currentValue), Words.number(standing.threshold))
    return "\(Words.percent(standing.progress * 100)) complete, \(current) of \(threshold)"
  }

  /// Draws a star in a rosette if it is unlocked, otherwise an open one with a ring of progress.
  private static func drawMedal(
    _ standing: AchievementStanding, _ role: Role, at centre: Point, on canvas: inout Canvas
  ) {
    let star = star(centre, outer: 40, inner: 17, points: 5)
    if standing.isUnlocked {
      canvas.fill(self.star(centre, outer: 88, inner: 80, points: 24), role)
      canvas.stroke(.circle(centre, radius: 68), .card, width: 2)
      canvas.fill(star, .card)
    } else {
      let words = "\(Words.percent(standing.progress * 100)) complete"
      canvas.ring(centre, radius: 78, width: 12, part: standing.progress, role, words: words)
      canvas.stroke(star, .muted, width: 2)
    }
  }

  private static func star(_ centre: Point, outer: Double, inner: Double, points: Int) -> Outline {
    let corners = (0..<2 * points).map { corner in
      Point.around(
        centre, radius: corner % 2 == 0 ? outer : inner, turns: Double(corner) / Double(2 * points))
    }
    return .polyline(corners, isClosed: true)
  }

  /// Draws four dots, one filled per completed quarter.
  private static func drawSteps(_ steps: Int, _ role: Role, on canvas: inout Canvas) {
    for place in 0..<4 {
      let circle = Outline.circle(Point(130 + (Double(place) - 1.5) * 18, 272), radius: 5)
      if place < steps {
        canvas.fill(circle, role)
      } else {
        canvas.draw(circle, .card, edge: .muted, width: 1.5)
      }
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
