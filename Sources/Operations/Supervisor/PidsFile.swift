import Glibc
import Service

/// `RUN/waymark.pids`. If it cannot be written, the stack continues and the write is retried.
struct PidsFile {
  private let path: String
  private var text = ""
  private(set) var isWritten = true

  init(path: String) {
    self.path = path
  }

  /// Returns the reason if the write failed and the one before did not.
  mutating func write(_ processes: [(name: String, pid: pid_t)]) -> String? {
    text = processes.map { "\($0.name) \($0.pid)\n" }.joined()
    return attempt()
  }

  /// Writes the file again if the last write failed or the file was deleted.
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
