import JSON

/// The titles and authors of the books that have a reading session, from the other lists of the data request.
struct KindleTitles {
  private var titles: [String: String] = [:]
  private var authors: [String: [String]] = [:]
  private var numbers: Set<String> = []

  init(of numbers: [String] = []) {
    self.numbers = Set(numbers)
  }

  func title(of number: String) -> String? { titles[number] }
  func authors(of number: String) -> [String] { authors[number] ?? [] }

  /// Reads a list with one book per row. A list without the columns is skipped.
  mutating func readTable(_ file: ZipArchive.File, of zip: ZipArchive, column: String) throws(ImportError) {
    var table = NamedTable(requiring: [["asin"], [column]], orElse: "")
    var ignored = Findings()
    var found = self
    func item(_ row: NamedRow) throws(RowProblem) -> (number: String, text: String)? {
      (try row.value("asin"), try row.value(column))
    }
    func add(_ item: (number: String, text: String), _: inout Findings) {
      found.add(number: item.number, text: item.text, isAuthor: column == "authorname")
    }
    do throws(ImportError) {
      try zip.read(file) { part throws(ImportError) in try table.read(part, into: &ignored, as: .works, item, add) }
      try table.finish(into: &ignored, as: .works, item, add)
    } catch {
      if zip.isSpent { throw error }
    }
    self = found
  }

  /// Reads the record of one purchase.
  mutating func readOwnership(_ file: ZipArchive.File, of zip: ZipArchive) throws(ImportError) {
    guard file.unpackedCount <= ImportLimits.rowBytes else { return }
    var bytes: [UInt8] = []
    do throws(ImportError) {
      try zip.read(file) { part throws(ImportError) in
        bytes += part
        guard bytes.count <= ImportLimits.rowBytes else { throw ImportError("the file is too large") }
      }
    } catch {
      if zip.isSpent { throw error }
    }
    let resource = JSONValue(bytes)?["resource"]
    add(
      number: resource?["ASIN"]?.text ?? resource?["asin"]?.text ?? "",
      text: resource?["Product Name"]?.text ?? resource?["productName"]?.text ?? "", isAuthor: false)
  }

  private mutating func add(number: String, text: String, isAuthor: Bool) {
    let text = Texts.name(text)
    guard numbers.contains(number), !text.isEmpty, Texts.key(text) != "notavailable" else { return }
    if !isAuthor {
      if titles[number] == nil { titles[number] = text }
      return
    }
    let author = PersonName.inOrder(text)
    guard authors[number, default: []].count < ImportLimits.listItems, !authors[number, default: []].contains(author)
    else { return }
    authors[number, default: []].append(author)
  }
}
