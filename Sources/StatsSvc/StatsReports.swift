import API
import Charts
import Chronology
import Domain
import Languages

/// Printed reports: figures and their pictures. The figures are collected at once; the returned closure draws them.
enum StatsReports {
  typealias Made = @Sendable () -> Report

  static func report(
    of timeframe: ReadingTimeframe, _ view: inout StatsView, _ diversity: DiversityReport?, now: Instant,
    in language: Language?
  ) -> Made {
    let words = ReportWords(language)
    let insights = view.readingInsights(of: timeframe, only: BookFilter(), now: now)
    let rucks = view.ruckAnalytics(of: timeframe.ruckPeriod, now: now)
    let activity = activity(timeframe.activityDays, &view, now)
    let summary = view.summary(now: now)
    let (rings, weeks) = (StatsQueries.rings(&view, now), view.ruckWeeks(now: now))
    let timeline = view.readingTimeline(ReadingTimeline.defaultCount, now: now)
    let achievements = view.achievements().map { $0.translated(to: language) }
    let subtitle = subtitle(timeframe.words(in: words.language), view, words, now: now)
    return {
      let width = Report.pictureWidth
      var sections = [
        Report.Section(
          words.text("Activity"), pictures: [ActivityPicture.drawing(activity, width: width, language: language)]),
        Report.Section(words.text("Listening"), figures: listening(summary, words)),
        Report.Section(
          words.text("Reading"), figures: reading(insights, words),
          pictures: [
            RingsPicture.drawing(rings, width: width, language: language),
            TimelinePicture.drawing(timeline, width: width, language: language),
          ]),
      ]
      if let diversity { sections.append(self.diversity(diversity, words)) }
      sections += [
        Report.Section(
          words.text("Rucks"), figures: self.rucks(rucks, words),
          pictures: [WeeklyRucksPicture.drawing(weeks, width: width, language: language)]),
        Report.Section(words.text("Achievements"), figures: self.achievements(achievements, words)),
      ]
      return Report(
        title: words.text("Waymark report"), subtitle: subtitle, sections: sections, language: language)
    }
  }

  private static func diversity(_ report: DiversityReport, _ words: ReportWords) -> Report.Section {
    let (language, width) = (words.language, Report.pictureWidth)
    return Report.Section(
      words.text("Diversity"),
      figures: [
        Figure(words.text("Data completion"), language.percent(words.number(report.completion.overall))),
        Figure(words.text("Curator points"), words.count(report.completion.curatorPoints)),
      ],
      pictures: [
        RadarPicture.drawing(report.radar.translated(to: language), width: width, language: language),
        CompletionPicture.drawing(report.completion.translated(to: language), width: width, language: language),
      ])
  }

  /// The texts of the review are in the language already.
  static func report(
    of review: YearReview, _ view: inout StatsView, now: Instant, in language: Language?
  ) -> Made {
    let words = ReportWords(language)
    let period = review.month.map { PartialDate.month(year: review.year, month: $0) } ?? .year(review.year)
    let activity = activity(.from(period.first, to: period.last), &view, now)
    let milestones = review.milestonesUnlocked.map { Figure($0.title, words.day($0.unlockedAt, in: view)) }
    let achievements = review.achievementsUnlocked.map { Figure($0.title, words.day($0.unlockedAt, in: view)) }
    let isMonth = review.month != nil
    let scope = isMonth ? words.text("the month") : words.text("the year")
    let subtitle = subtitle(scope, view, words, now: now)
    return {
      let width = Report.pictureWidth
      var sections = [
        Report.Section(
          isMonth ? words.text("The month") : words.text("The year"), figures: overall(review, words),
          pictures: [ReviewPicture.drawing(review, width: width, language: language)])
      ]
      if let listening = review.listening {
        sections.append(.init(words.text("Listening"), figures: self.listening(listening, isMonth: isMonth, words)))
      }
      if let reading = review.reading {
        sections.append(.init(words.text("Reading"), figures: self.reading(reading, words)))
      }
      if let rucks = review.rucks { sections.append(.init(words.text("Rucks"), figures: self.rucks(rucks, words))) }
      sections.append(
        Report.Section(
          words.text("Activity"), pictures: [ActivityPicture.drawing(activity, width: width, language: language)]))
      if !milestones.isEmpty || !achievements.isEmpty {
        sections.append(Report.Section(words.text("Reached"), figures: milestones + achievements))
      }
      return Report(title: review.title(in: language), subtitle: subtitle, sections: sections, language: language)
    }
  }

  private static func activity(
    _ days: ActivityDays, _ view: inout StatsView, _ now: Instant
  ) -> [ActivityPicture.Series] {
    StatsQueries.series(ActivityKind.allCases, days, &view, now)
  }

  private static func subtitle(_ what: String, _ view: StatsView, _ words: ReportWords, now: Instant) -> String {
    let name = view.profile.displayName.map { "\($0) · " } ?? ""
    let today = words.language.longDay(view.calendar.day(of: now))
    return "\(name)\(what) · \(words.text("as of {day}", ["day": today]))"
  }
}
