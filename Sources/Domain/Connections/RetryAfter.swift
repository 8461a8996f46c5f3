public import Chronology

/// The header `Retry-After`: seconds, or a date (RFC 9110).
public enum RetryAfter {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds to wait, or nil if the text is malformed.
  public static func seconds(_ text: String, now: Instant) -> Int64? {
    if let seconds = number(text[...], digits: 1...9) { return Int64(seconds) }
    // Such as `Wed, 21 Oct 2026 07:28:00 GMT`.
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = number(words[1], digits: 2...2),
      let month = months.firstIndex(where: { $0 == words[2] }), let year = number(words[3], digits: 4...4)
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { number($0, digits: 2...2) }
    guard clock.count == 3, (1...31).contains(day), clock[0] < 24, clock[1] < 60, clock[2] < 61 else { return nil }
    let date = Day(year: year, month: month + 1, day: 1) + (day - 1)
    let days = date - Day(year: 1_970, month: 1, day: 1)
    let instant = Instant(seconds: Int64(days) * 86_400 + Int64(clock[0] * 3_600 + clock[1] * 60 + clock[2]))
    return max(0, instant - now)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
