import Chronology
import Domain
import Foundation
import SlowModels

extension SlowReview {
  /// Returns the first difference of the view's review from this one, or nil.
  func difference(from view: inout StatsView, in period: Period, now: Instant) throws -> String? {
    var expected = try review(period, now: now)
    // Other tests cover the unlocking times. This one checks which of them fall into the period.
    let reached = view.achievements().compactMap { achievement in
      achievement.unlockedAt.flatMap { at in
        contains(period, at)
          ? YearReview.Unlocked(id: achievement.id, title: achievement.title, icon: achievement.icon, unlockedAt: at)
          : nil
      }
    }
    expected["achievementsUnlocked"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(reached))
    let found = view.review(of: period.year, month: period.month, now: now)
    return try Difference.of(found, expected, at: "\(period)")
  }

  /// The view's months in the form of `months(now:)`.
  static func texts(_ months: [MonthFigures]) -> [[String]] {
    months.map { month in
      [
        String(month.month.description.dropLast(3)), "\(month.books)", "\(month.pages)", "\(month.minutes)",
        "\(month.cultures)", "\(Int(month.listeningSeconds.rounded()))", "\(month.rucks)",
        "\(Int(month.distance.rounded()))",
      ]
    }
  }
}
