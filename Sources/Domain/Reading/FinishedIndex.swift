import Chronology

/// The numbers of the works with a dated finish in buckets of thirty UTC days, unsorted within a bucket. A work is
/// listed once per finish, also for a listen-through that belongs to another read: another calendar may separate them.
struct FinishedIndex: Sendable {
  private var buckets: [Int64: [UInt32]] = [:]

  mutating func add(_ number: UInt32, at finish: ReadDate) {
    buckets[Self.bucket(of: finish), default: []].append(number)
  }

  mutating func remove(_ number: UInt32, at finish: ReadDate) {
    let bucket = Self.bucket(of: finish)
    guard var numbers = buckets.removeValue(forKey: bucket) else { return }
    // A shortcut: the work is usually one of the last that were added.
    if let place = numbers.lastIndex(of: number) {
      numbers.swapAt(place, numbers.count - 1)
      numbers.removeLast()
    }
    if !numbers.isEmpty { buckets[bucket] = numbers }
  }

  /// A date that is partly unknown is in the bucket of its last day.
  static func bucket(of finish: ReadDate) -> Int64 {
    switch finish {
    case .instant(let instant): UTCMonth.number(of: instant.seconds)
    case .date(let date): UTCMonth.number(of: Int64(date.last.number) * 86_400)
    }
  }

  /// Returns the works with a finish in these days, and some others, sorted and without duplicates.
  func works(in span: DaySpan) -> [UInt32] {
    // The zone may have changed, so a local date may be more than a day away from the UTC date.
    let low = min(UTCMonth.number(of: span.from), UTCMonth.number(of: Int64(span.first.number) * 86_400)) - 1
    let high = max(UTCMonth.number(of: span.to), UTCMonth.number(of: Int64(span.last.number) * 86_400)) + 1
    return works(in: low...max(low, high))
  }

  /// Returns the works with a finish at or after the second, and some others.
  func works(from second: Int64) -> [UInt32] { works(in: UTCMonth.number(of: second) - 1...Int64.max) }

  private func works(in wanted: ClosedRange<Int64>) -> [UInt32] {
    var found: Set<UInt32> = []
    if wanted.upperBound == .max || wanted.count > buckets.count {
      for (bucket, numbers) in buckets where wanted.contains(bucket) { found.formUnion(numbers) }
    } else {
      for bucket in wanted { found.formUnion(buckets[bucket] ?? []) }
    }
    return found.sorted()
  }

  /// The works of each bucket, the earliest first.
  var ascending: some Sequence<[UInt32]> { buckets.keys.sorted().lazy.compactMap { buckets[$0] } }
  var descending: some Sequence<(bucket: Int64, works: [UInt32])> {
    buckets.keys.sorted(by: >).lazy.map { ($0, buckets[$0] ?? []) }
  }
}
