public import Chronology

/// The rules for public links.
public enum ShareRules {
  /// How many links of a user there may be at once.
  public static let mostShares = 100
  /// As for the review itself.
  public static let years = 1...9_999

  public static func check(
    _ picture: SharedPicture, _ options: ShareOptions, expiresAt: Instant?, now: Instant
  ) throws(Rejection) {
    var violations: [Rejection.Violation] = []
    if options.range != nil, picture != .activity {
      violations.append(.init("options.range", "is of an activity alone"))
    }
    if let year = options.year {
      if picture != .review {
        violations.append(.init("options.year", "is of a review alone"))
      } else if !years.contains(year) {
        violations.append(.init("options.year", "must be from \(years.lowerBound) to \(years.upperBound)"))
      }
    }
    violations += achievementViolations(picture, options)
    if options.metric != nil, picture != .badge {
      violations.append(.init("options.metric", "is of a badge alone"))
    }
    if options.unit != nil, ![.rucks, .review].contains(picture) {
      violations.append(.init("options.unit", "is of rucks and of a review alone"))
    }
    if let expiresAt, expiresAt <= now || expiresAt > .latestText {
      violations.append(.init("expiresAt", "must be in the future, and not after the year 9999"))
    }
    try violations.refuse()
  }

  private static func achievementViolations(
    _ picture: SharedPicture, _ options: ShareOptions
  ) -> [Rejection.Violation] {
    let field = "options.achievement"
    guard picture == .achievement else {
      return options.achievement == nil ? [] : [.init(field, "is of an achievement alone")]
    }
    guard let id = options.achievement else { return [.init(field, "is required: the id of an achievement")] }
    return Achievement.all.contains { $0.id == id } ? [] : [.init(field, "is not the id of an achievement")]
  }

  /// `count` is how many there are besides.
  public static func check(count: Int) throws(Rejection) {
    guard count < mostShares else {
      throw Rejection("picture", "there are \(mostShares) links already, the most that may be: delete one first")
    }
  }
}
