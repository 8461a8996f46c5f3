import Chronology
import JSON

/// A message for the log.
struct LogLine {
  var seconds: Int
  var milliseconds: Int
  var level: Log.Level
  var service: String
  var message: String
  var fields: KeyValuePairs<String, String>
  var trace: String?

  /// `2026-11-20T10:00:00.123Z info session: message key=value`
  var text: String {
    var line = "\(time) \(level.rawValue) \(service): \(Self.oneLine(message))"
    for (key, value) in fields { line += " \(key)=\(Self.bare(value))" }
    if let trace { line += " trace=\(Self.bare(trace))" }
    return VisibleText.escaped(line) + "\n"
  }

  var json: String {
    var line = JSONWriter()
    line.object { line in
      line.member("time", text: time)
      line.member("level", text: level.rawValue)
      line.member("service", text: service)
      line.member("message", text: message)
      for (key, value) in fields { line.member(key, text: value) }
      if let trace { line.member("trace", text: trace) }
    }
    line.endText()
    return VisibleText.escaped(line.text)
  }

  var time: String {
    let (days, rest) = Self.floored(seconds, by: 86_400)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let fraction = String(1_000 + milliseconds).dropFirst()
    return "\(Day(number: Int32(days)))T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)).\(fraction)Z"
  }

  private static func floored(_ value: Int, by divisor: Int) -> (Int, Int) {
    let remainder = ((value % divisor) + divisor) % divisor
    return ((value - remainder) / divisor, remainder)
  }

  /// A line break in a message would let a caller forge a line of the log.
  private static func oneLine(_ text: String) -> String {
    func isBreak(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" || scalar == "\t" }
    guard text.unicodeScalars.contains(where: isBreak) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isBreak($0) ? " " : $0 }))
  }

  private static func bare(_ value: String) -> String {
    let plain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x7F }
    return plain && !value.isEmpty ? value : JSONValue.text(value).json
  }
}
