/// What the books finished in some spans of time add up to: computed when first asked for, and updated by each event
/// from then on. So the first question after a write costs little, however many books there are.
struct FinishedSpans: Sendable {
  private struct Entry: Sendable {
    let from: Int64
    let to: Int64
    var tally: FinishedTally
  }

  /// The months of the longest timeline, and the timeframes of some days.
  static let most = 160

  private var spans: [Entry] = []

  func tally(from: Int64, to: Int64) -> FinishedTally? {
    spans.first { $0.from == from && $0.to == to }?.tally
  }

  mutating func keep(_ tally: FinishedTally, from: Int64, to: Int64) {
    // The spans of past days are not asked for again: dropping all at times keeps the list short.
    if spans.count == Self.most { spans = [] }
    spans.append(Entry(from: from, to: to, tally: tally))
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
