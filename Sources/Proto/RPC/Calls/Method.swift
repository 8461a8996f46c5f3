/// The type that the calls of one service belong to, so that a stats call on the session socket does not compile.
public protocol ServiceAPI: Sendable {
  /// The name of the service and of its socket: `stats` listens on `stats.sock`.
  static var service: String { get }
}

/// One call. The request is the method: it is declared once and used at both ends.
public protocol Method: Codable, Sendable {
  associatedtype API: ServiceAPI
  associatedtype Reply: Codable & Sendable
  /// The name on the wire. It stays when the type is renamed.
  static var name: String { get }
}
