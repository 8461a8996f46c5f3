public import API
public import Chronology
import Domain
public import Proto

/// The user's options for an import.
public struct ImportOptions: Sendable {
  public var isDryRun: Bool
  /// The load of imported activities in kilograms.
  public var load: Double
  /// Kinds of activities, or nil for the format's default.
  public var kinds: [String]?

  public init(isDryRun: Bool = false, load: Double = 0, kinds: [String]? = nil) {
    self.isDryRun = isDryRun
    self.load = load
    self.kinds = kinds
  }
}

/// The progress of an import: bytes of the file, then values to write.
public struct ImportProgress: Hashable, Sendable {
  public enum Phase: String, Sendable {
    case read, write
  }

  public var phase: Phase
  public var done: Int
  public var total: Int
}

/// Imports one file for one user by the calls that an app would make.
public struct ImportJob: Sendable {
  private let client: ImportClient
  private let zones: any ZoneSource
  private let format: ImportFormat
  private let options: ImportOptions

  public init(
    session: ServiceLink, diversity: ServiceLink, user: String, zones: any ZoneSource, format: ImportFormat,
    options: ImportOptions
  ) {
    client = ImportClient(
      client: Client<SessionAPI>(link: session), diversity: Client<DiversityAPI>(link: diversity), user: user)
    self.zones = zones
    self.format = format
    self.options = options
  }

  /// Imports one file, or several if the format has several.
  public func run(
    _ sources: [ImportSource], now: Instant, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    if format == .waymark, let source = sources.first {
      let document = AccountImport(client: client, isDryRun: options.isDryRun, now: now)
      return try await document.run(source, progress: progress)
    }
    let calendar = try await calendar(now: now)
    let kinds = options.kinds.map { Set($0.map { Sport.kind($0) }) }
    let activities = ActivityOptions(load: options.load, kinds: kinds)
    let reading = FileReading(format: format, calendar: calendar, activities: activities)
    let byteCount = sources.reduce(0) { $0 + $1.byteCount }
    let findings = try reading.findings(in: sources) { done in
      progress(ImportProgress(phase: .read, done: done, total: byteCount))
    }
    let existing = try await client.existingData(for: findings)
    let plan = ImportPlan(findings, existing: existing, now: now)
    if options.isDryRun { return plan.report }
    return try await ImportWriter(client: client).write(plan, progress: progress)
  }

  /// Returns the user's calendar. Fetching a profile creates the user, so a dry run uses the default for a new user.
  private func calendar(now: Instant) async throws(Fault) -> LocalCalendar {
    if options.isDryRun, try await !client.userHasBegun() {
      let new = Profile(createdAt: now)
      return zones.calendar(zone: new.timezone, dayStart: new.dayStart)
    }
    return try await client.call(SessionAPI.FetchProfile()).settings.calendar(zones)
  }
}
