import Chronology
import JSON
import Service
import SessionSvc
import Storage

/// Moves everything to another database, and says of the one it came from where that is.
enum MigrateCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(0...0)
    let settings = invocation.settings
    let source = try settings.journal()
    if source.file != nil { try RestorePlace.checkUsable(settings) }
    guard source.exists else {
      throw CommandFailure("there is no data at \(source); give the right --data or --database")
    }
    guard invocation.arguments.switches.contains("unlock") else {
      let target = try target(invocation.arguments)
      if let file = source.file, let other = target.file, Files.real(file) == Files.real(other) {
        throw CommandFailure("--to is \(source), where the data is already; give another place")
      }
      try move(from: source, to: target, asJSON: invocation.arguments.asJSON)
      return 0
    }
    guard invocation.arguments.values["to"] == nil, invocation.arguments.values["to-file"] == nil else {
      throw UsageFailure("--unlock stands alone: it lets the database of --data or --database be used again")
    }
    let locks = try MoveLocks(source)
    let wasLocked = try DatabaseMove.unlock(source, migrations: SessionSchema.migrations)
    locks.keep()
    let json: JSONValue = ["database": "\(source)", "wasLocked": .bool(wasLocked)]
    let text = wasLocked ? "\(source) is unlocked" : "\(source) was not locked"
    Output.print(invocation.arguments.asJSON ? json.json : text)
    return 0
  }

  /// A stack may not work where the data was moved away from, nor where it is not whole yet.
  static func checkUsable(_ settings: Settings) throws {
    if let refusal = try settings.journal().moveRejection { throw CommandFailure(refusal) }
  }

  /// What is given may hold a password, so that no message repeats it.
  private static func target(_ arguments: Arguments) throws -> DatabaseAddress {
    var text = arguments.values["to"] ?? ""
    if let file = arguments.values["to-file"] {
      guard text.isEmpty else { throw UsageFailure("--to and --to-file are both given; which of them counts?") }
      text = String(decoding: try Files.read(file, atMost: 65_536), as: UTF8.self)
      while let last = text.last, last.isNewline { text.removeLast() }
    }
    guard !text.isEmpty else { throw UsageFailure("needs --to URL, --to-file F or --unlock") }
    guard let address = DatabaseAddress(parsing: text) else {
      throw UsageFailure("--to is no database that this build opens; give sqlite:PATH or postgres://…")
    }
    if let file = address.file { try RestorePlace.checkUsable(Settings(data: MoveLocks.directory(of: file))) }
    return address
  }

  private static func move(from source: DatabaseAddress, to target: DatabaseAddress, asJSON: Bool) throws {
    let locks = try MoveLocks(source, target)
    let begun = Clock.milliseconds
    var progress: Progress?
    let move = try DatabaseMove(
      from: source, to: target, migrations: SessionSchema.migrations, check: JournalMoveCheck(now: .now)
    ) { progress?.add($0) }
    progress = Progress("migrate", total: try move.rowCount(), of: "rows")
    defer { progress?.finish() }
    let report: MoveReport
    do {
      report = try move.run(at: Instant.now.description)
    } catch let error as DamagedSource {
      throw CommandFailure("\(move.sourcePlace) is not in order, and goes on as before: \(error)")
    }
    locks.keep()
    let seconds = Double(Clock.milliseconds - begun) / 1_000
    Output.print(asJSON ? json(report, seconds) : text(report, seconds))
  }

  private static func text(_ report: MoveReport, _ seconds: Double) -> String {
    let table = Output.table([["TABLE", "ROWS"]] + report.tables.map { [$0.name, "\($0.rows)"] })
    let users = report.tables.first { $0.name == "users" }?.rows ?? 0
    let done =
      report.wasDone
      ? "a move before this one has done it: \(report.rows) rows of \(users) users are there"
      : "\(report.rows) rows of \(users) users in \(rounded(seconds)) s, each counted and compared"
    return """
      \(table)
      \(report.source) → \(report.target)
      \(done)
      The source is refused from now on: give the target as --database. 'waymark migrate --unlock' takes that back.
      """
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

  private static func json(_ report: MoveReport, _ seconds: Double) -> String {
    let value: JSONValue = [
      "from": .text(report.source), "to": .text(report.target), "rows": .integer(report.rows),
      "seconds": .number(rounded(seconds)), "wasDone": .bool(report.wasDone),
      "tables": .object(report.tables.map { ($0.name, .integer($0.rows)) }),
    ]
    return value.json
  }
}

extension Command {
  static let migrate = Command(
    name: "migrate", synopsis: "--to URL | --unlock",
    summary: "moves everything to PostgreSQL, or back; the source is refused afterwards",
    details: """
      Copies the database of --data or --database, while no stack runs on either, to the one at URL, which is empty:
      postgres://… or sqlite:PATH, such as sqlite:DATA/journal.sqlite for the way back. Every row is read again where
      it arrived and compared, every table counted, every journal's checksums followed; what is wrong in the source is
      named, and not copied. What was cut short goes on where it was with the same command.
      From the beginning on the source is refused by 'up', 'serve' and whatever writes, until 'waymark migrate --unlock'
      with its --data or --database. A URL with a password belongs into a file: --to-file.
      """,
    flags: [
      Flag("to", value: "URL", "where to: postgres://… or sqlite:PATH"),
      Flag("to-file", value: "FILE", "a file that holds the URL, for its password"),
      Flag("unlock", "lets a source be used again that was moved, or was to be"), .json,
    ], run: MigrateCommand.run)
}
