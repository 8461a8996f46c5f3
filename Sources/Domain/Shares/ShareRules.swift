public import Chronology

/// The rules for public links.
public enum ShareRules {
  /// The most links that a user can have.
  public static let mostShares = 100
  /// The years that a review supports.
  public static let years = 1...9_999
  /// The months that a review supports.
  public static let months = 1...12

  public static func check(
    _ picture: SharedPicture, _ options: ShareOptions, expiresAt: Instant?, now: Instant
  ) throws(Rejection) {
    var violations: [Rejection.Violation] = []
    if options.range != nil, picture != .activity {
      violations.append(.init("options.range", "applies only to activities; remove it"))
    }
    if let year = options.year {
      if picture != .review {
        violations.append(.init("options.year", "applies only to reviews; remove it"))
      } else if !years.contains(year) {
        violations.append(.init("options.year", "must be from \(years.lowerBound) to \(years.upperBound)"))
      }
    }
    if let month = options.month { violations += monthViolations(month, picture, options) }
    violations += achievementViolations(picture, options)
    if options.metric != nil, picture != .badge {
      violations.append(.init("options.metric", "applies only to badges; remove it"))
    }
    if options.unit != nil, ![.rucks, .review].contains(picture) {
      violations.append(.init("options.unit", "applies only to rucks and reviews; remove it"))
    }
    if let expiresAt, expiresAt <= now || expiresAt > .latestText {
      violations.append(.init("expiresAt", "must be in the future, and not after the year 9999"))
    }
    try violations.reject()
  }

  private static func monthViolations(
    _ month: Int, _ picture: SharedPicture, _ options: ShareOptions
  ) -> [Rejection.Violation] {
    let field = "options.month"
    if picture != .review { return [.init(field, "applies only to reviews; remove it")] }
    if !months.contains(month) {
      return [.init(field, "must be from \(months.lowerBound) to \(months.upperBound)")]
    }
    return options.year == nil ? [.init("options.year", "is required with a month; send its year")] : []
  }

  private static func achievementViolations(
    _ picture: SharedPicture, _ options: ShareOptions
  ) -> [Rejection.Violation] {
    let field = "options.achievement"
    guard picture == .achievement else {
      return options.achievement == nil ? [] : [.init(field, "applies only to achievements; remove it")]
    }
    guard let id = options.achievement else { return [.init(field, "is required; send the id of an achievement")] }
    return Achievement.all.contains { $0.id == id } ? [] : [.init(field, "is not the id of an achievement")]
  }

  /// `count` is the number of existing links.
  public static func check(count: Int) throws(Rejection) {
    guard count < mostShares else {
      throw Rejection("picture", "is one more than the limit of \(mostShares) links; delete one first")
    }
  }
}
