import API

/// The format that a file appears to have, to name it if the user has chosen another one.
struct KnownFormat {
  let format: ImportFormat
  /// The name of the file for a message, such as "a GPX file".
  let description: String

  /// Returns an error for a file of another format than the chosen one, otherwise nil.
  func error(chosen: ImportFormat) -> ImportError? {
    format == chosen ? nil : ImportError("this is \(description); choose the format \(format.rawValue)")
  }

  /// Returns an error that names the format of a rejected file, or `error` if its format is unknown.
  static func error(_ error: ImportError, for source: ImportSource, chosen: ImportFormat) -> ImportError {
    let bytes = (try? source.bytes(at: 0, count: ImportLimits.recognisedBytes)) ?? []
    let found = FileMark.all.first { $0.fits(bytes) }?.format ?? KnownFormat(table: bytes)
    return found?.error(chosen: chosen) ?? error
  }
}

extension KnownFormat {
  /// Recognises a table by its columns.
  init?(_ names: ColumnNames) {
    if let list = BookTable.Dialect.all.first(where: { names.contains(oneOf: Array($0.columns.prefix(1))) }) {
      self.init(format: list.format, description: "an export of \(list.name)")
    } else if names.contains(oneOf: ["Activity ID"]), names.contains(oneOf: ["Activity Date"]) {
      self.init(format: .strava, description: "Strava's list of activities")
    } else {
      return nil
    }
  }

  private init?(table bytes: [UInt8]) {
    var names: ColumnNames?
    var isFirst = true
    func take(_ row: CSVRow) {
      if isFirst { names = try? ColumnNames(row, orLatin: true) }
      isFirst = false
    }
    var reader = CSVReader()
    // The first row may precede an error.
    do { try reader.read(bytes[...], take) } catch {}
    if isFirst { do { try reader.finish(take) } catch {} }
    guard let names else { return nil }
    self.init(names)
  }
}
