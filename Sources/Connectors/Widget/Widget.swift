public import API
import Chronology
import Domain
import JSON
public import Languages

/// The figures of a widget, gathered from the calls that have them. Only the calls that are needed are made.
public struct Widget: Sendable {
  public typealias Metric = EdgeAPI.FetchWidget.Metric

  /// A call that has figures of the widget.
  enum Source: CaseIterable {
    case summary, insights, ruckStreak, listening, reading, rucks, goals, weeks, completion, milestones, latest

    var metrics: [Metric] {
      switch self {
      case .summary: [.streak, .longestStreak, .listeningTime]
      case .insights: [.readingStreak]
      case .ruckStreak: [.ruckStreak]
      case .listening: [.listeningMinutesToday, .minutesToday, .minutesThisWeek]
      case .reading: [.readingMinutesToday, .minutesToday, .minutesThisWeek]
      case .rucks: [.ruckMinutesToday, .minutesToday, .minutesThisWeek]
      case .goals: [.booksThisYear, .booksGoal, .booksRemaining, .rucksGoal]
      case .weeks: [.rucksThisWeek, .distanceThisWeek, .weightMovedThisWeek]
      case .completion: [.completion]
      case .milestones: [.nextMilestone, .nextMilestonePercent]
      case .latest: [.currentBook, .currentBookPercent, .lastActivity]
      }
    }
  }

  public let metrics: [Metric]
  private let language: Language?
  private var values: [Metric: JSONValue] = [:]

  /// Parses names separated by commas; nil for all. Returns nil if a name is unknown.
  public init?(_ names: String?, in language: Language? = nil) {
    self.language = language
    guard let names else {
      metrics = Metric.allCases
      return
    }
    let wanted = names.split(separator: ",", omittingEmptySubsequences: false).map { Metric(rawValue: String($0)) }
    guard !wanted.contains(nil) else { return nil }
    metrics = Metric.allCases.filter(wanted.contains)
  }

  var sources: [Source] { Source.allCases.filter { !metrics.allSatisfy { [own = $0.metrics] in !own.contains($0) } } }

  /// Returns the first step for a user. The last one responds with the object.
  public func step(for user: ConnectorUser) -> ConnectorStep { step(sources[...], user) }

  private var body: JSONValue { .object(metrics.map { ($0.rawValue, values[$0] ?? .null) }) }

  private func step(_ left: ArraySlice<Source>, _ user: ConnectorUser) -> ConnectorStep {
    guard let source = left.first else { return .respond(.json(body)) }
    func goOn(_ change: (inout Widget) -> Void) -> ConnectorStep {
      var next = self
      change(&next)
      return next.step(left.dropFirst(), user)
    }
    switch source {
    case .summary:
      return .call(StatsAPI.FetchSummary(), for: user) { reply in goOn { $0.take(reply) } }
    case .insights:
      return .call(StatsAPI.FetchReadingInsights(), for: user) { reply in
        goOn { $0.values[.readingStreak] = .integer(reply.streak.current) }
      }
    case .ruckStreak:
      return .call(StatsAPI.FetchTrainingStreak(), for: user) { reply in
        goOn { $0.values[.ruckStreak] = .integer(reply.current) }
      }
    case .listening: return minutes(.listening, .listeningMinutesToday, user, goOn)
    case .reading: return minutes(.reading, .readingMinutesToday, user, goOn)
    case .rucks: return minutes(.rucks, .ruckMinutesToday, user, goOn)
    case .goals:
      return .call(MilestoneAPI.FetchGoals(), for: user) { reply in goOn { $0.take(reply) } }
    case .weeks:
      return .call(StatsAPI.FetchRuckWeeks(weeks: 1), for: user) { reply in goOn { $0.take(reply) } }
    case .completion:
      return .call(DiversityAPI.FetchCompletion(), for: user) { reply in
        goOn { $0.values[.completion] = .number(reply.overall) }
      }
    case .milestones:
      return .call(MilestoneAPI.FetchMilestones(lang: language), for: user) { reply in goOn { $0.take(reply) } }
    case .latest:
      return .call(SessionAPI.FetchLatest(), for: user) { reply in goOn { $0.take(reply) } }
    }
  }

  /// The minutes of the last seven days, of which today is the last.
  private func minutes(
    _ kind: ActivityKind, _ today: Metric, _ user: ConnectorUser,
    _ goOn: @escaping ((inout Widget) -> Void) -> ConnectorStep
  ) -> ConnectorStep {
    .call(StatsAPI.FetchActivity(range: .week, kind: kind), for: user) { reply in
      goOn { widget in
        guard let last = reply.dataPoints.last else { return }
        let monday = last.date.startOfWeek
        let week = reply.dataPoints.filter { $0.date >= monday }.reduce(0) { $0 + $1.minutes }
        widget.values[today] = .number(last.minutes)
        widget.add(last.minutes, to: .minutesToday)
        widget.add(week, to: .minutesThisWeek)
      }
    }
  }

  private mutating func add(_ minutes: Double, to metric: Metric) {
    var sum = minutes
    if case .number(let known)? = values[metric] { sum += known }
    // The minutes of a day have two decimals.
    values[metric] = .number((sum * 100).rounded() / 100)
  }

  // Replies.

  private mutating func take(_ summary: ListeningSummary) {
    values[.streak] = .integer(summary.currentStreak)
    values[.longestStreak] = .integer(summary.longestStreak)
    values[.listeningTime] = .number(summary.totalListeningTime)
  }

  private mutating func take(_ reply: MilestoneAPI.FetchGoals.Reply) {
    for case .current(let goal) in reply.goals {
      if goal.type == .annualReading {
        values[.booksThisYear] = .integer(goal.current)
        values[.booksGoal] = .integer(goal.target)
        values[.booksRemaining] = .integer(goal.remaining)
      } else if goal.type == .weeklyRucks {
        values[.rucksGoal] = .integer(goal.target)
      }
    }
  }

  private mutating func take(_ reply: RuckWeekly) {
    guard let week = reply.weeks.last else { return }
    values[.rucksThisWeek] = .integer(week.sessions)
    values[.distanceThisWeek] = .number(week.distance)
    values[.weightMovedThisWeek] = .number(week.weightMoved)
  }

  /// The locked milestone with the greatest share. The first of equal ones.
  private mutating func take(_ reply: MilestoneAPI.FetchMilestones.Reply) {
    var best: (title: String, share: Double)?
    for milestone in reply.milestones where !milestone.isUnlocked && milestone.threshold > 0 {
      let share = milestone.currentValue / milestone.threshold
      if best.map({ share > $0.share }) ?? true { best = (milestone.title, share) }
    }
    guard let best else { return }
    values[.nextMilestone] = .text(best.title)
    values[.nextMilestonePercent] = .number(Self.percent(best.share))
  }

  private mutating func take(_ latest: SessionAPI.FetchLatest.Reply) {
    values[.currentBook] = .optional(latest.title)
    values[.lastActivity] = .optional(latest.endedAt?.description)
    guard let page = latest.currentPage, let count = latest.pageCount, count > 0 else { return }
    values[.currentBookPercent] = .number(Self.percent(Double(page) / Double(count)))
  }

  /// One decimal, from 0 to 100.
  private static func percent(_ share: Double) -> Double { (min(max(share, 0), 1) * 1_000).rounded() / 10 }
}
