import Chronology

/// Dates in header fields (RFC 1123).
enum HTTPDate {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func text(_ instant: Instant) -> String {
    func padded(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = max(0, instant.seconds)
    let days = seconds / 86_400
    let (year, month, day) = Day(number: Int32(clamping: days)).civil
    let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(padded).joined(separator: ":")
    return "\(weekdays[Int(days % 7)]), \(padded(Int64(day))) \(months[month - 1]) \(year) \(time) GMT"
  }
}
