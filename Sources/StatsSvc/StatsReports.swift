import API
import Charts
import Chronology
import Domain

/// Printed reports: figures and their pictures.
enum StatsReports {
  static func report(
    of timeframe: ReadingTimeframe, _ view: inout StatsView, _ diversity: DiversityReport?, now: Instant
  ) -> Report {
    let insights = view.readingInsights(of: timeframe, only: BookFilter(), now: now)
    let rucks = view.ruckAnalytics(of: timeframe.ruckPeriod, now: now)
    var sections = [
      Report.Section("Activity", pictures: [activity(timeframe.activityDays, &view, now)]),
      Report.Section("Listening", figures: listening(view.summary(now: now))),
      Report.Section(
        "Reading", figures: reading(insights),
        pictures: [
          RingsPicture.drawing(StatsQueries.rings(&view, now), width: Report.pictureWidth),
          TimelinePicture.drawing(
            view.readingTimeline(ReadingTimeline.defaultCount, now: now), width: Report.pictureWidth),
        ]),
    ]
    if let diversity { sections.append(self.diversity(diversity)) }
    sections += [
      Report.Section(
        "Rucks", figures: Self.rucks(rucks),
        pictures: [WeeklyRucksPicture.drawing(view.ruckWeeks(now: now), width: Report.pictureWidth)]),
      Report.Section("Achievements", figures: achievements(view.achievements())),
    ]
    return Report(
      title: "Waymark report", subtitle: subtitle(timeframe.words, view, now: now), sections: sections)
  }

  private static func diversity(_ report: DiversityReport) -> Report.Section {
    Report.Section(
      "Diversity",
      figures: [
        Figure("Data completion", "\(ReportWords.number(report.completion.overall))%"),
        Figure("Curator points", ReportWords.count(report.completion.curatorPoints)),
      ],
      pictures: [
        RadarPicture.drawing(report.radar, width: Report.pictureWidth),
        CompletionPicture.drawing(report.completion, width: Report.pictureWidth),
      ])
  }

  static func review(of year: Int, _ view: inout StatsView, now: Instant) -> Report {
    let review = view.review(of: year, now: now)
    let days = ActivityDays.from(Day(year: year, month: 1, day: 1), to: Day(year: year, month: 12, day: 31))
    var sections = [
      Report.Section(
        "The year", figures: overall(review),
        pictures: [ReviewPicture.drawing(review, width: Report.pictureWidth)])
    ]
    if let listening = review.listening { sections.append(.init("Listening", figures: self.listening(listening))) }
    if let reading = review.reading { sections.append(.init("Reading", figures: self.reading(reading))) }
    if let rucks = review.rucks { sections.append(.init("Rucks", figures: self.rucks(rucks))) }
    sections.append(Report.Section("Activity", pictures: [activity(days, &view, now)]))
    let milestones = review.milestonesUnlocked.map { Figure($0.title, ReportWords.day($0.unlockedAt, in: view)) }
    let achievements = review.achievementsUnlocked.map { Figure($0.title, ReportWords.day($0.unlockedAt, in: view)) }
    if !milestones.isEmpty || !achievements.isEmpty {
      sections.append(Report.Section("Reached", figures: milestones + achievements))
    }
    return Report(title: "\(year) in review", subtitle: subtitle("the year", view, now: now), sections: sections)
  }

  private static func activity(_ days: ActivityDays, _ view: inout StatsView, _ now: Instant) -> Drawing {
    ActivityPicture.drawing(
      StatsQueries.series(ActivityKind.allCases, days, &view, now), width: Report.pictureWidth)
  }

  private static func subtitle(_ what: String, _ view: StatsView, now: Instant) -> String {
    let name = view.profile.displayName.map { "\($0) · " } ?? ""
    return "\(name)\(what) · as of \(ReportWords.day(view.calendar.day(of: now)))"
  }
}
