import JSON

/// The result of an import.
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

  /// The kinds that are counted. A book with a library entry counts only in the library.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    case works, library, reading, listening, rucks
    // Only in account exports.
    case profile, heroes, stories, diversity, goals
    /// Invalid events.
    case events
  }

  public private(set) var added = 0
  public private(set) var alreadyThere = 0
  public private(set) var rejected = 0
  /// The first problems by line: rejected rows, and rows that were imported without an unreadable value.
  public private(set) var problems: [Problem] = []
  /// The number of further problems.
  public private(set) var hiddenProblems = 0
  public private(set) var byKind: [String: Counts] = [:]
  /// Activities of types that are not imported, in total and by type.
  public private(set) var skipped = 0
  public private(set) var skippedByType: [String: Int] = [:]

  public init() {}

  /// Whether the file contained anything usable.
  public var isUseful: Bool { added + alreadyThere > 0 }

  /// The types that are not imported with their counts, most frequent first, or nil if there are none.
  public var skippedTypes: String? {
    guard skipped > 0 else { return nil }
    let types = skippedByType.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
    let what = skipped == 1 ? "1 workout of another type" : "\(skipped) workouts of other types"
    return what + ": " + types.joined(separator: ", ")
  }

  mutating func add(_ kind: Kind) {
    added += 1
    byKind[kind.rawValue, default: Counts()].added += 1
  }

  mutating func addExisting(_ kind: Kind) {
    alreadyThere += 1
    byKind[kind.rawValue, default: Counts()].alreadyThere += 1
  }

  mutating func reject(_ kind: Kind, line: Int, _ reason: String) {
    rejected += 1
    byKind[kind.rawValue, default: Counts()].rejected += 1
    note(line: line, reason)
  }

  /// Reports a problem of a row that was imported.
  mutating func note(line: Int, _ reason: String) {
    if problems.count < ImportLimits.problems {
      problems.append(Problem(line: line, reason: reason))
    } else {
      hiddenProblems += 1
    }
  }

  /// Counts an activity whose type is not imported.
  mutating func skip(_ type: String) {
    let name = Texts.name(String(type.unicodeScalars.prefix(ImportLimits.quotedCharacters)))
    let isListed = skippedByType[name] != nil || skippedByType.count < ImportLimits.skippedTypes
    skipped += 1
    skippedByType[!isListed ? "others" : name.isEmpty ? "unknown" : name, default: 0] += 1
  }

  /// Counts something as existing that was counted as added before, because another import has added it meanwhile.
  mutating func moveAddedToExisting(_ kind: Kind) {
    added -= 1
    byKind[kind.rawValue]?.added -= 1
    addExisting(kind)
  }

  /// Adds the rejected items and the problems of a part of a file, or of one of several files.
  mutating func add(_ part: ImportReport, of file: String? = nil) {
    rejected += part.rejected
    skipped += part.skipped
    for (type, count) in part.skippedByType {
      let isListed = skippedByType[type] != nil || skippedByType.count < ImportLimits.skippedTypes
      skippedByType[isListed ? type : "others", default: 0] += count
    }
    for (kind, counts) in part.byKind { byKind[kind, default: Counts()].rejected += counts.rejected }
    for problem in part.problems { note(line: problem.line, (file.map { "\($0): " } ?? "") + problem.reason) }
    hiddenProblems += part.hiddenProblems
  }

  /// Counts something as rejected that was counted as added before.
  mutating func rejectAdded(_ kind: Kind, line: Int, _ reason: String) {
    added -= 1
    byKind[kind.rawValue]?.added -= 1
    reject(kind, line: line, reason)
  }

  mutating func sortProblems() {
    problems.sort { ($0.line, $0.reason) < ($1.line, $1.reason) }
  }
}

extension ImportReport {
  /// The report as JSON text, with the kinds sorted by name.
  public var json: String { JSONValue.object(members).json }

  private var members: [(String, JSONValue)] {
    Counts(added: added, alreadyThere: alreadyThere, rejected: rejected).members + [
      ("problems", .list(problems.map { ["line": .integer($0.line), "reason": .text($0.reason)] })),
      ("byKind", .object(byKind.sorted { $0.key < $1.key }.map { ($0.key, .object($0.value.members)) })),
      ("skipped", .integer(skipped)),
      ("skippedByType", .object(skippedByType.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) })),
    ]
  }
}

extension ImportReport.Counts {
  fileprivate var members: [(String, JSONValue)] {
    [("added", .integer(added)), ("alreadyThere", .integer(alreadyThere)), ("rejected", .integer(rejected))]
  }
}
