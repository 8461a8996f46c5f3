import API
import Compression
import Dashboard
import DiversitySvc
import EdgeHTTP
import MilestoneSvc
import Operations
import OutboundSvc
import Service
import SessionSvc
import StatsSvc

/// `waymark serve`: one process of the stack.
enum ServeCommand {
  typealias Start = @Sendable (ServiceContext) async throws -> ServiceRuntime

  /// Has all names of `StackService`.
  static let services: [String: Start] = [
    "session": SessionService.start, "stats": StatsService.start, "milestone": MilestoneService.start,
    "diversity": DiversityService.start, "outbound": OutboundService.start, "edge": startEdge,
  ]

  @Sendable private static func startEdge(_ context: ServiceContext) async throws -> ServiceRuntime {
    let files = try Dashboard.files().map { Website.File(path: $0.path, contentType: $0.contentType, bytes: $0.bytes) }
    return try await EdgeService.start(context, website: Website(files, compress: Deflate.gzip))
  }

  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let name = invocation.arguments.words[0]
    guard let start = services[name] else {
      throw UsageFailure("unknown service '\(name)'; give one of \(StackService.names.joined(separator: ", "))")
    }
    var settings = invocation.settings
    if name == EdgePlace.service { try settings.readEdgePlace() }
    try settings.checkDataIsRestored()
    if !InitSystem.hasParent { try settings.checkRunIsFree() }
    if name == SessionAPI.service { try settings.checkDataIsNotMoved() }
    let process = name == EdgePlace.service ? settings.edgePlace.name : name
    try ServiceProcess.run(process, settings: settings, own: try settings.ownData(of: name), start: start)
    return 0
  }
}

extension Command {
  static let serve = Command(
    name: "serve", synopsis: StackService.names.joined(separator: "|"),
    summary: "runs one process of the stack, for systemd, containers and Kubernetes",
    details: """
      The processes may be started in any order; each waits for the others and reconnects to them. It notifies the
      service manager when it is ready and when it stops (NOTIFY_SOCKET), and accepts sockets from it (LISTEN_FDS).
      """,
    choices: StackService.names, run: ServeCommand.run)
}
