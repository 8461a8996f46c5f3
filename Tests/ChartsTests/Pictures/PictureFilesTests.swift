import Charts
import Foundation
import Testing

@Suite("Pictures as files")
struct PictureFilesTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs/pictures")

  /// The folder to which pictures are written, or nil.
  private static let folder = ProcessInfo.processInfo.environment["WAYMARK_PICTURES"].map(URL.init(fileURLWithPath:))

  private func write(_ bytes: [UInt8], _ name: String, to folder: URL) throws {
    try Data(bytes).write(to: folder.appendingPathComponent("\(name).svg"))
  }

  @Test("Writes all pictures if a folder is given", .enabled(if: folder != nil))
  func files() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for sample in Samples.all {
      for width in [200, 390, 800, 1_200] {
        for theme in [Theme.light, .dark] {
          let bytes = SVG.bytes(sample.drawing(width), theme: theme)
          try write(bytes, "\(sample.name)-\(width)-\(theme.rawValue)", to: folder)
        }
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count >= 8 * Samples.all.count)
  }

  @Test("The README's pictures are up to date", arguments: ["radar", "year"])
  func readme(name: String) throws {
    let sample = try #require(Samples.all.first { $0.name == name })
    let bytes = SVG.bytes(sample.drawing(PictureLimits.standardWidth), theme: .auto)
    if ProcessInfo.processInfo.environment["WAYMARK_README_PICTURES"] != nil {
      try write(bytes, name, to: Self.docs)
    }
    let kept = try Data(contentsOf: Self.docs.appendingPathComponent("\(name).svg"))
    #expect(Array(kept) == bytes, "run WAYMARK_README_PICTURES=1 swift test --filter PictureFilesTests to update them")
  }
}
