import Chronology

/// The GPX files of routes in the zip file of an Apple Health export.
struct WorkoutRoutes {
  private static let folder = "workout-routes/"

  private let zip: ZipArchive
  private let options: ActivityOptions
  private let calendar: LocalCalendar
  /// By name, without folders.
  private var files: [Substring: ZipArchive.File] = [:]

  /// Returns nil if tracks are not needed.
  init?(in zip: ZipArchive, _ tracks: TrackSpool?, _ calendar: LocalCalendar) {
    guard let tracks else { return nil }
    self.zip = zip
    self.calendar = calendar
    options = ActivityOptions(takesAll: true, tracks: tracks)
    for file in zip.files where file.name.contains(Self.folder) {
      files[Self.name(of: file.name)] = file
    }
  }

  private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

  /// Returns the number of the stored track, or nil if there is no such file or no track in it.
  func track(at path: String) throws(ImportError) -> Int? {
    guard let file = files[Self.name(of: path)] else { return nil }
    var findings = Findings(most: ImportLimits.activitiesOfFile)
    do throws(ImportError) {
      var reader = try GPX(options, calendar)
      try zip.read(file) { piece throws(ImportError) in try reader.read(piece, into: &findings) }
      try reader.finish(into: &findings)
    } catch {
      if zip.isSpent { throw error }
      return nil
    }
    return findings.rucks.first?.track
  }
}
