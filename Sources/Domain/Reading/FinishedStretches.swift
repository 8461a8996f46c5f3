/// What the books finished in some stretches of time add up to: made when somebody asks, and going along with what
/// happens from then on. So the first question after a write costs little, however many books there are.
struct FinishedStretches: Sendable {
  private struct Stretch: Sendable {
    let from: Int64
    let to: Int64
    var tally: FinishedTally
  }

  /// The months of the longest timeline, and the timeframes of some days.
  static let most = 160

  private var stretches: [Stretch] = []

  func tally(from: Int64, to: Int64) -> FinishedTally? {
    stretches.first { $0.from == from && $0.to == to }?.tally
  }

  mutating func keep(_ tally: FinishedTally, from: Int64, to: Int64) {
    // The day before's stretches are not asked for again: now and then all are made anew.
    if stretches.count == Self.most { stretches = [] }
    stretches.append(Stretch(from: from, to: to, tally: tally))
  }

  mutating func add(_ book: Book, at second: Int64) {
    for place in stretches.indices where stretches[place].from <= second && second < stretches[place].to {
      stretches[place].tally.add(book)
    }
  }

  mutating func remove(_ book: Book, at second: Int64) {
    for place in stretches.indices where stretches[place].from <= second && second < stretches[place].to {
      stretches[place].tally.remove(book)
    }
  }

  var approximateBytes: Int { stretches.reduce(0) { $0 + $1.tally.approximateBytes } }
}
