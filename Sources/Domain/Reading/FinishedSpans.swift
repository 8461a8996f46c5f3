/// Caches the sums of books finished in certain spans. They are computed on first use and then updated by each event,
/// so that the first query after a write is cheap.
struct FinishedSpans: Sendable {
  private struct CachedSpan: Sendable {
    let from: Int64
    let to: Int64
    var tally: FinishedTally
  }

  /// Enough for the months of the longest timeline and the timeframes of several days.
  static let most = 160

  private var spans: [CachedSpan] = []

  func tally(from: Int64, to: Int64) -> FinishedTally? {
    spans.first { $0.from == from && $0.to == to }?.tally
  }

  mutating func store(_ tally: FinishedTally, from: Int64, to: Int64) {
    // Spans of past days are not requested again. Dropping them all now and then keeps the list short.
    if spans.count == Self.most { spans = [] }
    spans.append(CachedSpan(from: from, to: to, tally: tally))
  }

  mutating func add(_ book: Book, at second: Int64) {
    for place in spans.indices where spans[place].from <= second && second < spans[place].to {
      spans[place].tally.add(book)
    }
  }

  mutating func remove(_ book: Book, at second: Int64) {
    for place in spans.indices where spans[place].from <= second && second < spans[place].to {
      spans[place].tally.remove(book)
    }
  }

  var approximateBytes: Int { spans.reduce(0) { $0 + $1.tally.approximateBytes } }
}
