import API
import Compression
import Dashboard
import DiversitySvc
import EdgeHTTP
import MilestoneSvc
import Service
import SessionSvc
import StatsSvc

/// One process of the stack.
enum ServeCommand {
  typealias Start = @Sendable (ServiceContext) async throws -> ServiceRuntime

  /// By the names of `Children`.
  static let services: [String: Start] = [
    "session": SessionService.start, "stats": StatsService.start, "milestone": MilestoneService.start,
    "diversity": DiversityService.start, "edge": startEdge,
  ]

  @Sendable private static func startEdge(_ context: ServiceContext) async throws -> ServiceRuntime {
    let files = Dashboard.files().map { Website.File(path: $0.path, contentType: $0.contentType, bytes: $0.bytes) }
    return try await EdgeService.start(context, website: Website(files, compress: Deflate.gzip))
  }

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let name = invocation.arguments.words[0]
    guard let start = services[name] else {
      throw UsageFailure("no service '\(name)'; there are \(Children.names.joined(separator: ", "))")
    }
    let settings = invocation.settings
    try RestorePlace.checkUsable(settings)
    if !InitSystem.hasParent { try settings.checkRunIsFree() }
    if name == SessionAPI.service { try MigrateCommand.checkUsable(settings) }
    try ServiceProcess.run(name, settings: settings, own: try settings.ownData(of: name), start: start)
    return 0
  }
}

extension Command {
  static let serve = Command(
    name: "serve", synopsis: Children.names.joined(separator: "|"),
    summary: "one process of the stack, for systemd, containers and the like",
    details: """
      They may be started in any order; each waits for the others and finds them again. The service
      manager is notified of ready and stopping (NOTIFY_SOCKET), and may hand sockets over (LISTEN_FDS).
      """,
    choices: Children.names, run: ServeCommand.run)
}
