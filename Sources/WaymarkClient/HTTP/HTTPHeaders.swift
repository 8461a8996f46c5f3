/// Header fields, whose names do not care about case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var fields: [String: String] = [:]

  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  public subscript(name: String) -> String? {
    get { fields[name.lowercased()] }
    set { fields[name.lowercased()] = newValue }
  }

  /// Names in lower case, in a stable order.
  public var all: [(name: String, value: String)] {
    fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
