import Charts
import Foundation
import Languages
import Programs
import Testing

@Suite("Pictures in a real browser")
struct BrowserTests {
  private static let browser = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    .map { "/usr/bin/\($0)" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test("No text leaves its picture, exceeds its computed width or overlaps another")
  func texts() throws {
    guard let browser = Self.browser else {
      print("SKIPPED: pictures in a real browser need Debian's chromium; deploy/test installs it")
      return
    }
    var page = BrowserPage()
    for sample in Samples.all {
      for width in Widths.all { page.add("\(sample.name) \(width)", sample.drawing(width), .auto) }
    }
    for made in PictureTests.Made.all {
      for (seed, width) in Widths.all.enumerated() {
        var figures = RandomFigures(seed: UInt64(seed))
        page.add("\(made.testDescription) \(width), seed \(seed)", made.drawing(&figures, width, nil), .light)
        let language = Language.allCases[1 + seed % 3]
        var same = RandomFigures(seed: UInt64(seed))
        page.add("\(made.testDescription) \(width), \(language)", made.drawing(&same, width, language), .light)
      }
    }
    let lines = try measured(page, in: browser)
    #expect(lines.first == "\(page.textCount * (1 + BrowserPage.families.count)) texts")
    #expect(page.textCount > 1_000)
    if lines.count > 1, lines[1] != "missing: " {
      print("SKIPPED: fonts of \(BrowserPage.packages) are \(lines[1]); deploy/test installs them")
    }
    #expect(lines.dropFirst(2).isEmpty, "\(lines.dropFirst(2).prefix(20).joined(separator: "\n"))")
  }

  @Test("Detects a wrong table of widths")
  func wrongWidths() throws {
    guard let browser = Self.browser else { return }
    var page = BrowserPage()
    let sample = try #require(Samples.all.first { $0.name == "radar" })
    page.add("radar", sample.drawing(900), .auto, widthScale: 0.6)
    let problems = try measured(page, in: browser).dropFirst(2)
    #expect(problems.count > 10 && problems.allSatisfy { $0.contains(" wide, not ") }, "\(problems)")
  }

  /// Returns the lines that the page prints.
  private func measured(_ page: BrowserPage, in browser: String) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("page.html")
    try Data(page.html().utf8).write(to: file)
    let run = try Program.run(
      browser,
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path)/profile", "--dump-dom", file.absoluteString,
      ], within: 400)
    #expect(run.code == 0)
    let text = run.text
    let start = try #require(text.range(of: "<pre>"))
    let end = try #require(text.range(of: "</pre>"))
    return text[start.upperBound..<end.lowerBound].components(separatedBy: "\n")
  }
}
