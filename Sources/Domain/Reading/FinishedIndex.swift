/// The numbers of the finished works by when they were finished, in buckets of thirty days of UTC without an order.
struct FinishedIndex: Sendable {
  private var buckets: [Int64: [UInt32]] = [:]

  mutating func add(_ number: UInt32, at second: Int64) {
    buckets[UTCMonth.number(of: second), default: []].append(number)
  }

  mutating func remove(_ number: UInt32, at second: Int64) {
    let bucket = UTCMonth.number(of: second)
    guard var numbers = buckets.removeValue(forKey: bucket) else { return }
    // Mostly it is one of the last that came.
    if let place = numbers.lastIndex(of: number) {
      numbers.swapAt(place, numbers.count - 1)
      numbers.removeLast()
    }
    if !numbers.isEmpty { buckets[bucket] = numbers }
  }

  /// All that were finished in `[from, to)`, and some others, in no order.
  func forEach(from: Int64, to: Int64, _ body: (UInt32) -> Void) {
    let wanted = UTCMonth.number(of: from)...max(UTCMonth.number(of: from), UTCMonth.number(of: to))
    if wanted.count > buckets.count {
      for (bucket, numbers) in buckets where wanted.contains(bucket) { numbers.forEach(body) }
    } else {
      for bucket in wanted { buckets[bucket]?.forEach(body) }
    }
  }

  /// Those among which the first and the last one to be finished are.
  var first: [UInt32] { buckets.keys.min().flatMap { buckets[$0] } ?? [] }
  var last: [UInt32] { buckets.keys.max().flatMap { buckets[$0] } ?? [] }
}
