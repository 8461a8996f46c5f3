/// What the document of an account says of itself, found by reading all of it: so nothing is written of one that ends
/// in the middle, or is something else.
struct AccountDocument {
  static let format = "waymark-account"

  /// How many events it says to have; a promise, since anybody may have written it.
  private(set) var lastEvent = 0
  /// How many anomalies an event brought, by its number.
  private(set) var anomalies: [Int64: Int] = [:]

  private var elements = JSONElements(["anomalies"], keeping: ["format", "version", "lastEvent", "complete"])

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportRefusal) {
    var found: [Int64] = []
    try elements.read(bytes) { _, element throws(ImportRefusal) in
      // The id of an anomaly is the number of its event, and its place among those of the same.
      guard let id = JSONValue(element)?["id"]?.text, let number = id.split(separator: "-").first else { return }
      if let seq = Int64(number) { found.append(seq) }
    }
    for seq in found where anomalies.count < ImportLimits.findings { anomalies[seq, default: 0] += 1 }
  }

  mutating func finish() throws(ImportRefusal) {
    try elements.finish()
    guard elements.members["format"] == Self.format else {
      throw ImportRefusal("this is no document of an account: its format is not \(Self.format)")
    }
    guard elements.members["version"].flatMap({ Int($0) }).map({ $0 >= 1 }) == true else {
      throw ImportRefusal("the document has no version")
    }
    guard elements.members["complete"] == "true" else {
      throw ImportRefusal("the document is not complete: it was cut off when it was made")
    }
    lastEvent = elements.members["lastEvent"].flatMap { Int($0) }.map { max(0, $0) } ?? 0
  }
}
