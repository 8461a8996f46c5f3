import Chronology

/// Strava's whole export: the list of activities, and their own files beside it.
struct StravaArchive {
  private static let listName = "activities.csv"

  private let zip: ZipArchive
  private let budget: UnpackBudget
  private let calendar: LocalCalendar
  /// By their names from the list's folder on.
  private var entries: [String: ZipArchive.Entry] = [:]
  private let list: ZipArchive.Entry

  init(
    _ source: ImportSource, _ calendar: LocalCalendar, _ budget: UnpackBudget = UnpackBudget()
  ) throws(ImportRefusal) {
    self.calendar = calendar
    self.budget = budget
    zip = try ZipArchive(source, budget)
    // The whole export may have been packed again with its folder.
    guard
      let list = zip.entries.first(where: { $0.name == Self.listName || $0.name.hasSuffix("/" + Self.listName) })
    else { throw ImportRefusal("there is no activities.csv in the zip file: is this an export of Strava?") }
    self.list = list
    let folder = list.name.dropLast(Self.listName.count)
    for entry in zip.entries where entry.name.hasPrefix(folder) {
      entries[String(entry.name.dropFirst(folder.count))] = entry
    }
  }

  /// Whether more came out of it than may: then nothing of it counts.
  var isSpent: Bool { budget.isSpent }

  func readList(_ body: (ArraySlice<UInt8>) throws(ImportRefusal) -> Void) throws(ImportRefusal) {
    try zip.read(list, body)
  }

  /// Why there is nothing in it is a problem of the file alone: the list has enough by itself.
  func activity(in name: String) throws(RowProblem) -> FoundActivity {
    guard let entry = entries[name] else { throw RowProblem("\(RowProblem.quoted(name)) is not in the zip file") }
    var plain = name
    let isPacked = plain.hasSuffix(".gz")
    if isPacked { plain.removeLast(3) }
    var findings = Findings(most: ImportLimits.activitiesOfFile)
    do throws(ImportRefusal) {
      guard var reader = try reader(of: plain) else {
        throw ImportRefusal("is no FIT, GPX or TCX file")
      }
      func give(_ part: ArraySlice<UInt8>) throws(ImportRefusal) { try reader.read(part, into: &findings) }
      let inflater = isPacked ? try Inflater(.gzip, budget) : nil
      try zip.read(entry) { piece throws(ImportRefusal) in
        if let inflater { try inflater.read(piece, give) } else { try give(piece) }
      }
      try inflater?.finish(give)
      try reader.finish(into: &findings)
    } catch {
      throw RowProblem("\(RowProblem.quoted(name)): \(error.description)")
    }
    if let ruck = findings.rucks.first?.ruck { return FoundActivity(ruck) }
    throw RowProblem("\(RowProblem.quoted(name)) \(findings.report.problems.first?.reason ?? "has no activity")")
  }

  private func reader(of name: String) throws(ImportRefusal) -> (any FormatReader)? {
    // The list says what sport it was.
    let options = ActivityOptions(kinds: nil, takesAll: true)
    if name.hasSuffix(".fit") { return FIT(options) }
    if name.hasSuffix(".gpx") { return try GPX(options, calendar) }
    return name.hasSuffix(".tcx") ? try TCX(options, calendar) : nil
  }
}
