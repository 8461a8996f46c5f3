import Chronology

/// Finds the reader of a format and lets it read a file.
struct FileReading {
  let format: ImportFormat
  let calendar: LocalCalendar

  /// What reads a format from its beginning to its end; nil for one that is read here and there.
  var reader: (any FormatReader)? {
    switch format {
    case .goodreads: BookTable(.goodreads, calendar)
    case .storygraph: BookTable(.storygraph, calendar)
    case .librarything: BookTable(.librarything, calendar)
    case .bookwyrm: BookTable(.bookwyrm, calendar)
    case .hardcover: BookTable(.hardcover, calendar)
    case .audiobookshelf: Audiobookshelf()
    case .koreader: nil
    }
  }

  func findings(in source: ImportSource, progress: (Int) -> Void = { _ in }) throws(ImportRefusal) -> Findings {
    var findings = Findings()
    if var reader {
      try source.forEachChunk(progress) { chunk throws(ImportRefusal) in try reader.read(chunk, into: &findings) }
      try reader.finish(into: &findings)
    } else {
      try KOReader.read(path: source.path, into: &findings)
    }
    return findings
  }
}
