import CLinux
import Chronology
import Glibc
import Service

/// A whole and verified copy of the data, beside a running stack or without one; once, or again and again.
enum BackupCommand {
  static func run(_ invocation: Invocation) throws -> Int32 {
    try invocation.arguments.expectWords(1...1)
    let (values, settings) = (invocation.arguments.values, invocation.settings)
    let directory = invocation.arguments.words[0]
    let plan: BackupPlan
    do throws(SettingsError) {
      plan = try BackupPlan(directory: directory, every: values["every"] ?? "24h", keep: values["keep"] ?? "14")
    } catch {
      throw UsageFailure(error.description)
    }
    guard InitSystem.endWithParent() else { return 0 }
    try BackupMaker(settings: settings).checkData()
    try MigrateCommand.checkUsable(settings)
    let holdsMany = values["every"] != nil || values["keep"] != nil
    try checkPlace(BackupTurns.absolute(directory), settings, holdsMany: holdsMany)
    give_way()
    let turns = BackupTurns(plan, settings)
    if values["every"] != nil { try turns.run() }
    let made = values["keep"] == nil ? try single(BackupTurns.absolute(directory), settings) : try turns.once()
    Output.print(invocation.arguments.asJSON ? made.json : made.text)
    return 0
  }

  /// A copy beside the original is lost with it, and holds users who were deleted there; one within another is none of
  /// those that are kept.
  private static func checkPlace(_ place: String, _ settings: Settings, holdsMany: Bool) throws(CommandFailure) {
    if holdsMany, access("\(place)/\(BackupManifest.name)", F_OK) == 0 {
      throw CommandFailure("\(place) is a backup itself; give the directory that holds the backups")
    }
    var ancestor = place[...]
    while !ancestor.isEmpty, access(String(ancestor), F_OK) != 0 {
      ancestor = ancestor[..<(ancestor.lastIndex(of: "/") ?? ancestor.startIndex)]
    }
    guard let data = Files.real(settings.data), let found = Files.real(String(ancestor)) else { return }
    guard found == data || found.hasPrefix(data + "/") else { return }
    throw CommandFailure("\(place) lies within the data directory \(settings.data); give a place beside it")
  }

  /// The directory itself becomes the backup.
  private static func single(_ target: String, _ settings: Settings) throws -> BackupMaker.Made {
    let now = Instant.now
    return try BackupNote.keep(in: settings, at: now, settings.makeLog("backup")) {
      if let names = Files.names(in: target) {
        guard names.isEmpty else { throw CommandFailure("\(target) is not empty; give a new directory") }
      } else if access(target, F_OK) == 0 {
        throw CommandFailure("\(target) is no directory")
      }
      let slash = target.lastIndex(of: "/") ?? target.startIndex
      let name = target[slash...].dropFirst()
      guard !name.isEmpty, name != ".", name != ".." else { throw CommandFailure("\(target) is not a new directory") }
      let part = try PartDirectory("\(target[..<slash])/.\(name).part")
      return try BackupMaker(settings: settings).make(in: part, as: target, at: now)
    }
  }
}

extension Command {
  static let backup = Command(
    name: "backup", synopsis: "DIR [--every 24h --keep 14]",
    summary: "a whole and verified copy of the data, while the stack runs or not",
    details: """
      DIR becomes the backup: it must be new or empty. With --every or --keep it holds backups instead, each in a
      directory named by its time; the oldest are removed once a new one is made and verified. --every goes on until
      it is interrupted, --keep alone makes one. 'waymark restore' puts a backup into a new data directory.
      """,
    flags: [
      Flag("every", value: "TIME", "make one again and again, such as 24h, 7d, 30m"),
      Flag("keep", value: "N", "how many to keep (default 14)"), .json,
    ], run: BackupCommand.run)
}
