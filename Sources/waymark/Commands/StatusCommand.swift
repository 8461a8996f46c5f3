import API
import JSON
import Proto
import Service

/// What each process says of itself.
enum StatusCommand {
  private static let patienceMilliseconds = 1_000

  struct Row: Sendable {
    var name: String
    var state: String
    var details: [String: Health.Detail] = [:]

    var isUp: Bool {
      state != "down"
    }

    /// The journal's process is the one whose data is copied.
    mutating func add(_ backups: BackupRecord) {
      if let age = backups.age(at: .now) { details["backupAgeSeconds"] = .integer(Int(age)) }
      if let good = backups.good { details["backup"] = .text(good.path) }
      if let failure = backups.failure { details["backupFailure"] = .text(failure.reason) }
    }
  }

  enum AnyAPI: ServiceAPI {
    static let service = ""
  }

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    var rows = try LoopRunner.run { loop in
      var rows: [Row] = []
      for name in Children.names where name != "edge" { rows.append(await row(name, loop, settings)) }
      return rows
    }
    rows.append(EdgeStatus.row(settings))
    let backups = BackupRecord.read(in: settings.data)
    if let place = rows.firstIndex(where: { $0.name == SessionAPI.service }) { rows[place].add(backups) }
    Output.print(invocation.arguments.asJSON ? json(rows) : table(rows) + "\n\n" + text(backups))
    if let row = rows.first(where: { !$0.isUp }), let owner = settings.otherOwner(ofSocket: row.name) {
      throw CommandFailure("the stack belongs to the user '\(owner)', whom alone it answers: run this as that user")
    }
    let down = rows.filter { !$0.isUp }.map(\.name)
    guard down.isEmpty else {
      throw CommandFailure("\(down.joined(separator: ", ")) down at \(settings.run); is 'waymark up' running there?")
    }
    return 0
  }

  private static func row(_ name: String, _ loop: Loop, _ settings: Settings) async -> Row {
    let link = ServiceLink(loop: loop, service: name, path: settings.socketPath(name), build: Build.version)
    do {
      let health = try await link.call(CheckHealth<AnyAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      return Row(name: name, state: health.status == .ok ? "up" : "degraded", details: health.details)
    } catch {
      return Row(name: name, state: error.code == .unavailable ? "down" : "silent")
    }
  }

  private static func table(_ rows: [Row]) -> String {
    let heading = ["NAME", "STATE", "PID", "VERSION", "POSITION", "LAG", "MEMORY", "IN FLIGHT", "UPTIME"]
    return Output.table(
      [heading]
        + rows.map { row in
          func text(_ name: String) -> String {
            row.details[name].map(plain) ?? "-"
          }
          let memory = row.details["memoryBytes"].flatMap(integer).map { mebibytes($0) } ?? "-"
          let uptime = row.details["uptimeSeconds"].flatMap(integer).map { "\($0) s" } ?? "-"
          return [
            row.name, row.state, text("pid"), text("version"), text("position"), text("lag"), memory,
            text("inFlight"), uptime,
          ]
        })
  }

  private static func text(_ backups: BackupRecord) -> String {
    let good = backups.good.map { "last backup: \($0.at), \(ago(backups)), \($0.path)" } ?? "last backup: none is known"
    return good + (backups.failure.map { "\nbackup failed at \($0.at): \($0.reason)" } ?? "")
  }

  private static func ago(_ backups: BackupRecord) -> String {
    let seconds = backups.age(at: .now) ?? 0
    switch seconds {
    case ..<120: return "\(seconds) s ago"
    case ..<7_200: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3_600) h ago"
    default: return "\(seconds / 86_400) days ago"
    }
  }

  private static func json(_ rows: [Row]) -> String {
    JSONValue.lines(
      rows.map { row in
        let details = row.details.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }
        return .object([("name", .text(row.name)), ("up", .bool(row.isUp)), ("state", .text(row.state))] + details)
      })
  }

  private static func mebibytes(_ bytes: Int) -> String {
    let tenths = bytes * 10 / 1_048_576
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  private static func integer(_ detail: Health.Detail) -> Int? {
    if case .integer(let value) = detail { value } else { nil }
  }

  private static func plain(_ detail: Health.Detail) -> String {
    if case .text(let value) = detail { value } else { json(detail).json }
  }

  private static func json(_ detail: Health.Detail) -> JSONValue {
    switch detail {
    case .text(let value): .text(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .flag(let value): .bool(value)
    }
  }
}

extension Command {
  static let status = Command(
    name: "status", synopsis: "", summary: "each process: up, version, journal position, lag, memory, calls in flight",
    details: "Exit code 1 says that one of them is down.", flags: [.json], run: StatusCommand.run)
}
