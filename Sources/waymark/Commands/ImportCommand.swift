import API
import Domain
import Glibc
import Import
import Proto
import Service

/// A file of another app's, for one user, through the running service.
enum ImportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let (words, values) = (invocation.arguments.words, invocation.arguments.values)
    let printsEvents = invocation.arguments.switches.contains("events")
    if invocation.arguments.switches.contains("confined") { try Confinement.enter() }
    try invocation.arguments.expectWords(2...2)
    guard let format = ImportFormat(rawValue: words[0]) else {
      throw UsageFailure("no format '\(words[0])'; there are \(names)")
    }
    guard let user = values["user"] else { throw UsageFailure("needs --user U") }
    guard TextRules.isUserId(user) else { throw UsageFailure("--user '\(user)' is no user's id") }
    let options = try options(invocation.arguments)
    if !format.isOfActivities, let flag = ["load", "types"].first(where: { values[$0] != nil }) {
      throw UsageFailure("--\(flag) is for activities, which '\(format.rawValue)' has none of")
    }
    let settings = invocation.settings
    let report: ImportReport
    do {
      let source = try words[1] == "-" ? ImportSource(descriptor: STDIN_FILENO) : ImportSource(path: words[1])
      report = try LoopRunner.run { loop in
        let (session, diversity) = (link("session", settings, loop), link("diversity", settings, loop))
        let job = ImportJob(
          session: session, diversity: diversity, user: user, zones: Zones(), format: format, options: options)
        return try await printsEvents ? events(job, source) : run(job, source)
      }
    } catch let refusal as ImportError where printsEvents {
      ImportEvents.refused(refusal)
      return 1
    } catch let fault as Fault where printsEvents {
      ImportEvents.failed(fault)
      return 1
    } catch let refusal as ImportError {
      throw CommandFailure(refusal.description)
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, "session", settings)
    }
    if printsEvents {
      ImportEvents.result(report.json)
      return 0
    }
    Output.print(invocation.arguments.asJSON ? report.json : text(report, isDryRun: options.isDryRun))
    guard report.isUseful else { throw CommandFailure("nothing in \(words[1]) could be imported") }
    return 0
  }

  private static func link(_ service: String, _ settings: Settings, _ loop: Loop) -> ServiceLink {
    ServiceLink(loop: loop, service: service, path: settings.socketPath(service), build: Build.version)
  }

  private static func options(_ arguments: Arguments) throws(UsageFailure) -> ImportOptions {
    var options = ImportOptions(isDryRun: arguments.switches.contains("dry-run"))
    if let text = arguments.values["load"] {
      guard let load = Double(text), (0...RuckRules.heaviestLoad).contains(load) else {
        throw UsageFailure("--load '\(text)' is no weight from 0 to \(Int(RuckRules.heaviestLoad)) kg")
      }
      options.load = load
    }
    if let text = arguments.values["types"] { options.kinds = text.split(separator: ",").map(String.init) }
    return options
  }

  private static var names: String { ImportFormat.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func run(_ job: ImportJob, _ source: ImportSource) async throws -> ImportReport {
    var bars = ImportBars()
    defer { bars.finish() }
    return try await job.run(source, now: .now) { bars.show($0) }
  }

  private static func events(_ job: ImportJob, _ source: ImportSource) async throws -> ImportReport {
    var events = ImportEvents()
    return try await job.run(source, now: .now) { events.show($0) }
  }

  private static func text(_ report: ImportReport, isDryRun: Bool) -> String {
    var lines = report.problems.map { "line \($0.line): \($0.reason)" }
    if report.hiddenProblems > 0 { lines.append("… and \(report.hiddenProblems) more") }
    for (kind, counts) in report.byKind.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(kind): \(counts.added) added, \(counts.alreadyThere) already there, \(counts.rejected) rejected")
    }
    lines.append(
      (isDryRun ? "would be " : "") + "added \(report.added), already there \(report.alreadyThere), "
        + "rejected \(report.rejected)")
    return lines.joined(separator: "\n")
  }
}

/// A bar for reading the file, and one for writing what is in it.
struct ImportBars {
  private var phase: ImportProgress.Phase?
  private var bar: Progress?
  private var done = 0

  mutating func show(_ progress: ImportProgress) {
    if phase != progress.phase {
      finish()
      phase = progress.phase
      done = 0
      bar = Progress(
        progress.phase.rawValue, total: progress.total, of: progress.phase == .read ? "bytes" : "calls")
    }
    bar?.add(progress.done - done)
    done = progress.done
  }

  func finish() {
    bar?.finish()
  }
}

extension Command {
  static let importFile = Command(
    name: "import", synopsis: "FORMAT FILE --user U", summary: "another app's export, or an account's",
    details: """
      FORMAT is \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      FILE is a path, or - for a file that is standard input. waymark is what 'waymark export' writes of an account.
      Needs a running stack. Running it again adds nothing twice, and what you have set yourself stays as it is. A row
      that is wrong is reported with its line and stops nothing; exit code 1 says that nothing was usable.
      """,
    choices: ImportFormat.allCases.map(\.rawValue),
    flags: [
      Flag("user", value: "U", "whose it is"), Flag("load", value: "KG", "carried on the activities (default 0)"),
      Flag("types", value: "LIST", "kinds of activities (strava: hike,walk,ruck)"),
      Flag("dry-run", "report what would happen, write nothing"), .json,
      Flag("events", "progress and the result as lines, for a program"),
      Flag("confined", "end with the process that started this one, and take little memory and time"),
    ], run: ImportCommand.run)
}
