import Glibc
import Synchronization

/// Standard output and standard error, whole texts at a time.
enum Output {
  /// Why standard output did not take all that was meant for it, 0 where it did.
  private static let failure = Atomic<Int32>(0)

  /// A command whose result nobody got has failed, and says so unless its reader has seen enough.
  static func exitCode(_ code: Int32, of name: String) -> Int32 {
    let reason = failure.load(ordering: .relaxed)
    guard reason != 0, code == 0 else { return code }
    if reason != EPIPE {
      complain("waymark \(name): cannot write to standard output: \(String(cString: strerror(reason)))")
    }
    return 1
  }

  static func print(_ text: String) {
    write(text + "\n", to: STDOUT_FILENO)
  }

  static func complain(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)).baseAddress, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else {
          if descriptor == STDOUT_FILENO { failure.store(count < 0 ? errno : EIO, ordering: .relaxed) }
          return
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// A text from outside as one line of a terminal shows it: what would move its cursor or begin a line is written out.
  static func plain(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map { isControl($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0) }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Columns as wide as their widest cell.
  static func table(_ rows: [[String]]) -> String {
    let rows = rows.map { $0.map(plain) }
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = row.enumerated().map { Command.padded($0.element, widths[$0.offset] + 2) }.joined()[...]
      while line.last == " " { line = line.dropLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
