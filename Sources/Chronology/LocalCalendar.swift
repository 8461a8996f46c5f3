/// A user's days: local time in a zone, with days that start at a given hour. Both may change over time.
///
/// Dates never go back: after a change to settings whose date is earlier, time counts towards the last date that has
/// begun until the new settings reach a later one. Every date is therefore one interval, possibly an empty one.
public struct LocalCalendar: Sendable {
  /// The settings that apply from an instant on.
  fileprivate struct Piece: Sendable {
    var start: Int64
    var zone: Zone
    var dayStart: Int
    /// The last date that began before this piece.
    var earliest: Int32

    func day(of second: Int64) -> Int32 {
      let local = zone.latestLocalSecond(at: second)
      return max(earliest, Int32(clamping: (local - Int64(dayStart) * 3_600).dividedDown(by: 86_400)))
    }

    func start(of day: Int32) -> Int64 {
      max(start, zone.firstInstant(atOrPastLocal: Int64(day) * 86_400 + Int64(dayStart) * 3_600))
    }

    func hour(of instant: Instant) -> Int {
      let local = instant.seconds.clampedForClocks + Int64(zone.offset(at: instant))
      return Int((local - local.dividedDown(by: 86_400) * 86_400) / 3_600)
    }
  }

  /// The piece that applies last.
  private var last: Piece
  /// The pieces before it, oldest first.
  private var earlier: [Piece] = []

  /// The current zone.
  public var zone: Zone { last.zone }
  /// The local hour, 0…6, at which a day currently starts.
  public var dayStart: Int { last.dayStart }

  public init(zone: Zone, dayStart: Int = 0) {
    last = Piece(start: .min, zone: zone, dayStart: dayStart, earliest: .min)
  }

  /// Changes the settings from an instant on, which must not be before that of an earlier change.
  public mutating func change(at instant: Instant, zone: Zone, dayStart: Int) {
    var next = Piece(start: instant.seconds, zone: zone, dayStart: dayStart, earliest: last.earliest)
    if instant.seconds > last.start {
      next.earliest = last.day(of: instant.seconds - 1)
      earlier.append(last)
    }
    last = next
  }

  /// Returns the day that started last. Setting a clock back over the start of a day does not return to the previous
  /// day, so the latest local time so far counts.
  public func day(of instant: Instant) -> Day {
    // Most instants belong to the last piece, which is used in place.
    if instant.seconds >= last.start { return Day(number: last.day(of: instant.seconds)) }
    return Day(number: earlierPiece(at: instant.seconds).day(of: instant.seconds))
  }

  /// Returns the first instant whose day is this one or a later one. A day that was skipped is empty and starts
  /// together with the next one.
  public func start(of day: Day) -> Instant {
    if day.number > last.earliest || earlier.isEmpty { return Instant(seconds: last.start(of: day.number)) }
    return Instant(seconds: earlierPiece(reaching: day.number).start(of: day.number))
  }

  /// Returns the first instant at which clocks show this second or a later one. The second is counted as in UTC.
  public func instant(atOrPastLocal second: Int64) -> Instant {
    var ends = earlier.dropFirst().map(\.start)
    ends.append(last.start)
    for (piece, end) in zip(earlier, ends) {
      let found = max(piece.start, piece.zone.firstInstant(atOrPastLocal: second))
      if found < end { return Instant(seconds: found) }
    }
    return Instant(seconds: max(last.start, last.zone.firstInstant(atOrPastLocal: second)))
  }

  /// Returns the local hour, 0…23, regardless of the start of days.
  public func hour(of instant: Instant) -> Int {
    instant.seconds >= last.start ? last.hour(of: instant) : earlierPiece(at: instant.seconds).hour(of: instant)
  }

  private func earlierPiece(at second: Int64) -> Piece {
    earlier[firstEarlier { next in next.start > second }]
  }

  /// Returns the piece in which the day or a later one starts.
  private func earlierPiece(reaching day: Int32) -> Piece {
    earlier[firstEarlier { next in next.earliest >= day }]
  }

  /// Returns the index of the first earlier piece whose next piece matches. All pieces after that match too.
  private func firstEarlier(nextMatches: (Piece) -> Bool) -> Int {
    var (low, high) = (0, earlier.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if nextMatches(earlier[middle + 1]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension LocalCalendar {
  /// Returns the first instant from which this calendar may differ from the other one, or nil if they are equal.
  public func firstDifference(from other: LocalCalendar) -> Instant? {
    let (left, right) = (earlier + [last], other.earlier + [other.last])
    for (one, two) in zip(left, right) where !one.isSame(as: two) {
      return Instant(seconds: min(one.start, two.start))
    }
    guard left.count != right.count else { return nil }
    return Instant(seconds: (left.count > right.count ? left : right)[min(left.count, right.count)].start)
  }
}

extension LocalCalendar.Piece {
  fileprivate func isSame(as other: Self) -> Bool {
    start == other.start && dayStart == other.dayStart && zone === other.zone
  }
}
