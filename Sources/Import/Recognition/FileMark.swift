import API

/// Texts in the first bytes of files that are not tables.
struct FileMark {
  let format: KnownFormat
  /// One of these texts is at `offset`, after white space and a byte order mark if the offset is 0.
  private let beginnings: [String]
  private let offset: Int
  /// All of these texts follow.
  private let parts: [String]

  private init(
    _ format: ImportFormat, _ description: String, _ beginnings: [String], at offset: Int = 0, parts: [String] = []
  ) {
    self.format = KnownFormat(format: format, description: description)
    self.beginnings = beginnings
    self.offset = offset
    self.parts = parts
  }

  static let all = [
    FileMark(.koreader, "KOReader's statistics file", ["SQLite format 3"], parts: ["page_stat"]),
    FileMark(.fit, "a FIT file", [".FIT"], at: 8),
    FileMark(.gpx, "a GPX file", ["<"], parts: ["<gpx"]),
    FileMark(.tcx, "a TCX file", ["<"], parts: ["<TrainingCenterDatabase"]),
    FileMark(.appleHealth, "an export of Apple Health", ["<"], parts: ["<HealthData"]),
    FileMark(.waymark, "an account of Waymark", ["{"], parts: ["\"\(AccountDocument.format)\""]),
    FileMark(.healthAutoExport, "an export of Health Auto Export", ["{"], parts: ["\"workouts\""]),
    FileMark(
      .audiobookshelf, "a list of Audiobookshelf's sessions", ["{", "["],
      parts: ["\"libraryItemId\"", "\"timeListening\""]),
  ]

  func fits(_ bytes: [UInt8]) -> Bool {
    var rest = bytes.dropFirst(offset)
    if offset == 0 { rest = rest.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) } }
    return beginnings.contains { rest.starts(with: $0.utf8) } && parts.allSatisfy { rest.contains(Array($0.utf8)) }
  }
}
