import JSON
import Operations
import Service
import Storage

enum MigrateCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    let (arguments, settings) = (invocation.arguments, invocation.settings)
    try arguments.expectWords(0...0)
    if arguments.switches.contains("unlock") {
      guard arguments.values["to"] == nil, arguments.values["to-file"] == nil else {
        throw UsageFailure("--unlock cannot be combined with --to; it unlocks the database of --data or --database")
      }
      try unlock(MoveOperation(from: settings), asJSON: arguments.asJSON)
    } else {
      let operation = try MoveOperation(from: settings)
      try move(operation, to: target(arguments), asJSON: arguments.asJSON)
    }
    return 0
  }

  private static func unlock(_ operation: MoveOperation, asJSON: Bool) throws {
    let (source, wasLocked) = (operation.source.description, try operation.unlock())
    let json: JSONValue = ["database": .text(source), "wasLocked": .bool(wasLocked)]
    Output.print(asJSON ? json.json : wasLocked ? "\(source) is unlocked" : "\(source) was not locked")
  }

  /// The URL may contain a password, so no message repeats it.
  private static func target(_ arguments: Arguments) throws -> DatabaseAddress {
    var text = arguments.values["to"] ?? ""
    if let file = arguments.values["to-file"] {
      guard text.isEmpty else { throw UsageFailure("--to and --to-file cannot be combined; give one of them") }
      text = String(decoding: try Files.read(file, atMost: 65_536), as: UTF8.self)
      while let last = text.last, last.isNewline { text.removeLast() }
    }
    guard !text.isEmpty else { throw UsageFailure("needs --to URL, --to-file F or --unlock") }
    guard let address = DatabaseAddress(parsing: text) else {
      throw UsageFailure("--to is not a supported database URL; give sqlite:PATH or postgres://…")
    }
    return address
  }

  private static func move(_ operation: MoveOperation, to target: DatabaseAddress, asJSON: Bool) throws {
    let start = Clock.milliseconds
    let bar = ProgressBar("migrate", of: "rows")
    defer { bar.finish() }
    let report = try operation.move(to: target, progress: bar.report)
    bar.finish()
    let seconds = Double(Clock.milliseconds - start) / 1_000
    Output.print(asJSON ? json(report, seconds) : text(report, seconds))
  }

  private static func text(_ report: MoveReport, _ seconds: Double) -> String {
    let table = TextTable.text([["TABLE", "ROWS"]] + report.tables.map { [$0.name, "\($0.rows)"] })
    let users = report.tables.first { $0.name == "users" }?.rows ?? 0
    let done =
      report.wasDone
      ? "already moved by an earlier run: \(report.rows) rows of \(users) users"
      : "\(report.rows) rows of \(users) users in \(rounded(seconds)) s, each counted and compared"
    return """
      \(table)
      \(report.source) → \(report.target)
      \(done)
      The source is now locked: give the target as --database. 'waymark migrate --unlock' unlocks the source.
      """
  }

  private static func rounded(_ seconds: Double) -> Double { (seconds * 10).rounded() / 10 }

  private static func json(_ report: MoveReport, _ seconds: Double) -> String {
    let json: JSONValue = [
      "from": .text(report.source), "to": .text(report.target), "rows": .integer(report.rows),
      "seconds": .number(rounded(seconds)), "wasDone": .bool(report.wasDone),
      "tables": .object(report.tables.map { (name: $0.name, value: .integer($0.rows)) }),
    ]
    return json.json
  }
}

extension Command {
  static let migrate = Command(
    name: "migrate", synopsis: "--to URL | --unlock",
    summary: "moves all data to PostgreSQL or back; the source is locked afterwards",
    details: """
      Copies the database of --data or --database to the empty database at URL: postgres://… or sqlite:PATH, such as
      sqlite:DATA/journal.sqlite for the way back. No stack may run on either. Every row is read again after it was
      written and compared, every table is counted, and the checksums of every journal are checked. A damaged source is
      reported and not copied. If the command is interrupted, the same command continues where it stopped.
      From its start, 'up', 'serve' and commands that write reject the source, until 'waymark migrate --unlock' with its
      --data or --database. Put a URL with a password into a file: --to-file.
      """,
    flags: [
      Flag("to", value: "URL", "the target: postgres://… or sqlite:PATH"),
      Flag("to-file", value: "FILE", "a file that contains the URL, if it has a password"),
      Flag("unlock", "allow a database to be used again after a move from it"), .json,
    ], run: MigrateCommand.run)
}
