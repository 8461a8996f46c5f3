import API
import Charts
import Chronology
import Domain
import Languages
import Pictures
import Proto
import Views

/// Figures of listening, reading and rucks for public links.
extension StatsQueries {
  /// The figures of the rings only.
  private struct Rings: Encodable {
    var readingProgress: Double
    var culturalProgress: Double
    var overallCompletion: Double
  }

  static func drawShared(_ call: DrawShared<StatsAPI>) throws -> ViewQuery<StatsView, MediaReply> {
    { view, now in
      if call.picture == .badge { return MediaReply(try badge(call.options, call.lang, &view, now), theme: call.theme) }
      return MediaReply(try drawing(call.picture, call.options, call.lang, &view, now).drawing, theme: call.theme)
    }
  }

  static func readShared(_ call: ReadShared<StatsAPI>) throws -> ViewQuery<StatsView, SharedFigures> {
    { view, now in
      if call.picture == .badge { return SharedFigures(try badge(call.options, call.lang, &view, now)) }
      return try drawing(call.picture, call.options, call.lang, &view, now).figures()
    }
  }

  private static func badge(
    _ options: ShareOptions, _ language: Language?, _ view: inout StatsView, _ now: Instant
  ) throws(Fault) -> Badge {
    guard let badge = view.badge(options.metric ?? .streak, now: now, in: language ?? .english) else {
      throw Fault.notShared
    }
    return badge
  }

  /// A picture and its figures.
  private struct Shown {
    var drawing: Drawing
    var figures: () throws(Fault) -> SharedFigures

    init<Figures: Encodable>(_ drawing: Drawing, _ kind: ActivityKind, _ figures: Figures) {
      self.drawing = drawing
      self.figures = { () throws(Fault) in try SharedFigures(drawing, kind, figures: figures) }
    }
  }

  private static func drawing(
    _ picture: SharedPicture, _ options: ShareOptions, _ language: Language?, _ view: inout StatsView,
    _ now: Instant
  ) throws(Fault) -> Shown {
    let width = PictureWidth.standard
    switch picture {
    case .timeline:
      let timeline = view.readingTimeline(ReadingTimeline.defaultCount, now: now)
      return Shown(TimelinePicture.drawing(timeline, width: width, language: language), .reading, timeline)
    case .rings:
      let insights = rings(&view, now)
      let shown = Rings(
        readingProgress: insights.readingProgress, culturalProgress: insights.culturalProgress,
        overallCompletion: insights.overallCompletion)
      return Shown(RingsPicture.drawing(insights, width: width, language: language), .reading, shown)
    case .rucks:
      let weeks = view.ruckWeeks(now: now)
      let drawn = WeeklyRucksPicture.drawing(weeks, in: options.unit ?? .kilometres, width: width, language: language)
      return Shown(drawn, .rucks, SharedRucks(weeks))
    case .activity:
      let days: ActivityDays =
        switch options.range ?? .week {
        case .week: .week
        case .month: .month
        case .year: .year
        }
      let drawn = series([.listening], days, &view, now)
      return Shown(
        ActivityPicture.drawing(drawn, width: width, language: language), .listening,
        ["dataPoints": drawn.flatMap(\.points)])
    case .review:
      let review = view.review(
        of: options.year ?? view.calendar.day(of: now).civil.year, month: options.month, now: now)
      let drawn = ReviewPicture.drawing(
        review, in: options.unit ?? .kilometres, width: PictureWidth.standardCard, language: language)
      return Shown(drawn, .listening, SharedReview(review))
    case .radar, .achievement, .badge: throw Fault.notShared
    }
  }
}
