import API
import Charts
import Chronology
import Domain

/// Printed reports: figures and their pictures. The figures are collected at once; the returned closure draws them.
enum StatsReports {
  typealias Made = @Sendable () -> Report

  static func report(
    of timeframe: ReadingTimeframe, _ view: inout StatsView, _ diversity: DiversityReport?, now: Instant
  ) -> Made {
    let insights = view.readingInsights(of: timeframe, only: BookFilter(), now: now)
    let rucks = view.ruckAnalytics(of: timeframe.ruckPeriod, now: now)
    let activity = activity(timeframe.activityDays, &view, now)
    let summary = view.summary(now: now)
    let (rings, weeks) = (StatsQueries.rings(&view, now), view.ruckWeeks(now: now))
    let timeline = view.readingTimeline(ReadingTimeline.defaultCount, now: now)
    let achievements = view.achievements()
    let subtitle = subtitle(timeframe.words, view, now: now)
    return {
      let width = Report.pictureWidth
      var sections = [
        Report.Section("Activity", pictures: [ActivityPicture.drawing(activity, width: width)]),
        Report.Section("Listening", figures: listening(summary)),
        Report.Section(
          "Reading", figures: reading(insights),
          pictures: [RingsPicture.drawing(rings, width: width), TimelinePicture.drawing(timeline, width: width)]),
      ]
      if let diversity { sections.append(self.diversity(diversity)) }
      sections += [
        Report.Section(
          "Rucks", figures: self.rucks(rucks), pictures: [WeeklyRucksPicture.drawing(weeks, width: width)]),
        Report.Section("Achievements", figures: self.achievements(achievements)),
      ]
      return Report(title: "Waymark report", subtitle: subtitle, sections: sections)
    }
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

  static func report(of review: YearReview, _ view: inout StatsView, now: Instant) -> Made {
    let period = review.month.map { PartialDate.month(year: review.year, month: $0) } ?? .year(review.year)
    let activity = activity(.from(period.first, to: period.last), &view, now)
    let milestones = review.milestonesUnlocked.map { Figure($0.title, ReportWords.day($0.unlockedAt, in: view)) }
    let achievements = review.achievementsUnlocked.map { Figure($0.title, ReportWords.day($0.unlockedAt, in: view)) }
    let subtitle = subtitle("the \(review.word)", view, now: now)
    return {
      let width = Report.pictureWidth
      var sections = [
        Report.Section(
          "The \(review.word)", figures: overall(review), pictures: [ReviewPicture.drawing(review, width: width)])
      ]
      if let listening = review.listening {
        sections.append(.init("Listening", figures: self.listening(listening, in: review.word)))
      }
      if let reading = review.reading { sections.append(.init("Reading", figures: self.reading(reading))) }
      if let rucks = review.rucks { sections.append(.init("Rucks", figures: self.rucks(rucks))) }
      sections.append(Report.Section("Activity", pictures: [ActivityPicture.drawing(activity, width: width)]))
      if !milestones.isEmpty || !achievements.isEmpty {
        sections.append(Report.Section("Reached", figures: milestones + achievements))
      }
      return Report(title: review.title, subtitle: subtitle, sections: sections)
    }
  }

  private static func activity(
    _ days: ActivityDays, _ view: inout StatsView, _ now: Instant
  ) -> [ActivityPicture.Series] {
    StatsQueries.series(ActivityKind.allCases, days, &view, now)
  }

  private static func subtitle(_ what: String, _ view: StatsView, now: Instant) -> String {
    let name = view.profile.displayName.map { "\($0) · " } ?? ""
    return "\(name)\(what) · as of \(ReportWords.day(view.calendar.day(of: now)))"
  }
}
