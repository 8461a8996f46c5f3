/// The offsets of one time zone: its recorded changes, followed by the rule that applies in every later year.
///
/// An immutable class, so that all calendars of a zone share its tables.
public final class Zone: Sendable {
  public let name: String

  /// From `start` to the next segment, clocks show UTC plus `offset`.
  struct Segment: Sendable {
    var start: Int64
    var offset: Int64
    /// The latest local second that clocks showed before `start`.
    var shownBefore: Int64
  }

  /// The calendar, including weekdays, repeats after 400 years; so does every yearly rule.
  static let cycleSeconds: Int64 = 146_097 * 86_400

  let segments: [Segment]
  /// From here everything repeats after a cycle. The segments cover more than one cycle.
  private let cycleStart: Int64?
  /// The segment at the start of each period of about 48 days since 1970, so that finding a segment needs no search.
  private let segmentOfBucket: [UInt16]
  private static let bucketBits: Int64 = 22

  init(name: String, changes: [(start: Int64, offset: Int64)], first: Int64, cycleStart: Int64?) {
    var segments = [Segment(start: .min, offset: first, shownBefore: .min)]
    for change in changes {
      let last = segments[segments.count - 1]
      guard change.offset != last.offset else { continue }
      let shown = max(last.shownBefore, change.start - 1 + last.offset)
      segments.append(Segment(start: change.start, offset: change.offset, shownBefore: shown))
    }
    self.name = name
    self.segments = segments
    self.cycleStart = cycleStart

    var segmentOfBucket: [UInt16] = []
    segmentOfBucket.reserveCapacity(1 << (32 - Self.bucketBits))
    var index = 0
    for bucket in 0..<(Int64(1) << (32 - Self.bucketBits)) {
      while index + 1 < segments.count, segments[index + 1].start <= bucket << Self.bucketBits { index += 1 }
      segmentOfBucket.append(UInt16(index))
    }
    self.segmentOfBucket = segmentOfBucket
  }

  public static let utc = Zone(name: "UTC", changes: [], first: 0, cycleStart: nil)

  /// Returns the seconds east of Greenwich.
  public func offset(at instant: Instant) -> Int {
    let second = instant.seconds.clampedForClocks
    return Int(segments[segmentIndex(at: second - cyclesBefore(second))].offset)
  }

  /// Returns the latest local second that clocks have shown up to and including this one. It never decreases.
  func latestLocalSecond(at second: Int64) -> Int64 {
    let second = second.clampedForClocks
    let cycles = cyclesBefore(second)
    let segment = segments[segmentIndex(at: second - cycles)]
    return max(second + segment.offset, segment.shownBefore + (segment.shownBefore == .min ? 0 : cycles))
  }

  /// Returns the first second at which clocks show this local second or a later one.
  func firstInstant(atOrPastLocal local: Int64) -> Int64 {
    // One day of slack on both sides keeps the result within the tabulated cycle for any offset.
    let cycles = cyclesBefore(local - 86_400)
    let wanted = local - cycles
    var low = 0
    var high = segments.count - 1
    while low < high {
      let middle = (low + high) / 2
      if segments[middle + 1].shownBefore >= wanted { high = middle } else { low = middle + 1 }
    }
    return max(segments[low].start, wanted - segments[low].offset) + cycles
  }

  private func cyclesBefore(_ second: Int64) -> Int64 {
    guard let cycleStart, second >= cycleStart + Self.cycleSeconds else { return 0 }
    return (second - cycleStart) / Self.cycleSeconds * Self.cycleSeconds
  }

  private func segmentIndex(at second: Int64) -> Int {
    if second >= 0, second < 1 << 32 {
      var index = Int(segmentOfBucket[Int(second >> Self.bucketBits)])
      while index + 1 < segments.count, segments[index + 1].start <= second { index += 1 }
      return index
    }
    var low = 0
    var high = segments.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if segments[middle].start <= second { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
