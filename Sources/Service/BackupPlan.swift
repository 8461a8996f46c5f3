/// The schedule of backups: the directory, the interval and the number to keep.
public struct BackupPlan: Sendable, Equatable {
  public static let kept = 1...10_000
  public var directory: String
  public var everySeconds: Int64
  public var keep: Int

  public init(directory: String, every: String, keep: String) throws(SettingsError) {
    guard !directory.isEmpty else { throw SettingsError("the directory for copies is missing") }
    guard let seconds = TimeSpan.seconds(every) else {
      throw SettingsError("'\(every)' is not a time such as 24h, 7d or 30m")
    }
    guard let count = Int(keep), Self.kept.contains(count) else {
      throw SettingsError("'\(keep)' is not a number of copies from \(Self.kept.lowerBound) to \(Self.kept.upperBound)")
    }
    self.directory = directory
    everySeconds = seconds
    self.keep = count
  }

  /// Parses `DIR,24h,14`. The last two parts are optional.
  public init(parsing text: String) throws(SettingsError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard (1...3).contains(parts.count) else { throw SettingsError("'\(text)' is not DIR,24h,14") }
    try self.init(
      directory: parts[0], every: parts.count > 1 ? parts[1] : "24h", keep: parts.count > 2 ? parts[2] : "14")
  }
}
