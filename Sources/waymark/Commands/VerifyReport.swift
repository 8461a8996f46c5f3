import JSON

/// What was read and what was wrong with it.
struct VerifyReport: Sendable {
  enum Part: String, Sendable, CaseIterable {
    case engine, journal, rows, form, view, backup

    /// What to do about it.
    var remedy: String {
      switch self {
      case .engine, .journal: "a journal or a database file that is damaged comes from a backup"
      case .rows: "rows are made anew by 'waymark verify --repair rows'"
      case .form: "tokens are revoked and made anew"
      case .backup: "a backup that is not what was written is replaced by another"
      case .view: "a view is put right by 'waymark rebuild'"
      }
    }
  }

  struct Finding: Sendable {
    var part: Part
    var text: String
  }

  var users = 0
  var events = 0
  var snapshots = 0
  /// Users whose rows were made anew; nil where that was not asked for.
  var repaired: Int?
  var findings: [Finding] = []
  /// False where users and views could not be read at all.
  var isReadable = true

  mutating func add(_ part: Part, _ texts: [String]) {
    findings += texts.map { Finding(part: part, text: $0) }
  }

  var failure: CommandFailure {
    let parts = Set(findings.map(\.part))
    let remedies = Part.allCases.filter(parts.contains).map { part in
      part == .rows && repaired != nil ? "rows that cannot be made anew come from a backup" : part.remedy
    }
    var distinct: [String] = []
    for remedy in remedies where !distinct.contains(remedy) { distinct.append(remedy) }
    let count = findings.count == 1 ? "1 thing is wrong" : "\(findings.count) things are wrong"
    return CommandFailure("\(count): \(distinct.joined(separator: "; "))")
  }

  private func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  var text: String {
    let sums = "\(counted(events, "event")) of \(counted(users, "user")) and \(counted(snapshots, "snapshot"))"
    var lines = findings.map(\.text)
    if let repaired { lines.append("rows of \(counted(repaired, "user")) made anew") }
    lines.append(findings.isEmpty ? "\(sums): all in order" : "\(sums) read")
    return lines.joined(separator: "\n")
  }

  var json: String {
    var members: [(String, JSONValue)] = [
      ("users", .integer(users)), ("events", .integer(events)), ("snapshots", .integer(snapshots)),
    ]
    if let repaired { members.append(("repaired", .integer(repaired))) }
    members.append(("findings", .list(findings.map { ["part": .text($0.part.rawValue), "text": .text($0.text)] })))
    return JSONValue.object(members).json
  }
}
