import Chronology

/// A title and a message about an event, as a person would say it.
public struct WebhookPhrase: Hashable, Sendable {
  public var title: String
  public var message: String

  public init(title: String, message: String) {
    self.title = title
    self.message = message
  }

  public static let test = WebhookPhrase(title: "Test from Waymark", message: "This is a test message from Waymark.")

  /// `title` is nil if the story does not exist.
  public static func listening(_ session: ListeningSession, title: String?) -> WebhookPhrase {
    let name = title ?? "a story"
    return WebhookPhrase(
      title: "Listened to \(name)", message: "Listened to \(name) for \(time(session.duration)).")
  }

  /// `title` is nil if the work does not exist.
  public static func reading(_ session: ReadingSession, title: String?) -> WebhookPhrase {
    let name = title ?? "a book"
    let pages = session.pagesRead > 0 ? ", \(count(session.pagesRead, "page"))" : ""
    return WebhookPhrase(
      title: "Read \(name)", message: "Read \(name) for \(time(Double(session.endedAt - session.startedAt)))\(pages).")
  }

  public static func ruck(_ ruck: Ruck) -> WebhookPhrase {
    let distance = "\(tenths(ruck.distance / 1_000)) km"
    return WebhookPhrase(
      title: "Rucked \(distance)",
      message: "Rucked \(distance) with \(tenths(ruck.loadWeight)) kg in \(time(ruck.seconds)).")
  }

  public static func finished(title: String) -> WebhookPhrase {
    WebhookPhrase(title: "Finished \(title)", message: "Finished the book \(title).")
  }

  public static func unlock(_ unlock: Unlock) -> WebhookPhrase {
    switch unlock {
    case .milestone(let milestone):
      WebhookPhrase(title: milestone.title, message: "Reached the milestone \(milestone.title).")
    case .achievement(let achievement):
      WebhookPhrase(
        title: achievement.title, message: "Unlocked the achievement \(achievement.title): \(achievement.description)")
    case .goal(let goal):
      WebhookPhrase(title: "Goal reached", message: "Reached the goal of \(goal.phrase).")
    }
  }

  public static func failing(_ server: String, problem: String) -> WebhookPhrase {
    WebhookPhrase(title: "\(server) is not working", message: "Waymark gets nothing from \(server): \(problem).")
  }

  static func time(_ seconds: Double) -> String {
    let minutes = Int((min(seconds, 1e9) / 60).rounded(.down))
    guard minutes > 0 else { return "less than a minute" }
    let parts = [(minutes / 60, "hour"), (minutes % 60, "minute")].filter { $0.0 > 0 }
    return parts.map { count($0.0, $0.1) }.joined(separator: " ")
  }

  private static func count(_ number: Int, _ unit: String) -> String { "\(number) \(unit)\(number == 1 ? "" : "s")" }

  /// At most one decimal.
  private static func tenths(_ value: Double) -> String {
    let tenths = Int((min(value, 1e9) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension GoalStanding {
  fileprivate var phrase: String {
    switch type {
    case .annualReading: "\(target) book\(target == 1 ? "" : "s") this year"
    case .culturalDiversity: "\(target) culture\(target == 1 ? "" : "s") this year"
    case .readingStreak: "\(target) day\(target == 1 ? "" : "s") of reading in a row"
    case .weeklyRucks: "\(target) ruck\(target == 1 ? "" : "s") this week"
    }
  }
}
