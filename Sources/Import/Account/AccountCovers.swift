import Crypto
import Domain
import JSON

/// The covers of an account document, as they are read.
struct AccountCovers {
  struct Cover: Hashable {
    var kind: CoverKind
    var id: String
    var image: [UInt8]
  }

  private var elements = JSONElements(["covers"])

  /// Returns the covers that end in these bytes. Invalid items are skipped.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) -> [Cover] {
    var found: [Cover] = []
    try elements.read(bytes) { _, element throws(ImportError) in
      guard let value = JSONValue(element), let kind = value["kind"]?.text.flatMap(CoverKind.init(rawValue:)),
        let id = value["id"]?.text, let image = value["data"]?.text.flatMap(Base64.decode),
        (try? CoverRules.header(of: image)) != nil
      else { return }
      found.append(Cover(kind: kind, id: id, image: image))
    }
    return found
  }
}
