import Glibc

/// Standard output and standard error, whole texts at a time.
enum Output {
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
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Columns as wide as their widest cell.
  static func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
      var line = row.enumerated().map { Command.padded($0.element, widths[$0.offset] + 2) }.joined()[...]
      while line.last == " " { line = line.dropLast() }
      return String(line)
    }.joined(separator: "\n")
  }
}
