/// The numbers of the finished works in buckets of thirty UTC days, unsorted within a bucket.
struct FinishedIndex: Sendable {
  private var buckets: [Int64: [UInt32]] = [:]

  mutating func add(_ number: UInt32, at second: Int64) {
    buckets[UTCMonth.number(of: second), default: []].append(number)
  }

  mutating func remove(_ number: UInt32, at second: Int64) {
    let bucket = UTCMonth.number(of: second)
    guard var numbers = buckets.removeValue(forKey: bucket) else { return }
    // A shortcut: the work is usually one of the last that were added.
    if let place = numbers.lastIndex(of: number) {
      numbers.swapAt(place, numbers.count - 1)
      numbers.removeLast()
    }
    if !numbers.isEmpty { buckets[bucket] = numbers }
  }

  /// Calls `body` for all works finished in `[from, to)`, and for some others, unsorted.
  func forEach(from: Int64, to: Int64, _ body: (UInt32) -> Void) {
    let wanted = UTCMonth.number(of: from)...max(UTCMonth.number(of: from), UTCMonth.number(of: to))
    if wanted.count > buckets.count {
      for (bucket, numbers) in buckets where wanted.contains(bucket) { numbers.forEach(body) }
    } else {
      for bucket in wanted { buckets[bucket]?.forEach(body) }
    }
  }

  /// The works in the earliest bucket, which contains the first finished one.
  var first: [UInt32] { buckets.keys.min().flatMap { buckets[$0] } ?? [] }
  var last: [UInt32] { buckets.keys.max().flatMap { buckets[$0] } ?? [] }
}
