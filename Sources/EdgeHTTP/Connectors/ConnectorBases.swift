import API
import Connectors

/// Finds the connector of a path. Below a base that is switched off there is nothing.
struct ConnectorBases {
  private let connectors: [String: any Connector]

  init(_ connectors: [any Connector], on names: Set<ConnectorName>) {
    self.connectors = Dictionary(
      connectors.filter { names.contains($0.name) }.map { ($0.name.rawValue, $0) }, uniquingKeysWith: { $1 })
  }

  /// Returns the connector and the names below its base. `//` counts as `/`, also at the end, and each name is
  /// percent-decoded once.
  func find(_ bytes: Span<UInt8>, _ path: Range<Int>) -> (connector: any Connector, names: [String])? {
    guard !connectors.isEmpty, path.count > 1, bytes[path.lowerBound] == Bytes.slash else { return nil }
    let segments = bytes.array(path).split(separator: Bytes.slash)
    guard let first = segments.first.flatMap(Self.name), let connector = connectors[first] else { return nil }
    var names: [String] = []
    for segment in segments.dropFirst() {
      guard let name = Self.name(segment) else { return (connector, [Self.unreadable]) }
      names.append(name)
    }
    return (connector, names)
  }

  /// Stands for a path with a malformed escape. No client can name it, because a slash separates names.
  private static let unreadable = "/"

  /// Returns nil if an escape is malformed or the name is not UTF-8.
  private static func name(_ segment: ArraySlice<UInt8>) -> String? {
    let bytes = Array(segment)
    return PercentCoding.decode(bytes.span, 0..<bytes.count).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
