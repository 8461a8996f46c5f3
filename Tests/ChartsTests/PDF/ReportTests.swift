import Compression
import Domain
import Foundation
import Languages
import Programs
import Testing

@testable import Charts

@Suite("Reports as PDF")
struct ReportTests {
  private static let picture = Drawing(
    width: 720, height: 300, shownWidth: 720, title: "t", sentence: "s",
    marks: [
      .shape(
        Shape(
          outline: .rect(Box(x: 10, y: 10, width: 100, height: 50), radius: 8),
          fill: Shape.Fill(role: .kind(.listening), opacity: 0.5),
          stroke: Shape.Stroke(role: .ink, width: 1, dashes: [4, 2]))),
      .shape(
        Shape(outline: .circle(Point(50, 50), radius: 20), fill: Shape.Fill(role: .card, opacity: 1))),
      .label(Label("A (label)", at: Point(20, 100), anchor: .start, Font(13), .ink, room: 200)),
    ])

  private static func report(_ sections: Int = 3, figures: Int = 5) -> Report {
    Report(
      title: "The year of Äda (and \\ more)", subtitle: "all time · 22 November 2026",
      sections: (0..<sections).map { section in
        Report.Section(
          "Part \(section) of Łódź", figures: (0..<figures).map { .init("Figure \($0)", "\($0 * 7) books") },
          pictures: section == 1 ? [picture] : [])
      })
  }

  /// Requires Debian's poppler-utils and qpdf; returns nil if the program is not installed.
  private static func run(_ tool: String, _ arguments: [String]) throws -> Program.Finished? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)") else {
      print("\(tool) is not installed: the check of it is left out")
      return nil
    }
    return try Program.run("/usr/bin/\(tool)", arguments)
  }

  private static func onDisk<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appending(path: "waymark-\(UUID().uuidString).pdf")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path())
  }

  @Test(
    "Other programs report no errors, compressed or not", arguments: [(1, 0), (3, 5), (12, 40), (1, 500)],
    [true, false])
  func wellFormed(shape: (sections: Int, figures: Int), isCompressed: Bool) throws {
    let report = Self.report(shape.sections, figures: shape.figures)
    let bytes = isCompressed ? PDF.bytes(report, compress: Deflate.zlib) : PDF.bytes(report)
    try Self.onDisk(bytes) { path in
      if let checked = try Self.run("qpdf", ["--check", path]) {
        #expect(checked.code == 0, "\(checked.text)\(checked.errorText)")
      }
      if let information = try Self.run("pdfinfo", [path]) {
        #expect(information.text.contains("A4") && information.text.contains("Äda"), "\(information.text)")
      }
    }
  }

  @Test("Compresses pages unless that would not make them smaller")
  func compressed() {
    let report = Self.report(12, figures: 40)
    let (plain, small) = (PDF.bytes(report), PDF.bytes(report, compress: Deflate.zlib))
    #expect(small.count < plain.count / 4 && small == PDF.bytes(report, compress: Deflate.zlib))
    #expect(PDF.bytes(report, compress: { $0 + [0] }) == plain)
  }

  @Test("Figures and headings are selectable text", arguments: [true, false])
  func text(isCompressed: Bool) throws {
    let report = Self.report(4, figures: 60)
    try Self.onDisk(isCompressed ? PDF.bytes(report, compress: Deflate.zlib) : PDF.bytes(report)) { path in
      guard let found = try Self.run("pdftotext", ["-layout", path, "-"]) else { return }
      #expect(found.text.contains("The year of Äda (and \\ more)") && found.text.contains("A (label)"))
      for section in 0..<4 { #expect(found.text.contains("Part \(section) of Lódz")) }
      for figure in 0..<60 {
        let lines = found.text.split(separator: "\n").filter { $0.contains("Figure \(figure) ") }
        #expect(lines.count == 4 && lines.allSatisfy { $0.contains("\(figure * 7) books") }, "\(lines)")
      }
    }
  }

  @Test("Draws a picture at its position in its colours")
  func picture() throws {
    var page = PDFPage()
    page.draw(Self.picture, at: Point(0, 0), width: PDFPage.width)
    let document = PDFDocument(title: "p", language: .english, pages: [page], bookmarks: [])
    try Self.onDisk(document.bytes()) { path in
      let target = path + ".out"
      guard try Self.run("pdftoppm", ["-r", "72", "-singlefile", path, target]) != nil else { return }
      let image = try Data(contentsOf: URL(filePath: target + ".ppm"))
      try FileManager.default.removeItem(atPath: target + ".ppm")
      let header = String(decoding: image.prefix(15), as: UTF8.self).split(whereSeparator: \.isWhitespace)
      let (width, height) = (try #require(Int(header[1])), try #require(Int(header[2])))
      let pixels = image.suffix(3 * width * height)
      func pixel(_ x: Double, _ y: Double) -> [UInt8] {
        let scale = PDFPage.width / Self.picture.width
        let start = pixels.startIndex + 3 * (Int(y * scale) * width + Int(x * scale))
        return Array(pixels[start..<start + 3])
      }
      // The circle on the half-transparent box, the box, and the paper.
      #expect(pixel(50, 50) == [255, 255, 255])
      let box = pixel(100, 35)
      #expect(abs(Int(box[0]) - 0xA7) < 4 && abs(Int(box[2]) - 0xE4) < 4, "\(box)")
      #expect(pixel(300, 200) == [255, 255, 255])
    }
  }

  @Test("The same report is the same bytes, and has a bookmark for each section")
  func bytes() {
    let bytes = PDF.bytes(Self.report())
    #expect(bytes == PDF.bytes(Self.report()))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.7") && text.hasSuffix("%%EOF\n"))
    #expect(text.contains("/Lang (en)") && text.contains("/PageMode /UseOutlines") && text.contains("/Count 3"))
  }

  @Test("Writes numbers without exponents and escapes strings")
  func writing() {
    var text = PDFText()
    for value in [0, 1, -1.5, 0.0001, 1e-9, 595.28, -0.00004, .nan, .infinity, 1e300] { text.number(value) }
    text.string([40, 41, 92, 65, 0xE4])
    text.title("Ä")
    text.title("A")
    #expect(
      String(decoding: text.bytes, as: UTF8.self)
        == #"0 1 -1.5 0.0001 0 595.28 0 0 0 1000000000 (\(\)\\A\344)<FEFF00C4>(A)"#)
  }
}
