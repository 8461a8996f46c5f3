import Chronology
import Glibc

/// Writes one line per message to standard error, as text or JSON. Messages below the level are dropped.
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

  public init(service: String, level: Level = .info, format: Format = .text, descriptor: Int32 = 2) {
    self.service = service
    self.level = level
    self.format = format
    self.descriptor = descriptor
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
