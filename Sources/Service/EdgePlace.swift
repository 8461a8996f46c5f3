import Glibc

/// The place of an edge among the edges that accept connections on the same socket. `up` passes it to each of them.
public struct EdgePlace: Sendable, Equatable {
  /// From 1. The first edge has duties that only one may have.
  public let number: Int
  public let count: Int

  public static let only = EdgePlace(number: 1, count: 1)
  public static let service = "edge"
  public static let variable = "WAYMARK_EDGE_PLACE"
  public static let most = 64
  static let processorsPerEdge = 4
  /// The smallest memory budget of one edge.
  public static let leastBufferBytes = 8 << 20

  init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// Reads a text such as `2/4`.
  init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), (1...Self.most).contains(count),
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Returns the places of all edges.
  public static func all(_ count: Int) -> [EdgePlace] {
    (1...max(1, count)).map { EdgePlace(number: $0, count: count) }
  }

  /// Returns the usual number of edges: most requests cost an edge much less than four processors can do.
  static func usualCount(processors: Int, bufferBytes: Int) -> Int {
    max(1, min(processors / processorsPerEdge, bufferBytes / leastBufferBytes, most))
  }

  public var isFirst: Bool { number == 1 }
  /// The name of the process, in its metrics, its log and its socket.
  public var name: String { isFirst ? Self.service : "\(Self.service)-\(number)" }
  /// The name of the socket on which the other edges call this one.
  public var callsName: String { name + "-calls" }
  public var text: String { "\(number)/\(count)" }

  /// Returns this edge's part of a limit, at least 1.
  public func part(of limit: Int) -> Int { max(1, limit / count) }
}

extension Settings {
  /// Reads the place that `up` has passed to this edge. Without one, it is the only edge.
  public mutating func readEdgePlace(
    _ environment: (String) -> String? = Settings.environment
  ) throws(SettingsError) {
    guard let text = environment(EdgePlace.variable) else { return }
    guard let place = EdgePlace(parsing: text) else {
      throw SettingsError("\(EdgePlace.variable): '\(text)' is not a place such as 2/4; 'up' sets it")
    }
    edgePlace = place
  }

  /// The places of the edges that `up` starts.
  public var edgePlaces: [EdgePlace] {
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return EdgePlace.all(edges ?? EdgePlace.usualCount(processors: processors, bufferBytes: edgeBufferBytes))
  }
}
