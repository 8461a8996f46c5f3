/// Trends in words.
extension Formatters {
  /// Returns a trend of rucks such as "25% more than by this time last month", in English.
  public func trend(_ trend: TrendData?, of metric: MetricType, in period: AnalyticsTimePeriod? = nil) -> String {
    described(trend, metric, period?.previousName)
  }

  /// Returns a trend of reading such as "50% fewer than by this time last year", in English.
  public func trend(_ trend: TrendData?, of metric: MetricType, in timeframe: InsightsTimeframe) -> String {
    described(trend, metric, timeframe.previousName)
  }

  private func described(_ trend: TrendData?, _ metric: MetricType, _ previous: String?) -> String {
    guard let trend, trend.changePercent.isFinite else { return "Nothing to compare with yet" }
    let time = previous.map { "by this time \($0)" } ?? "before"
    guard let word = metric.word(for: trend.direction) else { return "About the same as \(time)" }
    return "\(share(trend.changePercent)) \(word) than \(time)"
  }

  /// Percentages above 1,000 are shortened.
  private func share(_ percent: Double) -> String {
    let size = abs(percent)
    return size > 1_000 ? "Over \(self.percent(1_000))" : self.percent(size)
  }
}

extension MetricType {
  /// Returns nil if the figure stayed the same or the direction is unknown to this version.
  fileprivate func word(for direction: TrendDirection) -> String? {
    let isRising = direction == .up
    guard isRising || direction == .down else { return nil }
    switch self {
    case .pace: return isRising ? "slower" : "faster"
    case .sessions, .books, .pages, .minutes, .cultures: return isRising ? "more" : "fewer"
    case .distance, .weightMoved: return isRising ? "more" : "less"
    }
  }
}
