import JSON
import Proto
import Service

/// Whether one process is well: for containers, which may have no shell to ask otherwise.
enum HealthCommand {
  private static let patienceMilliseconds = 2_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let (name, settings) = (invocation.arguments.words[0], invocation.settings)
    guard Children.names.contains(name) else {
      throw UsageFailure("no service '\(name)'; there are \(Children.names.joined(separator: ", "))")
    }
    if name == "edge" {
      guard EdgeStatus.isAlive(settings) else {
        throw CommandFailure("edge does not answer on \(settings.socketPath(name)); is it running there?")
      }
    } else {
      try check(name, settings)
    }
    let json: JSONValue = ["name": .text(name), "status": "ok"]
    Output.print(invocation.arguments.asJSON ? json.json : "\(name): ok")
    return 0
  }

  private static func check(_ name: String, _ settings: Settings) throws {
    do {
      let health = try LoopRunner.run { loop in
        let link = ServiceLink(loop: loop, service: name, path: settings.socketPath(name), build: Build.version)
        return try await link.call(
          CheckHealth<StatusCommand.AnyAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      }
      guard health.status == .ok else {
        throw CommandFailure("\(name) is degraded; 'waymark status' and its log say more")
      }
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, name, settings)
    }
  }
}

extension Command {
  static let health = Command(
    name: "health", synopsis: "SERVICE", summary: "exit code 0 if one process is well, for containers",
    details: "SERVICE is session, stats, milestone, diversity or edge.", choices: Children.names,
    flags: [.json], run: HealthCommand.run)
}
