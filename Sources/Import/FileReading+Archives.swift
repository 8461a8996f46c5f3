import API

/// The formats whose zip file contains several files of the same kind, and the names of these files.
enum ArchiveParts {
  static let formats: Set<ImportFormat> = [.activities, .spotify, .audible, .fitbit, .samsungHealth, .garmin]

  /// The files of a format, for an error.
  static func title(of format: ImportFormat) -> String {
    switch format {
    case .spotify: "file of the extended streaming history (Streaming_History_Audio….json)"
    case .audible: "Listening.csv"
    case .fitbit: "exercises of Fitbit (exercise-….json)"
    case .samsungHealth: "exercises of Samsung Health (com.samsung.shealth.exercise.….csv)"
    case .garmin: "list of activities of Garmin (…summarizedActivities.json)"
    default: "GPX, TCX or FIT file"
    }
  }

  static func contain(_ path: String, of format: ImportFormat) -> Bool {
    let name = path.lowercased().split(separator: "/").last ?? ""
    // Some systems add files with metadata, whose names begin with a point.
    guard !name.hasPrefix(".") else { return false }
    switch format {
    case .spotify: return name.hasSuffix(".json") && (name.hasPrefix("streaming_history") || name.hasPrefix("endsong"))
    case .audible: return name.hasSuffix("listening.csv")
    case .fitbit: return name.hasPrefix("exercise-") && name.hasSuffix(".json")
    case .garmin: return name.contains("summarizedactivities") && name.hasSuffix(".json")
    case .samsungHealth: return isSamsungList(name)
    default:
      let plain = name.hasSuffix(".gz") ? name.dropLast(3) : name
      return [".gpx", ".tcx", ".fit"].contains { plain.hasSuffix($0) }
    }
  }
}

extension ArchiveParts {
  /// Other tables have a word between the name of the exercises and the time of the export.
  private static func isSamsungList(_ name: Substring) -> Bool {
    guard name.hasPrefix("com.samsung.shealth.exercise.") || name.hasPrefix("com.samsung.health.exercise."),
      name.hasSuffix(".csv")
    else { return false }
    return name.dropLast(4).split(separator: ".").last?.allSatisfy { ("0"..."9").contains($0) } == true
      && name.split(separator: ".").count == 6
  }
}

extension FileReading {
  /// The kind of item that the format contains.
  var kind: ImportReport.Kind { format.isOfActivities ? .rucks : .listening }

  var mayBeArchive: Bool {
    [.strava, .runkeeper, .appleHealth, .kindle].contains(format) || ArchiveParts.formats.contains(format)
  }

  func readArchive(
    _ source: ImportSource, into findings: inout Findings, _ progress: (Int) -> Void
  ) throws(ImportError) {
    let budget = UnpackBudget(of: source)
    switch format {
    case .strava:
      let archive = try ActivityArchive(source, of: .strava, calendar, budget, tracks: activities.tracks)
      var table = StravaTable(activities, archive: archive)
      try archive.readList { part throws(ImportError) in try table.read(part, into: &findings) }
      try table.finish(into: &findings)
      progress(source.byteCount)
    case .runkeeper:
      let archive = try ActivityArchive(source, of: .runkeeper, calendar, budget, tracks: activities.tracks)
      var table = Runkeeper(activities, calendar, archive: archive)
      try archive.readList { part throws(ImportError) in try table.read(part, into: &findings) }
      try table.finish(into: &findings)
      progress(source.byteCount)
    case .appleHealth:
      let zip = try ZipArchive(source, budget)
      let routes = WorkoutRoutes(in: zip, activities.tracks, calendar)
      var reader = try AppleHealth(activities, calendar, routes: routes)
      try zip.read(try AppleHealthArchive.list(of: zip), progress: progress) { part throws(ImportError) in
        try reader.read(part, into: &findings)
      }
      try reader.finish(into: &findings)
    case .kindle:
      try KindleArchive.read(try ZipArchive(source, budget), Kindle(calendar), into: &findings, progress)
    default: try readParts(of: try ZipArchive(source, budget), budget, into: &findings, progress)
    }
  }

  /// Reads the files of a zip file, each with a new reader. A file that cannot be read does not stop the import.
  func readParts(
    of zip: ZipArchive, _ budget: UnpackBudget, into findings: inout Findings, _ progress: (Int) -> Void
  ) throws(ImportError) {
    var count = 0
    for file in zip.files where ArchiveParts.contain(file.name, of: format) {
      count += 1
      var part = Findings()
      do throws(ImportError) {
        try read(file, of: zip, budget, into: &part, progress)
      } catch {
        if zip.isSpent { throw error }
        part.reject(kind, line: 1, error.description)
      }
      try findings.add(part, of: file.name)
    }
    guard count > 0 else { throw ImportError("the zip file contains no \(ArchiveParts.title(of: format))") }
  }

  private func read(
    _ file: ZipArchive.File, of zip: ZipArchive, _ budget: UnpackBudget, into findings: inout Findings,
    _ progress: (Int) -> Void
  ) throws(ImportError) {
    guard var reader = try reader else { return }
    func give(_ part: ArraySlice<UInt8>) throws(ImportError) { try reader.read(part, into: &findings) }
    let inflater = file.name.lowercased().hasSuffix(".gz") ? try Inflater(.gzip, budget) : nil
    do throws(ImportError) {
      try zip.read(file, progress: progress) { piece throws(ImportError) in
        if let inflater { try inflater.read(piece, give) } else { try give(piece) }
      }
    } catch {
      if let inflater { try inflater.fail(error, give) }
      throw error
    }
    try inflater?.finish(give)
    try reader.finish(into: &findings)
  }
}
