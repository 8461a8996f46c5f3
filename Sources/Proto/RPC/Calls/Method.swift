/// The calls of one service belong to one type, so that a stats call on the session socket does not compile.
public protocol ServiceAPI: Sendable {
  /// The service's name, which is also its socket's: `stats` listens on `stats.sock`.
  static var service: String { get }
}

/// One call: the request is the method, declared once and used at both ends.
public protocol Method: Codable, Sendable {
  associatedtype API: ServiceAPI
  associatedtype Reply: Codable & Sendable
  /// The name on the wire; it survives a renaming of the type.
  static var name: String { get }
}
