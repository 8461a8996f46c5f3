import EdgeHTTP
import Operations
import OutboundSvc
import Service

/// `waymark up`: the whole stack in the foreground.
enum UpCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    for name in StackService.names { try settings.checkSocketPath(name) }
    let edges = settings.edgePlaces
    if edges.count > 1 {
      for edge in edges { try settings.checkSocketPath(edge.callsName) }
    }
    try EdgeService.check(settings)
    try OutboundService.check(settings)
    let claim = try StackClaim(settings)
    let listener = try Listener(settings.listen)
    let announcement = try Announcement(
      settings, demo: invocation.arguments.switches.contains("demo") ? Demo(settings) : nil)
    let events = Supervisor.Events(ready: announcement.ready, tick: announcement.retry)
    var supervisor = Supervisor(settings: settings, claim: claim, listener: listener, events: events)
    try supervisor.run()
    return 0
  }
}

extension Command {
  static let up = Command(
    name: "up", synopsis: "[--demo] [--edges N]", summary: "runs the whole stack in the foreground",
    details: """
      Starts the five services and the edge as child processes, and restarts one that dies. When all of them respond, it
      prints the line 'waymark ready http://HOST:PORT' on standard output. The logs go to standard error, and so does,
      while there is no admin, a link that creates the first one. That link is also in DATA/setup-link, which only you
      can read. SIGINT or SIGTERM stops everything gracefully, a second one immediately.

      --edges N starts N edges, which accept connections on the same port. One serves what most machines need.

      --demo fills the user 'demo' with a year of believable data, once, and prints a sign-in link for that user.
      """,
    flags: [
      Flag("demo", "fill the user 'demo' with a year of data, once"),
      Flag("edges", value: "N", "the number of edges (default one per four processors)"),
    ],
    run: UpCommand.run)
}
