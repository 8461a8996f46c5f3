import Glibc
import Service
import Synchronization

/// Writes to standard output and standard error. A terminal shows the text, and is not controlled by it.
enum Output {
  /// The error number of the last failed write to standard output, or 0.
  private static let failure = Atomic<Int32>(0)

  /// Returns 1 if the result could not be written. A closed pipe is not reported: its reader has what it wanted.
  static func exitCode(_ code: Int32, of name: String) -> Int32 {
    let reason = failure.load(ordering: .relaxed)
    guard reason != 0, code == 0 else { return code }
    if reason != EPIPE {
      printError("waymark \(name): cannot write to standard output: \(String(cString: strerror(reason)))")
    }
    return 1
  }

  static func print(_ text: String) {
    write(VisibleText.escaped(text) + "\n", to: STDOUT_FILENO)
  }

  static func printError(_ text: String) {
    write(VisibleText.escaped(text) + "\n", to: STDERR_FILENO)
  }

  /// Writes a question without a line break.
  static func prompt(_ text: String) {
    write(VisibleText.line(text), to: STDERR_FILENO)
  }

  /// Writes a text that may control a terminal.
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
}
