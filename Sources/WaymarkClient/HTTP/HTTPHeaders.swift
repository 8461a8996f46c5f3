/// HTTP headers. Names are case-insensitive.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var fields: [String: String] = [:]

  /// Creates headers from a dictionary literal. The last value of a repeated name wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a header, or nil if it is absent.
  public subscript(name: String) -> String? {
    get { fields[name.lowercased()] }
    set { fields[name.lowercased()] = newValue }
  }

  /// All headers with lower-case names, sorted by name.
  public var all: [(name: String, value: String)] {
    fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
