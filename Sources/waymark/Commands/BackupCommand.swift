import Chronology
import JSON
import Operations
import Service

enum BackupCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let values = invocation.arguments.values
    let backup: BackupOperation
    do throws(SettingsError) {
      backup = try BackupOperation(
        directory: invocation.arguments.words[0], every: values["every"], keep: values["keep"], invocation.settings)
    } catch {
      throw UsageFailure(error.description)
    }
    guard InitSystem.endWithParent() else { return 0 }
    try backup.check()
    if values["every"] != nil { try backup.repeatForever() }
    let bar = ProgressBar("verify")
    defer { bar.finish() }
    let made = try backup.run(progress: bar.report)
    bar.finish()
    Output.print(invocation.arguments.asJSON ? json(made) : text(made))
    return 0
  }

  private static func text(_ made: BackupMaker.Made) -> String {
    let sums = "\(made.manifest.events) events of \(made.manifest.users) users, \(made.bytes) bytes"
    return (made.warnings.map { "warning: \($0)" } + ["\(made.path): \(sums), verified"]).joined(separator: "\n")
  }

  private static func json(_ made: BackupMaker.Made) -> String {
    let manifest = made.manifest
    let json: JSONValue = [
      "path": .text(made.path), "made": .text(manifest.made.description), "events": .integer(manifest.events),
      "users": .integer(manifest.users), "bytes": .integer(made.bytes),
      "warnings": .list(made.warnings.map { .text($0) }),
    ]
    return json.json
  }
}

extension Command {
  static let backup = Command(
    name: "backup", synopsis: "DIR [--every 24h --keep 14]",
    summary: "makes a complete, verified copy of the data; the stack may be running",
    details: """
      Without flags, DIR becomes the backup and must be new or empty. With --every or --keep, DIR holds several backups,
      each in a directory named by its time. The oldest are removed after a new one has been made and verified. --every
      continues until it is interrupted; --keep alone makes one backup. 'waymark restore' restores a backup into a new
      data directory.
      """,
    flags: [
      Flag("every", value: "TIME", "make a backup at this interval, such as 24h, 7d or 30m"),
      Flag("keep", value: "N", "how many backups to keep (default 14)"), .json,
    ], run: BackupCommand.run)
}
