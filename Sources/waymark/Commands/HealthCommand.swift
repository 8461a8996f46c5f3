import JSON
import Operations
import Proto
import Service

/// `waymark health`: whether one process is healthy, for containers without a shell.
enum HealthCommand {
  private static let patienceMilliseconds = 2_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let (name, settings) = (invocation.arguments.words[0], invocation.settings)
    guard StackService.names.contains(name) else {
      throw UsageFailure("unknown service '\(name)'; give one of \(StackService.names.joined(separator: ", "))")
    }
    if name == "edge" {
      guard EdgeStatus.isAlive(settings) else {
        throw CommandFailure("edge does not respond on \(settings.socketPath(name)); is it running there?")
      }
    } else {
      try check(name, settings)
    }
    Output.print(
      invocation.arguments.asJSON ? JSONValue.object([("name", .text(name)), ("status", "ok")]).json : "\(name): ok")
    return 0
  }

  private static func check(_ name: String, _ settings: Settings) throws {
    do {
      let health = try LoopRunner.run { loop in
        let link = ServiceLink(loop: loop, service: name, path: settings.socketPath(name), build: Build.version)
        return try await link.call(
          CheckHealth<ServiceCall.AnyAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      }
      guard health.status == .ok else {
        throw CommandFailure("\(name) is degraded; see 'waymark status' and its log")
      }
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, name, settings)
    }
  }
}

extension Command {
  static let health = Command(
    name: "health", synopsis: "SERVICE", summary: "exits with 0 if a service is healthy, for containers",
    details: "SERVICE is session, stats, milestone, diversity, outbound or edge.", choices: StackService.names,
    flags: [.json], run: HealthCommand.run)
}
