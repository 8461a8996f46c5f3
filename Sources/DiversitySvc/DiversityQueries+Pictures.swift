import API
import Charts
import Chronology
import Domain
import Languages
import Pictures
import Proto
import Views

/// Figures as pictures.
extension DiversityQueries {
  static func drawRadar(_ call: DiversityAPI.DrawRadar) throws -> ViewQuery<DiversityView, MediaReply> {
    let width = try PictureWidth.checked(call.width)
    let query = try radar(DiversityAPI.FetchRadar(period: call.period, axes: call.axes, lang: call.lang))
    return { view, now in
      MediaReply(RadarPicture.drawing(try query(&view, now), width: width, language: call.lang), theme: call.theme)
    }
  }

  static func drawCompletion(_ call: DiversityAPI.DrawCompletion) throws -> ViewQuery<DiversityView, MediaReply> {
    let width = try PictureWidth.checked(call.width)
    return { view, _ in
      MediaReply(
        CompletionPicture.drawing(
          view.completion().translated(to: call.lang), width: width, language: call.lang), theme: call.theme)
    }
  }

  /// A week has too few books to show a distribution, so its report shows the whole library.
  static func report(
    _ call: DiversityAPI.FetchReportFigures, _ view: inout DiversityView, _ now: Instant
  ) -> DiversityReport {
    let period: StatsPeriod =
      switch call.timeframe {
      case .month: .month
      case .year: .year
      case .week, .allTime, nil: .allTime
      }
    return DiversityReport(
      radar: view.radar(period, axes: DiversityDimension.radar, now: now), completion: view.completion())
  }

  static func drawShared(_ call: DrawShared<DiversityAPI>) throws -> ViewQuery<DiversityView, MediaReply> {
    { view, now in
      if let badge = badge(call.picture, call.options, call.lang, of: view) {
        return MediaReply(badge, theme: call.theme)
      }
      guard call.picture == .radar else { throw Fault.notShared }
      return MediaReply(
        RadarPicture.drawing(
          view.radar(now: now).translated(to: call.lang), width: PictureWidth.standard, language: call.lang),
        theme: call.theme)
    }
  }

  static func readShared(_ call: ReadShared<DiversityAPI>) throws -> ViewQuery<DiversityView, SharedFigures> {
    { view, now in
      if let badge = badge(call.picture, call.options, call.lang, of: view) { return SharedFigures(badge) }
      guard call.picture == .radar else { throw Fault.notShared }
      let radar = view.radar(now: now).translated(to: call.lang)
      return try SharedFigures(
        RadarPicture.drawing(radar, width: PictureWidth.standard, language: call.lang), .reading, figures: radar)
    }
  }

  private static func badge(
    _ picture: SharedPicture, _ options: ShareOptions, _ language: Language?, of view: DiversityView
  ) -> Badge? {
    guard picture == .badge, options.metric == .completion else { return nil }
    return Badge(completion: view.completion().overall, in: language ?? .english)
  }
}
