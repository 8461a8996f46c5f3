import API
import JSON
import Operations
import Proto
import Service
import SessionSvc
import Storage

/// `waymark rebuild`: discards views. Running services fold the journal again immediately, others at their next start.
enum RebuildCommand {
  static let views = ["stats", "milestone", "diversity"]
  /// Folding a long journal takes minutes.
  private static let patienceMilliseconds = 3_600_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    if let unknown = words.first(where: { !views.contains($0) }) {
      throw UsageFailure("unknown view '\(unknown)'; give one of \(views.joined(separator: ", "))")
    }
    let journal = try invocation.settings.journal()
    guard journal.exists else {
      throw OperationFailure.noData(at: journal)
    }
    let asJSON = invocation.arguments.asJSON
    var items: [JSONValue] = []
    for view in words.isEmpty ? views : words {
      if !asJSON { Output.printError("\(view): folding the journal …") }
      let outcome = try rebuild(view, invocation.settings)
      if asJSON { items.append(json(view, outcome)) } else { Output.print(text(view, outcome)) }
    }
    if asJSON { Output.print(JSONValue.lines(items)) }
    return 0
  }

  private enum Outcome {
    case folded(users: Int, events: Int)
    case atNextStart
  }

  private static func text(_ view: String, _ outcome: Outcome) -> String {
    switch outcome {
    case .folded(let users, let events): "\(view): folded \(events) events of \(users) users"
    case .atNextStart: "\(view): discarded; it will be folded at the next start"
    }
  }

  private static func json(_ view: String, _ outcome: Outcome) -> JSONValue {
    switch outcome {
    case .folded(let users, let events):
      ["view": .text(view), "state": "folded", "users": .integer(users), "events": .integer(events)]
    case .atNextStart: ["view": .text(view), "state": "atNextStart"]
    }
  }

  private static func rebuild(_ view: String, _ settings: Settings) throws -> Outcome {
    do {
      let counted = try LoopRunner.run { loop in
        let link = ServiceLink(loop: loop, service: view, path: settings.socketPath(view), build: Build.version)
        return try await link.call(RebuildView<StatsAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      }
      return .folded(users: counted.users, events: counted.events)
    } catch let fault as Fault where fault.code == .unavailable {
      guard (try? UnixSocket.connect(path: settings.socketPath(view))) == nil else {
        throw CommandFailure("\(view) is running but cannot be rebuilt now: \(fault.message); retry the command")
      }
      // The lock fails if the service runs with another --run, or is just starting.
      let lock = try settings.lock(view)
      defer { withExtendedLifetime(lock) {} }
      DatabaseFile.remove(path: settings.databasePath(view))
      return .atNextStart
    } catch let fault as Fault {
      throw CommandFailure("\(view): \(ServiceCall.text(fault))")
    }
  }
}

extension Command {
  static let rebuild = Command(
    name: "rebuild", synopsis: "[VIEW…]",
    summary: "discards views and folds the journal again; the stack may be running",
    details: "VIEW is stats, milestone or diversity. Without VIEW, all three are rebuilt.",
    choices: RebuildCommand.views, flags: [.json], run: RebuildCommand.run)
}
