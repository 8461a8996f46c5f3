import JSON

/// The properties of an account export. The whole document is read before anything is written, so that an incomplete
/// or foreign document is rejected.
struct AccountDocument {
  static let format = "waymark-account"

  /// The number of events according to the document, which is not trusted.
  private(set) var lastEvent = 0
  /// The number of anomalies per event number.
  private(set) var anomalies: [Int64: Int] = [:]

  private var elements = JSONElements(["anomalies"], keeping: ["format", "version", "lastEvent", "complete"])

  mutating func read(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
    var found: [Int64] = []
    try elements.read(bytes) { _, element throws(ImportError) in
      // The id of an anomaly consists of the number of its event and its index within the event.
      guard let id = JSONValue(element)?["id"]?.text, let number = id.split(separator: "-").first else { return }
      if let seq = Int64(number) { found.append(seq) }
    }
    for seq in found where anomalies.count < ImportLimits.findings { anomalies[seq, default: 0] += 1 }
  }

  mutating func finish() throws(ImportError) {
    try elements.finish()
    guard elements.members["format"] == Self.format else {
      throw ImportError("not an account export: 'format' is not '\(Self.format)'")
    }
    guard elements.members["version"].flatMap({ Int($0) }).map({ $0 >= 1 }) == true else {
      throw ImportError("not an account export: 'version' is missing")
    }
    guard elements.members["complete"] == "true" else {
      throw ImportError("the account export is incomplete: 'complete' is missing; export it again")
    }
    lastEvent = elements.members["lastEvent"].flatMap { Int($0) }.map { max(0, $0) } ?? 0
  }
}
