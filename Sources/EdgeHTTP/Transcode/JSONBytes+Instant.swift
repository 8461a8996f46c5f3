import Chronology
import JSON

extension JSONBytes {
  /// `"2026-11-20T10:00:00Z"`.
  static func append(instant seconds: Int64, to output: inout [UInt8]) {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let rest = Int(seconds - days * 86_400)
    let (year, month, day) = Day(number: Int32(days)).civil
    output.append(addingCapacity: 22) { text in
      @inline(__always)
      func pair(_ value: Int, _ separator: UInt8) {
        let value = UInt8(truncatingIfNeeded: value)
        text.append(value / 10 + 0x30)
        text.append(value % 10 + 0x30)
        if separator != 0 { text.append(separator) }
      }
      text.append(Bytes.quote)
      pair(year / 100, 0)
      pair(year % 100, 0x2D)
      pair(month, 0x2D)
      pair(day, 0x54)
      pair(rest / 3_600, 0x3A)
      pair(rest / 60 % 60, 0x3A)
      pair(rest % 60, 0x5A)
      text.append(Bytes.quote)
    }
  }
}
