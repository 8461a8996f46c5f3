import Chronology
import Operations
import Proto
import Service
import Synchronization

/// Fills the user `demo` with a year of data, once. It runs on a separate loop, because the supervisor must not block.
final class Demo: Sendable {
  enum Outcome: Equatable {
    case added, alreadyPresent
    case failed(String)
  }

  private let settings: Settings
  private let outcome = Mutex<Outcome?>(nil)

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Returns the outcome once, and nil before and after that.
  func takeOutcome() -> Outcome? {
    outcome.withLock { outcome in
      defer { outcome = nil }
      return outcome
    }
  }

  func begin(origin: String) {
    do {
      let loop = try Loop.spawn()
      loop.execute { [self] in
        Task.immediate(executorPreference: loop) {
          do {
            finish(try await fill(loop, origin))
          } catch let fault as Fault {
            finish(.failed(ServiceCall.text(fault)))
          } catch {
            finish(.failed("\(error)"))
          }
          loop.stop()
        }
      }
    } catch {
      finish(.failed("\(error)"))
    }
  }

  private func finish(_ result: Outcome) {
    outcome.withLock { $0 = result }
  }

  /// The file `demo` in the data directory stores the start time of the year, so that an interrupted fill is completed
  /// with the same data, and a complete one is not repeated.
  private func fill(_ loop: Loop, _ origin: String) async throws -> Outcome {
    let path = settings.data + "/demo"
    let words = ((try? Files.read(path)).map { String(decoding: $0, as: UTF8.self) } ?? "").split { $0.isWhitespace }
    if words.first == "done" { return .alreadyPresent }
    let writer = DemoWriter(loop: loop, settings: settings)
    var now = Instant.now
    if words.count == 2, let seconds = Int64(words[1]) {
      now = Instant(seconds: seconds)
    } else if try await writer.hasData() {
      return .alreadyPresent
    }
    try Files.replace(path, with: "begun \(now.seconds)\n")
    try await writer.write(DemoYear(now: now), origin: origin)
    try Files.replace(path, with: "done \(now.seconds)\n")
    return .added
  }
}
