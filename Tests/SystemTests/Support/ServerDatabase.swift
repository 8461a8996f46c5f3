import Foundation
import PostgresServer
import Synchronization

/// Databases on a PostgreSQL server. With `WAYMARK_TESTS_OVER=postgresql`, every data directory gets one and keeps it
/// for later stacks.
///
/// With `WAYMARK_TESTS_HOSTS=2` too, each stack has a second host, and the requests alternate between them.
enum ServerDatabase {
  static let isForAll = ProcessInfo.processInfo.environment["WAYMARK_TESTS_OVER"] == "postgresql"

  static let hasTwoHosts = isForAll && ProcessInfo.processInfo.environment["WAYMARK_TESTS_HOSTS"] == "2"
  /// Hosts of one database need the same key.
  static let secretKey = Data((0..<32).map { UInt8($0) }).base64EncodedString()

  private static let addresses = Mutex<[String: String]>([:])

  /// Returns nil if the journal is a file.
  static func address(ofData data: String) -> String? {
    guard isForAll, let server = PostgresServer.shared else { return nil }
    return addresses.withLock { addresses in
      let address = addresses[data] ?? server.newAddress()
      addresses[data] = address
      return address
    }
  }
}

/// The ports of hosts that share a database, by the port of the first one.
enum Twins {
  private static let ports = Mutex<[UInt16: (second: UInt16, turn: Int)]>([:])

  static func add(_ second: UInt16, to first: UInt16) { ports.withLock { $0[first] = (second, 0) } }

  static func remove(_ first: UInt16) { ports.withLock { $0[first] = nil } }

  /// Returns the port of the host whose turn it is.
  static func next(_ port: UInt16) -> UInt16 {
    ports.withLock { ports in
      guard let (second, turn) = ports[port] else { return port }
      ports[port] = (second, turn + 1)
      return turn % 2 == 0 ? port : second
    }
  }
}
