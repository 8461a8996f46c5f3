/// Caches the sums of books finished in certain spans. They are computed on first use and then updated by each event,
/// so that the first query after a write is cheap.
struct FinishedSpans: Sendable {
  private struct CachedSpan: Sendable {
    let span: DaySpan
    var tally: FinishedTally
  }

  /// Enough for the months of the longest timeline and the timeframes of several days.
  static let most = 160

  private var spans: [CachedSpan] = []

  func tally(of span: DaySpan) -> FinishedTally? {
    spans.first { $0.span == span }?.tally
  }

  mutating func store(_ tally: FinishedTally, of span: DaySpan) {
    // Spans of past days are not requested again. Dropping them all now and then keeps the list short.
    if spans.count == Self.most { spans = [] }
    spans.append(CachedSpan(span: span, tally: tally))
  }

  /// Discards the spans that end after the second, because the calendar changed there.
  mutating func discard(after second: Int64) {
    spans.removeAll { $0.span.to > second }
  }

  mutating func add(_ book: Book, _ finishes: [Finish]) {
    for place in spans.indices {
      let span = spans[place].span
      spans[place].tally.add(book, finishes.filter { $0.isIn(span) }, span)
    }
  }

  mutating func remove(_ book: Book, _ finishes: [Finish]) {
    for place in spans.indices {
      let span = spans[place].span
      spans[place].tally.remove(book, finishes.filter { $0.isIn(span) }, span)
    }
  }

  var approximateBytes: Int { spans.reduce(0) { $0 + $1.tally.approximateBytes } }
}
