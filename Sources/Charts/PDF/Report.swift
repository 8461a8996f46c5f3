public import Languages

/// A printed report: sections of figures and pictures.
public struct Report: Sendable {
  public struct Figure: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public struct Section: Sendable {
    public var title: String
    public var figures: [Figure]
    public var pictures: [Drawing]

    public init(_ title: String, figures: [Figure] = [], pictures: [Drawing] = []) {
      self.title = title
      self.figures = figures
      self.pictures = pictures
    }
  }

  public var title: String
  public var subtitle: String
  public var sections: [Section]
  public var language: Language

  /// English without a language.
  public init(title: String, subtitle: String, sections: [Section], language: Language? = nil) {
    self.language = language ?? .english
    self.title = title
    self.subtitle = subtitle
    self.sections = sections
  }

  /// The width for which pictures of a report are drawn.
  public static let pictureWidth = 720
}

/// Writes a report as a PDF document of A4 pages. The same report and compression result in the same bytes.
public enum PDF {
  public static let contentType = "application/pdf"

  /// `compress` returns RFC 1950 data, or nil to leave a page uncompressed.
  public static func bytes(_ report: Report, compress: ([UInt8]) -> [UInt8]? = { _ in nil }) -> [UInt8] {
    var flow = ReportFlow(report.title, report.language)
    flow.begin(report.title, report.subtitle)
    for section in report.sections { flow.add(section) }
    return flow.document().bytes(compress: compress)
  }
}

/// The page and position of the next part of a report.
private struct ReportFlow {
  private static let margin = 48.0
  private static let bottom = PDFPage.height - 60
  private static let contentWidth = PDFPage.width - 2 * margin
  /// The height of a figure's line.
  private static let rowHeight = 18.0
  private static let gap = 14.0

  private let title: String
  private let language: Language
  private var pages = [PDFPage()]
  private var bookmarks: [PDFDocument.Bookmark] = []
  private var y = ReportFlow.margin

  init(_ title: String, _ language: Language) {
    self.language = language
    self.title = CleanText.of(title)
  }

  mutating func begin(_ title: String, _ subtitle: String) {
    let big = Font(26, isStrong: true)
    for line in TextFit.lines(title, big, room: Self.contentWidth, atMost: 2) {
      y += 26
      write(line, big)
      y += 6
    }
    for line in TextFit.lines(subtitle, Font(11), room: Self.contentWidth, atMost: 3) {
      y += 14
      write(line, Font(11), .muted)
    }
    y += Self.gap
  }

  mutating func add(_ section: Report.Section) {
    // Keeps a heading on the same page as the first part of its section.
    let next = section.figures.isEmpty ? section.pictures.first.map(height) ?? 0 : 2 * Self.rowHeight
    makeRoom(40 + next)
    bookmarks.append(
      PDFDocument.Bookmark(title: CleanText.of(section.title), page: pages.count - 1, y: y))
    y += 22
    write(TextFit.fitted(section.title, Font(15, isStrong: true), room: Self.contentWidth), Font(15, isStrong: true))
    y += Self.gap
    for figure in section.figures { add(figure) }
    if !section.figures.isEmpty { y += Self.gap / 2 }
    for picture in section.pictures { add(picture) }
  }

  private mutating func add(_ figure: Report.Figure) {
    makeRoom(Self.rowHeight)
    let (left, right, base) = (Self.margin, Self.margin + Self.contentWidth, y + 12)
    let half = Self.contentWidth / 2 - 6
    let (plain, strong) = (Font(11), Font(11, isStrong: true))
    page {
      $0.text(TextFit.fitted(figure.name, plain, room: half), at: Point(left, base), plain, .muted, room: half)
      $0.text(
        TextFit.fitted(figure.value, strong, room: half), at: Point(right, base), strong, anchor: .end, room: half)
      $0.line(from: Point(left, base + 5), to: Point(right, base + 5), .hairline, width: 0.5)
    }
    y += Self.rowHeight
  }

  private mutating func add(_ picture: Drawing) {
    let height = height(of: picture)
    makeRoom(height)
    let width = height * picture.width / picture.height
    let corner = Point(Self.margin + (Self.contentWidth - width) / 2, y)
    page { $0.draw(picture, at: corner, width: width) }
    y += height + Self.gap
  }

  /// Returns the height at the width of the page, limited to the height of a page.
  private func height(of picture: Drawing) -> Double {
    min(picture.height * Self.contentWidth / picture.width, Self.bottom - Self.margin)
  }

  private mutating func makeRoom(_ height: Double) {
    guard y + height > Self.bottom, y > Self.margin else { return }
    pages.append(PDFPage())
    y = Self.margin
  }

  private mutating func write(_ text: String, _ font: Font, _ role: Role = .ink) {
    let start = Point(Self.margin, y)
    page { $0.text(text, at: start, font, role, room: Self.contentWidth) }
  }

  private mutating func page(_ draw: (inout PDFPage) -> Void) { draw(&pages[pages.count - 1]) }

  /// Adds a footer to each page.
  func document() -> PDFDocument {
    var pages = pages
    let base = PDFPage.height - 30
    for place in pages.indices {
      pages[place].text(
        TextFit.fitted(title, Font(9), room: Self.contentWidth - 80), at: Point(Self.margin, base), Font(9), .muted)
      pages[place].text(
        language.text("{page} of {pages}", ["page": "\(place + 1)", "pages": "\(pages.count)"]),
        at: Point(PDFPage.width - Self.margin, base), Font(9), .muted, anchor: .end)
    }
    return PDFDocument(title: title, language: language, pages: pages, bookmarks: bookmarks)
  }
}
