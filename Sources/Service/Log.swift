import Chronology
import Glibc
import Synchronization

/// Writes one line per message to standard error, as text or JSON. Messages below the level are dropped, and so are
/// lines of the same message, and of the same message and `user` field, that are more frequent than `LogBudget` allows.
public struct Log: Sendable {
  public enum Level: String, Sendable, CaseIterable, Comparable {
    case debug, info, warning, error

    var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .warning: 2
      case .error: 3
      }
    }

    public static func < (left: Level, right: Level) -> Bool {
      left.rank < right.rank
    }
  }

  public enum Format: String, Sendable {
    case text, json
  }

  public let service: String
  public let level: Level
  public let format: Format
  private let descriptor: Int32
  private let pace: Pace?

  /// Shared by the copies of a log. Any thread may use it.
  private final class Pace: Sendable {
    let budget = Mutex(LogBudget())
    let now: @Sendable () -> Int

    init(now: @escaping @Sendable () -> Int) { self.now = now }
  }

  public init(service: String, level: Level = .info, format: Format = .text, descriptor: Int32 = 2) {
    self.init(service: service, level: level, format: format, descriptor: descriptor) { Clock.milliseconds }
  }

  /// `now` is in milliseconds and never goes back.
  init(
    service: String, level: Level = .info, format: Format = .text, descriptor: Int32,
    now: @escaping @Sendable () -> Int
  ) {
    self.init(service, level, format, descriptor, Pace(now: now))
  }

  private init(_ service: String, _ level: Level, _ format: Format, _ descriptor: Int32, _ pace: Pace?) {
    self.service = service
    self.level = level
    self.format = format
    self.descriptor = descriptor
    self.pace = pace
  }

  /// The same log without a limit, for lines that are paced already.
  var unlimited: Log { Log(service, level, format, descriptor, nil) }

  /// Reports the lines that were dropped, once their interval has ended. Call it at intervals.
  func reportDropped() {
    guard let pace else { return }
    let ended = pace.budget.withLock { $0.endIntervals(now: pace.now()) }
    for dropped in ended where level <= .warning {
      let count = "\(dropped.count)"
      if let user = dropped.user {
        emit(.warning, "lines were dropped", ["message": dropped.message, "user": user, "count": count], trace: nil)
      } else {
        emit(.warning, "lines were dropped", ["message": dropped.message, "count": count], trace: nil)
      }
    }
  }

  public func debug(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:],
    trace: @autoclosure () -> String? = nil
  ) {
    if level <= .debug { write(.debug, message(), fields(), trace: trace()) }
  }

  public func info(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:],
    trace: @autoclosure () -> String? = nil
  ) {
    if level <= .info { write(.info, message(), fields(), trace: trace()) }
  }

  public func warning(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:],
    trace: @autoclosure () -> String? = nil
  ) {
    if level <= .warning { write(.warning, message(), fields(), trace: trace()) }
  }

  public func error(
    _ message: @autoclosure () -> String, _ fields: @autoclosure () -> KeyValuePairs<String, String> = [:],
    trace: @autoclosure () -> String? = nil
  ) {
    write(.error, message(), fields(), trace: trace())
  }

  private func write(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>, trace: String?) {
    if let pace, level > .debug {
      reportDropped()
      let user = fields.first { $0.key == "user" }?.value
      guard pace.budget.withLock({ $0.admit(message, user: user, now: pace.now()) }) else { return }
    }
    emit(level, message, fields, trace: trace)
  }

  private func emit(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>, trace: String?) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let line = LogLine(
      seconds: now.tv_sec, milliseconds: now.tv_nsec / 1_000_000, level: level, service: service,
      message: message, fields: fields, trace: trace)
    var text = format == .json ? line.json : line.text
    // One write per line, so that lines of several processes do not mix.
    text.withUTF8 { bytes in
      _ = Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    }
  }
}
