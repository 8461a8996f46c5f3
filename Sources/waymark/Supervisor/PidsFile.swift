import Glibc
import Service

/// `RUN/waymark.pids`. It is a convenience: where it cannot be written now, it is written later, and nothing stops.
struct PidsFile {
  private let path: String
  private var text = ""
  private(set) var isWritten = true

  init(path: String) {
    self.path = path
  }

  /// What went wrong, if it is the first time.
  mutating func write(_ processes: [(name: String, pid: pid_t)]) -> String? {
    text = processes.map { "\($0.name) \($0.pid)\n" }.joined()
    return attempt()
  }

  /// Writes it again where that failed before or where it was deleted.
  mutating func keep() -> String? {
    if isWritten && access(path, F_OK) == 0 { return nil }
    return attempt()
  }

  private mutating func attempt() -> String? {
    let wasWritten = isWritten
    do throws(SettingsError) {
      try Files.replace(path, with: text)
      isWritten = true
      return nil
    } catch {
      isWritten = false
      return wasWritten ? error.description : nil
    }
  }

  func remove() {
    unlink(path)
  }
}
