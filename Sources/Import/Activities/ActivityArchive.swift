import Chronology

/// An export with a list of activities and a file of each activity.
struct ActivityArchive {
  /// The app that wrote the export, and the name of its list.
  enum App: String {
    case strava = "Strava", runkeeper = "Runkeeper"

    var listName: String { self == .strava ? "activities.csv" : "cardioActivities.csv" }
  }

  private let zip: ZipArchive
  private let budget: UnpackBudget
  private let calendar: LocalCalendar
  private let tracks: TrackSpool?
  /// The files by path relative to the folder of the list.
  private var files: [String: ZipArchive.File] = [:]
  private let list: ZipArchive.File

  init(
    _ source: ImportSource, of app: App, _ calendar: LocalCalendar, _ budget: UnpackBudget = UnpackBudget(),
    tracks: TrackSpool? = nil
  ) throws(ImportError) {
    self.calendar = calendar
    self.tracks = tracks
    self.budget = budget
    zip = try ZipArchive(source, budget)
    // The export may have been compressed again with its folder.
    guard
      let list = zip.files.first(where: { $0.name == app.listName || $0.name.hasSuffix("/" + app.listName) })
    else { throw ImportError("not a \(app.rawValue) export: \(app.listName) is missing in the zip file") }
    self.list = list
    let folder = list.name.dropLast(app.listName.count)
    for file in zip.files where file.name.hasPrefix(folder) {
      files[String(file.name.dropFirst(folder.count))] = file
    }
  }

  /// Whether the contents exceed the limit. Then none of the files is used.
  var isSpent: Bool { budget.isSpent }

  func readList(_ body: (ArraySlice<UInt8>) throws(ImportError) -> Void) throws(ImportError) {
    try zip.read(list, body)
  }

  /// Reads the activity in a file. An error is reported for the file only, because the list has the main values.
  func activity(in name: String) throws(RowProblem) -> FoundActivity {
    guard let file = files[name] else { throw RowProblem("file \(RowProblem.quoted(name)) is missing in the zip file") }
    var plain = name
    let isPacked = plain.hasSuffix(".gz")
    if isPacked { plain.removeLast(3) }
    var findings = Findings(most: ImportLimits.activitiesOfFile)
    do throws(ImportError) {
      guard var reader = try reader(of: plain) else {
        throw ImportError("not a FIT, GPX or TCX file")
      }
      func give(_ part: ArraySlice<UInt8>) throws(ImportError) { try reader.read(part, into: &findings) }
      let inflater = isPacked ? try Inflater(.gzip, budget) : nil
      do throws(ImportError) {
        try zip.read(file) { piece throws(ImportError) in
          if let inflater { try inflater.read(piece, give) } else { try give(piece) }
        }
      } catch {
        if let inflater { try inflater.fail(error, give) }
        throw error
      }
      try inflater?.finish(give)
      try reader.finish(into: &findings)
    } catch {
      throw RowProblem("\(RowProblem.quoted(name)): \(error.description)")
    }
    if let found = findings.rucks.first { return FoundActivity(found) }
    throw RowProblem("\(RowProblem.quoted(name)): \(findings.report.problems.first?.reason ?? "contains no activity")")
  }

  private func reader(of name: String) throws(ImportError) -> (any FormatReader)? {
    // The list contains the sport.
    let options = ActivityOptions(takesAll: true, tracks: tracks)
    if name.hasSuffix(".fit") { return FIT(options) }
    if name.hasSuffix(".gpx") { return try GPX(options, calendar) }
    return name.hasSuffix(".tcx") ? try TCX(options, calendar) : nil
  }
}
