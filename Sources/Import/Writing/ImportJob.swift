public import API
public import Chronology
import Domain
public import Proto

/// What a person asks for besides the file.
public struct ImportOptions: Sendable {
  public var isDryRun: Bool
  /// Kilograms carried on what is imported.
  public var load: Double
  /// Kinds of activities; nil for those that are usual for the format.
  public var kinds: [String]?

  public init(isDryRun: Bool = false, load: Double = 0, kinds: [String]? = nil) {
    self.isDryRun = isDryRun
    self.load = load
    self.kinds = kinds
  }
}

/// How far an import is: bytes of the file, then things to write.
public struct ImportProgress: Hashable, Sendable {
  public enum Phase: String, Sendable {
    case read, write
  }

  public var phase: Phase
  public var done: Int
  public var total: Int
}

/// One file for one user, by the calls that an app would make.
public struct ImportJob: Sendable {
  private let caller: ImportCaller
  private let zones: any ZoneSource
  private let format: ImportFormat
  private let options: ImportOptions

  public init(
    session: ServiceLink, diversity: ServiceLink, user: String, zones: any ZoneSource, format: ImportFormat,
    options: ImportOptions
  ) {
    caller = ImportCaller(
      client: Client<SessionAPI>(link: session), diversity: Client<DiversityAPI>(link: diversity), user: user)
    self.zones = zones
    self.format = format
    self.options = options
  }

  public func run(
    _ source: ImportSource, now: Instant, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    if format == .waymark {
      let document = AccountImport(caller: caller, isDryRun: options.isDryRun, now: now)
      return try await document.run(source, progress: progress)
    }
    let calendar = try await calendar(now: now)
    let kinds = options.kinds.map { Set($0.map { Sport.kind($0) }) }
    let activities = ActivityOptions(load: options.load, kinds: kinds)
    let reading = FileReading(format: format, calendar: calendar, activities: activities)
    let findings = try reading.findings(in: source) { done in
      progress(ImportProgress(phase: .read, done: done, total: source.byteCount))
    }
    let holdings = try await caller.holdings(for: findings)
    let plan = ImportPlan(findings, holdings: holdings, now: now)
    if options.isDryRun { return plan.report }
    return try await ImportWriter(caller: caller).write(plan, progress: progress)
  }

  /// Asking for a profile begins its user, which a dry run does not: who is not there yet has a new user's days.
  private func calendar(now: Instant) async throws(Fault) -> LocalCalendar {
    if options.isDryRun, try await !caller.userHasBegun() {
      let new = Profile(createdAt: now)
      return zones.calendar(zone: new.timezone, dayStart: new.dayStart)
    }
    let profile = try await caller.call(SessionAPI.FetchProfile())
    return zones.calendar(zone: profile.timezone, dayStart: profile.dayStart)
  }
}
