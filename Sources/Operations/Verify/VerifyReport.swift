/// The counts of a verification and the problems that it found.
public struct VerifyReport: Sendable {
  public enum Part: String, Sendable, CaseIterable {
    case engine, journal, rows, form, view, backup
    /// Times of a wrong clock. They are a warning, because the data is complete and consistent.
    case clock

    /// How to solve a problem with this part.
    fileprivate func remedy(triedRepair: Bool) -> String {
      switch self {
      case .clock: "set the clock of the machine if it is still wrong"
      case .engine, .journal: "restore the newest backup, because a damaged journal or database file cannot be repaired"
      case .rows where triedRepair: "restore a backup for rows that cannot be rebuilt"
      case .rows: "run 'waymark verify --repair rows' to rebuild the rows"
      case .form: "revoke the tokens and create new ones"
      case .backup: "use another backup in place of this one"
      case .view: "run 'waymark rebuild' for the views"
      }
    }
  }

  public struct Finding: Sendable {
    public var part: Part
    public var text: String
  }

  public internal(set) var users = 0
  public internal(set) var events = 0
  public internal(set) var snapshots = 0
  /// The number of users whose rows were rebuilt, or nil if no repair was requested.
  public internal(set) var repaired: Int?
  public internal(set) var findings: [Finding] = []
  /// False if the database is too damaged to read users and views.
  var isReadable = true

  init() {}

  init(unreadable text: String) {
    isReadable = false
    add(.engine, [text])
  }

  mutating func add(_ part: Part, _ texts: [String]) {
    findings += texts.map { Finding(part: part, text: $0) }
  }

  /// Adds the counts and findings of a part of the verification.
  mutating func add(_ other: VerifyReport) {
    users += other.users
    events += other.events
    snapshots += other.snapshots
    findings += other.findings
  }

  /// The findings that make the data unfit for a backup.
  var damage: [Finding] { findings.filter { $0.part != .clock } }
  public var warnings: [String] { findings.filter { $0.part == .clock }.map(\.text) }

  /// One line with the number of problems and what to do, or nil if there are none.
  public var failure: OperationFailure? {
    let damage = damage
    guard !damage.isEmpty else { return nil }
    let parts = Set(damage.map(\.part))
    var remedies: [String] = []
    for part in Part.allCases where parts.contains(part) {
      let remedy = part.remedy(triedRepair: repaired != nil)
      if !remedies.contains(remedy) { remedies.append(remedy) }
    }
    return OperationFailure("\(counted(damage.count, "problem")) found: \(remedies.joined(separator: "; "))")
  }

  private func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  public var text: String {
    let sums = "\(counted(events, "event")) of \(counted(users, "user")) and \(counted(snapshots, "snapshot"))"
    var lines = damage.map(\.text) + warnings.map { "warning: \($0)" }
    if let repaired { lines.append("rebuilt the rows of \(counted(repaired, "user"))") }
    lines.append(damage.isEmpty ? "\(sums): no problems found" : "\(sums) checked")
    return lines.joined(separator: "\n")
  }
}
