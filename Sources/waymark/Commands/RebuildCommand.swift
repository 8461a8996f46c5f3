import API
import JSON
import Proto
import Service
import SessionSvc
import Storage

/// Throws views away and folds the journal again: by the running services themselves, or at their next start.
enum RebuildCommand {
  static let views = ["stats", "milestone", "diversity"]
  /// A fold of a long journal takes its time.
  private static let patienceMilliseconds = 3_600_000

  static func run(_ invocation: Invocation) throws -> Int32 {
    let words = invocation.arguments.words
    if let unknown = words.first(where: { !views.contains($0) }) {
      throw UsageFailure("no view '\(unknown)'; there are \(views.joined(separator: ", "))")
    }
    let journal = try invocation.settings.journal()
    guard journal.exists else {
      throw CommandFailure("\(journal) does not exist; create it with 'waymark up' or check --data")
    }
    let asJSON = invocation.arguments.asJSON
    var rows: [JSONValue] = []
    for view in words.isEmpty ? views : words {
      if !asJSON { Output.complain("\(view): folds the journal again …") }
      let outcome = try rebuild(view, invocation.settings)
      if asJSON { rows.append(json(view, outcome)) } else { Output.print(text(view, outcome)) }
    }
    if asJSON { Output.print(JSONValue.lines(rows)) }
    return 0
  }

  private enum Outcome {
    case folded(users: Int, events: Int)
    case atNextStart
  }

  private static func text(_ view: String, _ outcome: Outcome) -> String {
    switch outcome {
    case .folded(let users, let events): "\(view): \(events) events of \(users) users folded again"
    case .atNextStart: "\(view): thrown away; folded again at its next start"
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
        throw CommandFailure("\(view) runs but cannot rebuild now: \(fault.message); try again")
      }
      // Held meanwhile: a view that runs behind another --run, or starts just now, keeps its file.
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
    name: "rebuild", synopsis: "[VIEW…]", summary: "throws views away and folds the journal again; the stack stays up",
    details: "VIEW is stats, milestone or diversity; without any, all three.",
    choices: RebuildCommand.views, flags: [.json], run: RebuildCommand.run)
}
