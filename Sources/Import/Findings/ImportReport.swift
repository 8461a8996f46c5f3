/// What became of a file.
public struct ImportReport: Codable, Hashable, Sendable {
  public struct Problem: Codable, Hashable, Sendable {
    public var line: Int
    public var reason: String
  }

  public struct Counts: Codable, Hashable, Sendable {
    public var added = 0
    public var alreadyThere = 0
    public var rejected = 0
  }

  /// What can be counted: a book with its entry counts once, in the library.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    case works, library, reading, listening, rucks
    // Of an account alone.
    case profile, heroes, stories, diversity, goals
    /// What is no event.
    case events
  }

  public private(set) var added = 0
  public private(set) var alreadyThere = 0
  public private(set) var rejected = 0
  /// The first ones, by their lines: of what was rejected, and of what came without a part that cannot be read.
  public private(set) var problems: [Problem] = []
  /// Further ones, which are counted alone.
  public private(set) var hiddenProblems = 0
  public private(set) var byKind: [String: Counts] = [:]

  public init() {}

  /// Whether anything of the file was usable.
  public var isUseful: Bool { added + alreadyThere > 0 }

  mutating func add(_ kind: Kind) {
    added += 1
    byKind[kind.rawValue, default: Counts()].added += 1
  }

  mutating func know(_ kind: Kind) {
    alreadyThere += 1
    byKind[kind.rawValue, default: Counts()].alreadyThere += 1
  }

  mutating func reject(_ kind: Kind, line: Int, _ reason: String) {
    rejected += 1
    byKind[kind.rawValue, default: Counts()].rejected += 1
    note(line: line, reason)
  }

  /// What is wrong with a part of a row that counts all the same.
  mutating func note(line: Int, _ reason: String) {
    if problems.count < ImportLimits.problems {
      problems.append(Problem(line: line, reason: reason))
    } else {
      hiddenProblems += 1
    }
  }

  /// What was to be added and was refused after all.
  mutating func refuse(_ kind: Kind, line: Int, _ reason: String) {
    added -= 1
    byKind[kind.rawValue]?.added -= 1
    reject(kind, line: line, reason)
  }

  mutating func sortProblems() {
    problems.sort { ($0.line, $0.reason) < ($1.line, $1.reason) }
  }
}
