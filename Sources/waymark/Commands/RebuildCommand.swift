import API
import Glibc
import Proto
import Service

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
    for view in words.isEmpty ? views : words { try rebuild(view, invocation.settings) }
    return 0
  }

  private static func rebuild(_ view: String, _ settings: Settings) throws {
    do {
      let counted = try LoopRunner.run { loop in
        let link = ServiceLink(loop: loop, service: view, path: settings.socketPath(view), build: Build.version)
        return try await link.call(RebuildView<StatsAPI>(), meta: CallMeta(deadline: patienceMilliseconds))
      }
      Output.print("\(view): \(counted.events) events of \(counted.users) users folded again")
    } catch let fault as Fault where fault.code == .unavailable {
      guard (try? UnixSocket.connect(path: settings.socketPath(view))) == nil else {
        throw CommandFailure("\(view) runs but cannot rebuild now: \(fault.message); try again")
      }
      // Held meanwhile: a view that runs behind another --run, or starts just now, keeps its file.
      let lock = try settings.lock(view)
      defer { withExtendedLifetime(lock) {} }
      for suffix in ["", "-wal", "-shm"] { unlink(settings.viewPath(view) + suffix) }
      Output.print("\(view): thrown away; folded again at its next start")
    } catch let fault as Fault {
      throw CommandFailure("\(view): \(ServiceCall.text(fault))")
    }
  }
}

extension Command {
  static let rebuild = Command(
    name: "rebuild", synopsis: "[VIEW…]", summary: "throws views away and folds the journal again; the stack stays up",
    details: "VIEW is stats, milestone or diversity; without any, all three.", run: RebuildCommand.run)
}
