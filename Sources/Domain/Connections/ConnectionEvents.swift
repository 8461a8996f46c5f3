/// Events of connections. Other devices then read the connections again.
public enum ConnectionEvent: Hashable, Sendable {
  case changed(ConnectionChanged)
}

/// A person created, changed, ran or deleted the connection, or a run had another result than the one before.
public struct ConnectionChanged: Codable, Hashable, Sendable {
  public var connectionId: String
  public init(connectionId: String) { self.connectionId = connectionId }
}
