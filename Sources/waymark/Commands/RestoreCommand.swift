import Chronology
import JSON
import Operations
import Service

enum RestoreCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let settings = invocation.settings
    let bar = ProgressBar("verify")
    defer { bar.finish() }
    let manifest = try RestoreOperation(invocation.arguments.words[0], settings).run(progress: bar.report)
    bar.finish()
    Output.print(invocation.arguments.asJSON ? json(manifest, settings) : text(manifest, settings))
    return 0
  }

  private static func text(_ manifest: BackupManifest, _ settings: Settings) -> String {
    "restored \(manifest.events) events of \(manifest.users) users to \(settings.data), as of \(manifest.made)"
  }

  private static func json(_ manifest: BackupManifest, _ settings: Settings) -> String {
    let json: JSONValue = [
      "data": .text(settings.data), "made": .text(manifest.made.description), "events": .integer(manifest.events),
      "users": .integer(manifest.users),
    ]
    return json.json
  }
}

extension Command {
  static let restore = Command(
    name: "restore", synopsis: "DIR", summary: "restores a backup into a new or empty data directory",
    details: """
      DIR is a backup made by 'waymark backup'. It is verified completely before anything is written. The directory
      --data must not exist or be empty. If the command is interrupted, run it again. Then start 'waymark up'.
      """, flags: [.json], run: RestoreCommand.run)
}
