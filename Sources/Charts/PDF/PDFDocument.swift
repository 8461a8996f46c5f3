import Languages

/// A PDF document with a title, a language and bookmarks, in the standard fonts.
struct PDFDocument {
  struct Bookmark {
    var title: String
    var page: Int
    /// From the top of the page.
    var y: Double
  }

  var title: String
  var language: Language
  var pages: [PDFPage]
  var bookmarks: [Bookmark]

  private static let firstPage = 7

  /// Object numbers: catalogue 1, pages 2, fonts 3 and 4, opacities 5, information 6, then two per page, then the
  /// bookmarks.
  func bytes(compress: ([UInt8]) -> [UInt8]? = { _ in nil }) -> [UInt8] {
    var objects = [catalogue, pageTree, font("Helvetica"), font("Helvetica-Bold"), opacities, information]
    for place in pages.indices {
      objects.append(page(place))
      objects.append(stream(pages[place].content, compress))
    }
    if !bookmarks.isEmpty { objects += outline }
    return Self.file(objects)
  }

  private func pageNumber(_ place: Int) -> Int { Self.firstPage + 2 * place }
  private var outlineNumber: Int { Self.firstPage + 2 * pages.count }

  private var catalogue: PDFText {
    var text = PDFText()
    text.raw(
      "<< /Type /Catalog /Pages 2 0 R /Lang (\(language.rawValue)) /ViewerPreferences << /DisplayDocTitle true >>")
    if !bookmarks.isEmpty { text.raw(" /Outlines \(outlineNumber) 0 R /PageMode /UseOutlines") }
    text.raw(" >>")
    return text
  }

  private var pageTree: PDFText {
    var text = PDFText()
    let kids = pages.indices.map { "\(pageNumber($0)) 0 R" }.joined(separator: " ")
    text.raw("<< /Type /Pages /Count \(pages.count) /Kids [\(kids)]")
    text.raw(" /Resources << /Font << /F1 3 0 R /F2 4 0 R >> /ExtGState 5 0 R >>")
    text.raw(" /MediaBox [0 0 \(PDFPage.width) \(PDFPage.height)] >>")
    return text
  }

  private func font(_ name: String) -> PDFText {
    var text = PDFText()
    text.raw("<< /Type /Font /Subtype /Type1 /BaseFont /\(name) /Encoding /WinAnsiEncoding >>")
    return text
  }

  private var opacities: PDFText {
    var text = PDFText()
    text.raw("<<")
    for hundredths in Set(pages.flatMap(\.opacities)).sorted() {
      text.raw(" /G\(hundredths) << /ca ")
      text.number(Double(hundredths) / 100)
      text.raw(">>")
    }
    text.raw(" >>")
    return text
  }

  private var information: PDFText {
    var text = PDFText()
    text.raw("<< /Title ")
    text.title(title)
    text.raw(" /Creator (Waymark) /Producer (Waymark) >>")
    return text
  }

  private func page(_ place: Int) -> PDFText {
    var text = PDFText()
    text.raw("<< /Type /Page /Parent 2 0 R /Contents \(pageNumber(place) + 1) 0 R >>")
    return text
  }

  private func stream(_ content: PDFText, _ compress: ([UInt8]) -> [UInt8]?) -> PDFText {
    var text = PDFText()
    if let smaller = compress(content.bytes), smaller.count < content.bytes.count {
      text.raw("<< /Length \(smaller.count) /Filter /FlateDecode >>\nstream\n")
      text.append(smaller)
      text.raw("\n")
    } else {
      text.raw("<< /Length \(content.bytes.count) >>\nstream\n")
      text.append(content.bytes)
    }
    text.raw("endstream")
    return text
  }

  private var outline: [PDFText] {
    let first = outlineNumber + 1
    var root = PDFText()
    root.raw("<< /Type /Outlines /First \(first) 0 R /Last \(first + bookmarks.count - 1) 0 R")
    root.raw(" /Count \(bookmarks.count) >>")
    let items = bookmarks.enumerated().map { place, bookmark in
      var text = PDFText()
      text.raw("<< /Title ")
      text.title(bookmark.title)
      text.raw(" /Parent \(outlineNumber) 0 R /Dest [\(pageNumber(bookmark.page)) 0 R /XYZ 0 ")
      text.number(PDFPage.height - bookmark.y)
      text.raw("null]")
      if place > 0 { text.raw(" /Prev \(first + place - 1) 0 R") }
      if place < bookmarks.count - 1 { text.raw(" /Next \(first + place + 1) 0 R") }
      text.raw(" >>")
      return text
    }
    return [root] + items
  }

  /// Returns the file: the objects and the table of their offsets.
  private static func file(_ objects: [PDFText]) -> [UInt8] {
    var text = PDFText()
    // Non-ASCII bytes mark the file as binary.
    text.raw("%PDF-1.7\n%\u{E2}\u{E3}\u{CF}\u{D3}\n")
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(text.bytes.count)
      text.raw("\(index + 1) 0 obj\n")
      text.append(object.bytes)
      text.raw("\nendobj\n")
    }
    let table = text.bytes.count
    text.raw("xref\n0 \(objects.count + 1)\n0000000000 65535 f \n")
    for offset in offsets {
      let digits = String(offset)
      text.raw(String(repeating: "0", count: max(0, 10 - digits.utf8.count)) + digits + " 00000 n \n")
    }
    text.raw("trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 6 0 R >>\nstartxref\n\(table)\n%%EOF\n")
    return text.bytes
  }
}
