public import Chronology
public import Domain
public import Languages

/// One achievement as a card to share: unlocked, or with its progress.
public enum AchievementPicture {
  private static let size = (width: 600.0, height: 315.0)

  /// `unlockedOn` is the day in the user's time zone. The texts of the achievement are in the language already.
  public static func drawing(
    _ standing: AchievementStanding, unlockedOn: Day?, width: Int, language: Language? = nil
  ) -> Drawing {
    var canvas = Canvas(language, cardWidth: size.width)
    let words = canvas.words
    let role = Role.kind(kind(of: standing.category))
    drawMedal(standing, role, at: Point(130, 150), on: &canvas)
    let left = 250.0
    let room = size.width - left - 32
    canvas.text(
      name(standing.rarity, words), at: Point(left, 70), Font(15, isStrong: true), role, room: room)
    let titleFont = Font(34, isStrong: true)
    var y = canvas.prose(standing.title, at: Point(left, 112), titleFont, room: room, atMost: 2)
    y = canvas.prose(standing.description, at: Point(left, y - 12), Font(17), .muted, room: room, atMost: 3)
    canvas.text(
      state(standing, unlockedOn, words), at: Point(left, size.height - 32), Font(17, isStrong: true), room: room)
    if !standing.isUnlocked { drawSteps(standing.progressSteps, role, on: &canvas) }
    let sentence = "\(standing.title): \(standing.description) \(state(standing, unlockedOn, words))."
    return canvas.drawing(
      height: size.height, title: standing.title, sentence: sentence,
      shownWidth: Double(min(max(width, PictureLimits.widths.lowerBound), PictureLimits.widths.upperBound)))
  }

  private static func name(_ rarity: Achievement.Rarity, _ words: Words) -> String {
    switch rarity {
    case .common: words.text("Common")
    case .uncommon: words.text("Uncommon")
    case .rare: words.text("Rare")
    case .epic: words.text("Epic")
    case .legendary: words.text("Legendary")
    }
  }

  private static func kind(of category: Achievement.Category) -> ActivityKind {
    switch category {
    case .reading: .reading
    case .cultural: .listening
    case .combined: .rucks
    }
  }

  private static func state(_ standing: AchievementStanding, _ day: Day?, _ words: Words) -> String {
    if standing.isUnlocked {
      guard let day else { return words.text("Unlocked") }
      return words.text("Unlocked on {day}", ["day": words.language.longDay(day)])
    }
    let (current, threshold) = (words.number(standing.currentValue), words.number(standing.threshold))
    return words.text(
      "{percent} complete, {current} of {threshold}",
      ["percent": words.percent(standing.progress * 100), "current": current, "threshold": threshold])
  }

  /// Draws its medal if it is unlocked, otherwise its motif in a ring of progress.
  private static func drawMedal(
    _ standing: AchievementStanding, _ role: Role, at centre: Point, on canvas: inout Canvas
  ) {
    guard !standing.isUnlocked else {
      return Medal.draw(icon: standing.icon, standing.rarity, at: centre, radius: 92, on: &canvas)
    }
    let percent = canvas.words.percent(standing.progress * 100)
    let words = canvas.words.text("{percent} complete", ["percent": percent])
    canvas.ring(centre, radius: 78, width: 12, part: standing.progress, role, words: words)
    Medal.drawMotif(standing.icon, .muted, at: centre, side: 72, on: &canvas)
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
