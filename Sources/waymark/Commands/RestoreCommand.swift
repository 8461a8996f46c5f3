import Chronology
import JSON
import Service
import SessionSvc
import Storage

/// Puts a backup into a data directory that is new or empty. The backup is read from end to end before anything is
/// made.
enum RestoreCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let (source, settings) = (BackupTurns.absolute(invocation.arguments.words[0]), invocation.settings)
    guard try settings.journal().file == settings.databasePath("journal") else {
      throw CommandFailure("a backup is restored into --data alone; leave --database out")
    }
    let place = RestorePlace(data: settings.data)
    try place.checkEmpty()
    let manifest = try BackupManifest.read(in: source)
    let wrong = manifest.findings(in: source)
    guard wrong.isEmpty else { throw doesNotVerify(source, wrong) }
    let journal = DatabaseAddress(file: "\(source)/\(BackupManifest.journal)")
    let report = try VerifyCommand.inspect(journal, showsProgress: true)
    guard report.findings.isEmpty else { throw doesNotVerify(source, report.findings.map(\.text)) }
    try place.put(manifest, from: source)
    Output.print(invocation.arguments.asJSON ? json(manifest, settings) : text(manifest, settings))
    return 0
  }

  private static func doesNotVerify(_ source: String, _ findings: [String]) -> CommandFailure {
    let more = findings.count > 3 ? " (and \(findings.count - 3) more)" : ""
    return CommandFailure(
      "\(source) does not verify: \(findings.prefix(3).joined(separator: "; "))\(more); take another backup")
  }

  private static func text(_ manifest: BackupManifest, _ settings: Settings) -> String {
    "\(settings.data): \(manifest.events) events of \(manifest.users) users, as they were at \(manifest.made)"
  }

  private static func json(_ manifest: BackupManifest, _ settings: Settings) -> String {
    let value: JSONValue = [
      "data": .text(settings.data), "made": .text(manifest.made.description), "events": .integer(manifest.events),
      "users": .integer(manifest.users),
    ]
    return value.json
  }
}

extension Command {
  static let restore = Command(
    name: "restore", synopsis: "DIR", summary: "puts a backup into a new or empty data directory",
    details: """
      DIR is a backup that 'waymark backup' made. It is verified from end to end before anything is made; --data must
      not be there or be empty. What was cut short is done again by the same command. Then start 'waymark up'.
      """, flags: [.json], run: RestoreCommand.run)
}
