import API

/// The zip file of Amazon's data request: sessions of reading, and many lists that contain the titles of books.
enum KindleArchive {
  private static let sessions = ["kindle.devices.readingsession", "kindle.reading-insights-sessions"]
  private static let titles = [
    "kindle.reading-insights-sessions", "whispersync", "bookrelation", "customerrelationshipindex", "contentupdates",
  ]
  private static let authors = "customerauthornamerelationship"
  private static let ownership = "digital.content.ownership"

  static func read(
    _ zip: ZipArchive, _ reader: Kindle, into findings: inout Findings, _ progress: (Int) -> Void
  ) throws(ImportError) {
    var reader = reader
    // The first kind of list has every session; the second one repeats them.
    let kinds = sessions.map { start in
      zip.files.filter { name(of: $0).hasPrefix(start) && $0.name.lowercased().hasSuffix(".csv") }
    }
    guard let files = kinds.first(where: { !$0.isEmpty }) else {
      throw ImportError("the zip file has no reading sessions; request the data of Kindle, not of another service")
    }
    for file in files {
      try zip.read(file, progress: progress) { part throws(ImportError) in try reader.read(part, into: &findings) }
      try reader.finishFile(into: &findings)
    }
    var found = KindleTitles(of: reader.numbers)
    for file in zip.files {
      let name = name(of: file)
      if name.hasSuffix(".csv"), titles.contains(where: { name.contains($0) }) {
        try found.readTable(file, of: zip, column: "productname")
      } else if name.hasSuffix(".csv"), name.contains(authors) {
        try found.readTable(file, of: zip, column: "authorname")
      } else if name.hasSuffix(".json"), name.hasPrefix(ownership) {
        try found.readOwnership(file, of: zip)
      }
    }
    try reader.addBooks(to: &findings, found)
  }

  private static func name(of file: ZipArchive.File) -> String {
    file.name.lowercased().split(separator: "/").last.map(String.init) ?? ""
  }
}
