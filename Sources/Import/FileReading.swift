import API
import Chronology

/// Reads a file with the reader of its format.
struct FileReading {
  let format: ImportFormat
  let calendar: LocalCalendar
  var activities = ActivityOptions()

  /// The reader of a list of books, or nil for another format.
  var bookTable: BookTable? {
    BookTable.Dialect.all.first { $0.format == format }.map { BookTable($0, calendar) }
  }

  /// The reader of a sequential format, or nil for a format that needs random access.
  var reader: (any FormatReader)? {
    get throws(ImportError) {
      switch format {
      case .goodreads, .storygraph, .librarything, .bookwyrm, .hardcover, .calibre, .openreads, .openlibrary: bookTable
      case .audiobookshelf: Audiobookshelf()
      case .activities: ActivityFile(activities, calendar)
      case .gpx: try GPX(activities, calendar)
      case .tcx: try TCX(activities, calendar)
      case .fit: FIT(activities)
      case .strava: StravaTable(activities)
      case .runkeeper: Runkeeper(activities, calendar)
      case .garmin: Garmin(activities)
      case .fitbit: Fitbit(activities, calendar)
      case .samsungHealth: SamsungHealth(activities)
      case .appleHealth: try AppleHealth(activities, calendar)
      case .healthAutoExport: HealthAutoExport(activities, calendar)
      case .kindle: Kindle(calendar)
      case .spotify: Spotify()
      case .audible: Audible(calendar)
      case .koreader, .kobo, .waymark: nil
      }
    }
  }

  /// Reads several files as one import. If there is only one, its error is the import's error.
  func findings(in sources: [ImportSource], progress: (Int) -> Void) throws(ImportError) -> Findings {
    if sources.count == 1 { return try findings(in: sources[0], progress: progress) }
    var findings = Findings()
    var bytesBefore = 0
    for source in sources {
      var part = Findings()
      do throws(ImportError) {
        part = try self.findings(in: source) { progress(bytesBefore + $0) }
      } catch {
        part.reject(kind, line: 1, error.description)
      }
      try findings.add(part, of: source.path ?? "standard input")
      bytesBefore += source.byteCount
    }
    return findings
  }

  /// If the file belongs to another known format, the error names that format.
  func findings(in source: ImportSource, progress: (Int) -> Void = { _ in }) throws(ImportError) -> Findings {
    do throws(ImportError) {
      return try contents(of: source, progress)
    } catch {
      throw KnownFormat.error(error, for: source, chosen: format)
    }
  }

  private func contents(of source: ImportSource, _ progress: (Int) -> Void) throws(ImportError) -> Findings {
    var findings = Findings()
    if mayBeArchive, try ZipArchive.isZip(source) {
      try readArchive(source, into: &findings, progress)
    } else if var reader = try reader {
      func give(_ part: ArraySlice<UInt8>) throws(ImportError) { try reader.read(part, into: &findings) }
      let inflater = try isPacked(source) ? Inflater(.gzip, UnpackBudget(of: source)) : nil
      try source.forEachChunk(progress) { chunk throws(ImportError) in
        if let inflater { try inflater.read(chunk, give) } else { try give(chunk) }
      }
      try inflater?.finish(give)
      try reader.finish(into: &findings)
    } else if format == .koreader {
      try KOReader.read(source, into: &findings)
    } else if format == .kobo {
      try Kobo.read(source, into: &findings)
    }
    return findings
  }

  private func isPacked(_ source: ImportSource) throws(ImportError) -> Bool {
    guard [.gpx, .tcx, .fit, .activities].contains(format) else { return false }
    return try source.bytes(at: 0, count: 2) == [0x1F, 0x8B]
  }
}
