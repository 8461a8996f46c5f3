import API
import JSON
import Operations
import Proto
import Service

/// `waymark status`: the state of each process.
enum StatusCommand {
  private static let patienceMilliseconds = 1_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    var all = try LoopRunner.run { loop in
      var all: [ProcessStatus] = []
      for name in StackService.names where name != "edge" { all.append(await status(name, loop, settings)) }
      return all
    }
    all += EdgeStatus.readAll(settings)
    let backups = BackupRecord.read(in: settings.data)
    if let index = all.firstIndex(where: { $0.name == SessionAPI.service }) { all[index].add(backups) }
    Output.print(invocation.arguments.asJSON ? json(all) : table(all) + "\n\n" + text(backups))
    if let status = all.first(where: { !$0.isUp }), let owner = settings.otherOwner(ofSocket: status.name) {
      throw CommandFailure("the stack belongs to the user '\(owner)' and rejects others: run this as that user")
    }
    let down = all.filter { !$0.isUp }.map(\.name)
    guard down.isEmpty else {
      throw CommandFailure("\(down.joined(separator: ", ")) down at \(settings.run); is 'waymark up' running there?")
    }
    return 0
  }

  private static func status(_ name: String, _ loop: Loop, _ settings: Settings) async -> ProcessStatus {
    let link = ServiceLink(loop: loop, service: name, path: settings.socketPath(name), build: Build.version)
    do {
      let health = try await link.call(
        CheckHealth<ServiceCall.AnyAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      return ProcessStatus(name: name, state: health.status == .ok ? "up" : "degraded", details: health.details)
    } catch {
      return ProcessStatus(name: name, state: error.code == .unavailable ? "down" : "silent")
    }
  }

  private static func table(_ all: [ProcessStatus]) -> String {
    let heading = ["NAME", "STATE", "PID", "VERSION", "POSITION", "LAG", "MEMORY", "IN FLIGHT", "UPTIME"]
    return TextTable.text(
      [heading]
        + all.map { status in
          func text(_ name: String) -> String {
            status.details[name].map(plain) ?? "-"
          }
          let memory = status.details["memoryBytes"].flatMap(integer).map { mebibytes($0) } ?? "-"
          let uptime = status.details["uptimeSeconds"].flatMap(integer).map { "\($0) s" } ?? "-"
          return [
            status.name, status.state, text("pid"), text("version"), text("position"), text("lag"), memory,
            text("inFlight"), uptime,
          ]
        })
  }

  private static func text(_ backups: BackupRecord) -> String {
    let good = backups.good.map { "last backup: \($0.at), \(ago(backups)), \($0.path)" } ?? "last backup: none"
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

  private static func json(_ all: [ProcessStatus]) -> String {
    JSONValue.lines(
      all.map { status in
        let details = status.details.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }
        return .object(
          [("name", .text(status.name)), ("up", .bool(status.isUp)), ("state", .text(status.state))] + details)
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
    name: "status", synopsis: "", summary: "shows each process: state, version, position, lag, memory, calls in flight",
    details: "Exits with 1 if a process is down.", flags: [.json], run: StatusCommand.run)
}
