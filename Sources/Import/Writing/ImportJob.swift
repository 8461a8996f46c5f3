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
  /// Whether a connector has sent the file. It sends the same history each time, so what a person has deleted stays
  /// deleted.
  public var isFromConnector: Bool

  public init(
    isDryRun: Bool = false, load: Double = 0, kinds: [String]? = nil, isFromConnector: Bool = false
  ) {
    self.isFromConnector = isFromConnector
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
  private let folders: [String]

  /// `folders` are those for temporary files. Without any, a plan stays in memory.
  public init(
    session: ServiceLink, diversity: ServiceLink, user: String, zones: any ZoneSource, format: ImportFormat,
    options: ImportOptions, folders: [String]
  ) {
    client = ImportClient(
      client: Client<SessionAPI>(link: session), diversity: Client<DiversityAPI>(link: diversity), user: user)
    self.zones = zones
    self.format = format
    self.options = options
    self.folders = folders
  }

  var isFromConnector: Bool { options.isFromConnector }

  func record(_ call: SessionAPI.NoteImport) async { _ = try? await client.call(call) }

  /// Imports one file, or several if the format has several.
  public func run(
    _ sources: [ImportSource], now: Instant, progress: (ImportProgress) -> Void
  ) async throws -> ImportReport {
    if format == .waymark, let source = sources.first {
      let document = AccountImport(client: client, isDryRun: options.isDryRun, folders: folders, now: now)
      return try await document.run(source, progress: progress)
    }
    let calendar = try await calendar(now: now)
    let kinds = options.kinds.map { Set($0.map { Sport.kind($0) }) }
    let tracks = options.isDryRun || !format.isOfActivities ? nil : TrackSpool(folders: folders)
    let activities = ActivityOptions(load: options.load, kinds: kinds, tracks: tracks)
    let reading = FileReading(format: format, calendar: calendar, activities: activities)
    let byteCount = sources.reduce(0) { $0 + $1.byteCount }
    let plan = try await plan(sources, by: reading, now: now) { done in
      progress(ImportProgress(phase: .read, done: done, total: byteCount))
    }
    if options.isDryRun { return plan.report }
    let writer = ImportWriter(client: client, tracks: tracks, isFromConnector: options.isFromConnector)
    return try await writer.write(plan, progress: progress)
  }

  private func plan(
    _ sources: [ImportSource], by reading: FileReading, now: Instant, progress: (Int) -> Void
  ) async throws -> ImportPlan {
    let list = BookListImport(client: client, reading: reading, folders: folders, now: now)
    if !options.isFromConnector, let source = sources.first, let plan = try await list.plan(source, progress: progress)
    {
      return plan
    }
    let findings = try reading.findings(in: sources, progress: progress)
    var existing = try await client.existingData(for: findings)
    guard options.isFromConnector else {
      return try ImportPlan(findings, existing: existing, folders: folders, now: now)
    }
    let earliest = Instant(seconds: ImportLimits.earliestSeconds)
    let plan = try ImportPlan(findings, existing: existing, folders: folders, earliest: earliest, now: now)
    // The journal is long. It is read only if there is something to add that may have been deleted.
    guard plan.addsSomething else { return plan }
    existing.keep(try await client.deletions())
    return try ImportPlan(findings, existing: existing, folders: folders, earliest: earliest, now: now)
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
