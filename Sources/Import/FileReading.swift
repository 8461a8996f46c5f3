import API
import Chronology

/// Reads a file with the reader of its format.
struct FileReading {
  let format: ImportFormat
  let calendar: LocalCalendar
  var activities = ActivityOptions()

  /// The reader of a sequential format, or nil for a format that needs random access.
  var reader: (any FormatReader)? {
    get throws(ImportError) {
      switch format {
      case .goodreads: BookTable(.goodreads, calendar)
      case .storygraph: BookTable(.storygraph, calendar)
      case .librarything: BookTable(.librarything, calendar)
      case .bookwyrm: BookTable(.bookwyrm, calendar)
      case .hardcover: BookTable(.hardcover, calendar)
      case .audiobookshelf: Audiobookshelf()
      case .gpx: try GPX(activities, calendar)
      case .tcx: try TCX(activities, calendar)
      case .fit: FIT(activities)
      case .strava: StravaTable(activities)
      case .appleHealth: try AppleHealth(activities, calendar)
      case .healthAutoExport: HealthAutoExport(activities, calendar)
      case .koreader, .waymark: nil
      }
    }
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
    if format == .strava || format == .appleHealth, try ZipArchive.isZip(source) {
      try readArchive(source, into: &findings, progress)
    } else if var reader = try reader {
      func give(_ part: ArraySlice<UInt8>) throws(ImportError) { try reader.read(part, into: &findings) }
      let inflater = try isPacked(source) ? Inflater(.gzip, UnpackBudget()) : nil
      try source.forEachChunk(progress) { chunk throws(ImportError) in
        if let inflater { try inflater.read(chunk, give) } else { try give(chunk) }
      }
      try inflater?.finish(give)
      try reader.finish(into: &findings)
    } else if format == .koreader {
      try KOReader.read(source, into: &findings)
    }
    return findings
  }

  private func isPacked(_ source: ImportSource) throws(ImportError) -> Bool {
    guard [.gpx, .tcx, .fit].contains(format) else { return false }
    return try source.bytes(at: 0, count: 2) == [0x1F, 0x8B]
  }

  private func readArchive(
    _ source: ImportSource, into findings: inout Findings, _ progress: (Int) -> Void
  ) throws(ImportError) {
    guard format == .strava else {
      let zip = try ZipArchive(source, UnpackBudget())
      var reader = try AppleHealth(activities, calendar)
      try zip.read(try AppleHealthArchive.list(of: zip), progress: progress) { part throws(ImportError) in
        try reader.read(part, into: &findings)
      }
      return try reader.finish(into: &findings)
    }
    let archive = try StravaArchive(source, calendar)
    var table = StravaTable(activities, archive: archive)
    try archive.readList { part throws(ImportError) in try table.read(part, into: &findings) }
    try table.finish(into: &findings)
    progress(source.byteCount)
  }
}
