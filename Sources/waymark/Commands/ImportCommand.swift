import API
import Domain
import Glibc
import Import
import Operations
import Proto
import Service

/// `waymark import`: imports a file for one user through the running services.
enum ImportCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let (words, values) = (invocation.arguments.words, invocation.arguments.values)
    let printsEvents = invocation.arguments.switches.contains("events")
    if invocation.arguments.switches.contains("confined") { try Confinement.enter() }
    let named = words.first.flatMap { ImportFormat(rawValue: $0) }
    try invocation.arguments.expectWords(2...(named?.hasSeveralFiles == true ? 1 + ImportLimits.files : 2))
    guard let format = named else {
      throw UsageFailure("unknown format '\(words[0])'; give one of \(names)")
    }
    guard let user = values["user"] else { throw UsageFailure("needs --user U") }
    guard TextRules.isUserId(user) else { throw UsageFailure("--user '\(user)' is not a valid user id") }
    let options = try options(invocation.arguments)
    if !format.isOfActivities, let flag = ["load", "types"].first(where: { values[$0] != nil }) {
      throw UsageFailure("--\(flag) applies only to activities; '\(format.rawValue)' contains none")
    }
    let settings = invocation.settings
    // A confined process may not write files.
    let folders = invocation.arguments.switches.contains("confined") ? [] : [settings.data, "/var/tmp", settings.run]
    let report: ImportReport
    do {
      let sources = try words.dropFirst().map { word in
        try word == "-" ? ImportSource(descriptor: STDIN_FILENO) : ImportSource(path: word)
      }
      report = try LoopRunner.run { loop in
        let (session, diversity) = (link("session", settings, loop), link("diversity", settings, loop))
        let job = ImportJob(
          session: session, diversity: diversity, user: user, zones: Zones(), format: format, options: options,
          folders: folders)
        let note = try note(invocation.arguments, format, words)
        do {
          let report = try await printsEvents ? events(job, sources) : run(job, sources)
          if !options.isDryRun { await job.record(report, note) }
          return report
        } catch let error as ImportError {
          if !options.isDryRun { await job.record(error, note) }
          throw error
        }
      }
    } catch let error as ImportError where printsEvents {
      ImportEvents.refused(error)
      return 1
    } catch let fault as Fault where printsEvents {
      ImportEvents.failed(fault)
      return 1
    } catch let error as ImportError {
      throw CommandFailure(error.description)
    } catch let fault as Fault {
      throw ServiceCall.explained(fault, "session", settings)
    }
    if printsEvents {
      ImportEvents.result(report.json)
      return 0
    }
    Output.print(invocation.arguments.asJSON ? report.json : text(report, isDryRun: options.isDryRun))
    let files = words.dropFirst().joined(separator: ", ")
    guard report.isUseful else {
      let hint = report.skipped > 0 ? "; choose the types to import with --types" : ""
      throw CommandFailure("nothing in \(files) could be imported\(hint)")
    }
    return 0
  }

  /// Returns the origin and the names of the files, for the list of imports.
  private static func note(
    _ arguments: Arguments, _ format: ImportFormat, _ words: [String]
  ) throws(UsageFailure) -> ImportNote {
    let names = words.dropFirst().filter { $0 != "-" }.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    let name = names.isEmpty ? nil : names.joined(separator: ", ")
    guard let text = arguments.values["source"] else { return ImportNote(.command, format, name: name) }
    guard let source = SessionAPI.ImportOrigin(rawValue: text) else {
      let origins = SessionAPI.ImportOrigin.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageFailure("unknown --source '\(text)'; give one of \(origins)")
    }
    return ImportNote(source, format, name: name)
  }

  private static func link(_ service: String, _ settings: Settings, _ loop: Loop) -> ServiceLink {
    ServiceLink(loop: loop, service: service, path: settings.socketPath(service), build: Build.version)
  }

  private static func options(_ arguments: Arguments) throws(UsageFailure) -> ImportOptions {
    var options = ImportOptions(
      isDryRun: arguments.switches.contains("dry-run"), isFromConnector: arguments.switches.contains("connector"))
    if let text = arguments.values["load"] {
      guard let load = Double(text), (0...RuckRules.heaviestLoad).contains(load) else {
        throw UsageFailure("--load '\(text)' must be a weight from 0 to \(Int(RuckRules.heaviestLoad)) kg")
      }
      options.load = load
    }
    let types = arguments.values["types"]?.split(separator: ",").map(String.init) ?? []
    options.kinds = types.isEmpty ? nil : types
    return options
  }

  private static var names: String { ImportFormat.allCases.map(\.rawValue).joined(separator: ", ") }

  private static func run(_ job: ImportJob, _ sources: [ImportSource]) async throws -> ImportReport {
    var bars = ImportBars()
    defer { bars.finish() }
    return try await job.run(sources, now: .now) { bars.show($0) }
  }

  private static func events(_ job: ImportJob, _ sources: [ImportSource]) async throws -> ImportReport {
    var events = ImportEvents()
    return try await job.run(sources, now: .now) { events.show($0) }
  }

  private static func text(_ report: ImportReport, isDryRun: Bool) -> String {
    var lines = report.problems.map { "line \($0.line): \(VisibleText.line($0.reason))" }
    if report.hiddenProblems > 0 { lines.append("… and \(report.hiddenProblems) more") }
    for (kind, counts) in report.byKind.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "\(kind): \(counts.added) added, \(counts.alreadyThere) already present, \(counts.rejected) rejected")
    }
    if let skipped = report.skippedTypes { lines.append("skipped \(VisibleText.line(skipped))") }
    lines.append(
      (isDryRun ? "would be " : "") + "added \(report.added), already present \(report.alreadyThere), "
        + "rejected \(report.rejected)" + (report.skipped > 0 ? ", skipped \(report.skipped)" : ""))
    return lines.joined(separator: "\n")
  }
}

/// A progress bar for reading the file, then one for the calls that write its contents.
struct ImportBars {
  private var phase: ImportProgress.Phase?
  private var bar: ProgressBar?

  mutating func show(_ progress: ImportProgress) {
    if phase != progress.phase {
      finish()
      phase = progress.phase
      bar = ProgressBar(progress.phase.rawValue, of: progress.phase == .read ? "bytes" : "calls")
    }
    bar?.report(progress.done, progress.total)
  }

  func finish() {
    bar?.finish()
  }
}

extension Command {
  static let importFile = Command(
    name: "import", synopsis: "FORMAT FILE… --user U", summary: "imports a file from another app, or an account export",
    details: """
      FORMAT is \(ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")).
      FILE is a path, or - for standard input (which must be a file); activities takes several. waymark is the format
      of 'waymark export'.
      Needs a running stack. Importing a file again adds nothing twice and overwrites nothing that you edited. Rejected
      items are reported with their line and reason. Exits with 1 only if nothing was usable.
      """,
    choices: ImportFormat.allCases.map(\.rawValue),
    flags: [
      Flag("user", value: "U", "the user to import for"),
      Flag("load", value: "KG", "the load carried on activities (default 0)"),
      Flag("types", value: "LIST", "types of activities to import (strava: hike,walk,ruck)"),
      Flag("dry-run", "report what would be imported, write nothing"), .json,
      Flag("events", "print progress and result as lines for a program"),
      Flag("confined", "limit memory and time, and end with the parent process"),
      Flag("connector", "do not restore what a person has deleted"),
      Flag("source", value: "NAME", "how the file has arrived, for the history of imports (default command)"),
    ], run: ImportCommand.run)
}
