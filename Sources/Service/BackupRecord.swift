public import Chronology

/// The last successful backup of a data directory and the last failure. The record is stored with the data, so that
/// reading it never waits for the disk of the backups.
public struct BackupRecord: Sendable, Equatable {
  public struct Good: Sendable, Equatable {
    public var at: Instant
    public var path: String

    public init(at: Instant, path: String) {
      self.at = at
      self.path = path
    }
  }

  public struct Failure: Sendable, Equatable {
    public var at: Instant
    public var reason: String

    public init(at: Instant, reason: String) {
      self.at = at
      self.reason = reason
    }
  }

  public var good: Good?
  public var failure: Failure?

  public init() {}

  /// One line per entry: a word, the time, and the place or reason.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, let at = Instant(words[1]) else { continue }
      switch words[0] {
      case "good": good = Good(at: at, path: words[2])
      case "failed": failure = Failure(at: at, reason: words[2])
      default: continue
      }
    }
  }

  var text: String {
    func bare(_ text: String) -> String { text.split(separator: "\n").joined(separator: " ") }
    var lines: [String] = []
    if let good { lines.append("good \(good.at) \(bare(good.path))") }
    if let failure { lines.append("failed \(failure.at) \(bare(failure.reason))") }
    return lines.map { $0 + "\n" }.joined()
  }

  public static let name = "backup.last"

  private static func path(_ data: String) -> String {
    "\(data)/\(name)"
  }

  /// Returns an empty record if there is none.
  public static func read(in data: String) -> BackupRecord {
    guard let bytes = try? Files.read(path(data)) else { return BackupRecord() }
    return BackupRecord(text: String(decoding: bytes, as: UTF8.self))
  }

  public func write(in data: String) throws(SettingsError) {
    try Files.replace(Self.path(data), with: text)
  }

  /// Seconds since the last successful backup, or nil if there is none.
  public func age(at now: Instant) -> Int64? {
    good.map { max(0, now.seconds - $0.at.seconds) }
  }
}

extension Metrics {
  /// Adds the metrics for late or failed backups, in the process that owns the data.
  public func addBackups(of settings: Settings, now: @escaping @Sendable () -> Instant) {
    gauge(
      "waymark_backup_age_seconds",
      help: "Time since the last successful backup; NaN if there is none, +Inf if WAYMARK_BACKUP is set too."
    ) {
      let age = BackupRecord.read(in: settings.data).age(at: now())
      return age.map(Double.init) ?? (settings.backup == nil ? .nan : .infinity)
    }
    gauge("waymark_backup_failed", help: "1 if the last backup failed, otherwise 0.") {
      BackupRecord.read(in: settings.data).failure == nil ? 0 : 1
    }
  }
}
