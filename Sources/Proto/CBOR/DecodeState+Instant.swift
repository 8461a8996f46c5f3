import Chronology

extension DecodeState {
  /// Decodes tag 1 with a number, or an RFC 3339 text with or without tag 0.
  @inline(__always)
  mutating func instant(at place: Int) throws -> Instant {
    // Fast path: four bytes of seconds cover 1970 to 2106.
    if item.byte(place) == 0xC1 && item.byte(place &+ 1) == 0x1A {
      end = place &+ 6
      let seconds = UInt32(bigEndian: (item.base + (place &+ 2)).loadUnaligned(as: UInt32.self))
      return Instant(seconds: Int64(seconds))
    }
    return try longInstant(at: place)
  }

  @inline(never)
  private mutating func longInstant(at place: Int) throws -> Instant {
    let first = item.byte(place)
    if first == 0xC0 || first >> 5 == 3 {
      let text = first == 0xC0 ? place + 1 : place
      guard item.byte(text) >> 5 == 3, let instant = Instant(rfc3339: item.text(at: text)) else {
        throw notAnInstant(at: place)
      }
      end = item.end(at: text)
      return instant
    }
    guard first >> 5 == 6, item.argument(at: place) == 1 else { throw notAnInstant(at: place) }
    let number = place + item.headBytes(at: place)
    guard let seconds = seconds(at: number) else { throw notAnInstant(at: place) }
    guard CBORLimits.instantSeconds.contains(seconds) else {
      throw mismatch(Instant.self, "is out of range", at: place)
    }
    end = number + item.headBytes(at: number)
    return Instant(seconds: seconds)
  }

  /// Rounds a fraction down. Numbers out of range are beyond every limit.
  private func seconds(at place: Int) -> Int64? {
    let argument = item.argument(at: place)
    switch item.byte(place) >> 5 {
    case 0: return Int64(clamping: argument)
    case 1: return -1 - Int64(clamping: argument)
    default:
      guard let float = item.float(at: place), float.isFinite else { return nil }
      return Int64(exactly: float.rounded(.down)) ?? (float < 0 ? .min : .max)
    }
  }

  private func notAnInstant(at place: Int) -> DecodingError {
    mismatch(Instant.self, "must be an instant such as 2026-11-20T10:00:00Z", at: place)
  }
}
