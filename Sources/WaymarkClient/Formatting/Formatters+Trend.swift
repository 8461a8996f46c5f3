/// Trends in words.
extension Formatters {
  /// "25% more than by this time last month", "10% faster than by this time last week".
  public func trend(_ trend: TrendData?, of metric: MetricType, in period: AnalyticsTimePeriod? = nil) -> String {
    described(trend, metric, period?.previousName)
  }

  /// The same for insights into reading: "50% fewer than by this time last year".
  public func trend(_ trend: TrendData?, of metric: MetricType, in timeframe: InsightsTimeframe) -> String {
    described(trend, metric, timeframe.previousName)
  }

  private func described(_ trend: TrendData?, _ metric: MetricType, _ previous: String?) -> String {
    guard let trend, trend.changePercent.isFinite else { return "Nothing to compare with yet" }
    let time = previous.map { "by this time \($0)" } ?? "before"
    guard let word = metric.word(for: trend.direction) else { return "About the same as \(time)" }
    return "\(share(trend.changePercent)) \(word) than \(time)"
  }

  /// A share past ten times is not worth its digits.
  private func share(_ percent: Double) -> String {
    let size = abs(percent)
    return size > 1_000 ? "Over \(self.percent(1_000))" : self.percent(size)
  }
}

extension MetricType {
  /// Nil where nothing changed, or in a direction that this version does not know.
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
