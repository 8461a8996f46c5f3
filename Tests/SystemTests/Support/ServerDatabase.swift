import Foundation
import PostgresServer
import Synchronization

/// Databases on a PostgreSQL server. With `WAYMARK_TESTS_OVER=postgresql`, every data directory gets one and keeps it
/// for later stacks.
enum ServerDatabase {
  static let isForAll = ProcessInfo.processInfo.environment["WAYMARK_TESTS_OVER"] == "postgresql"

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
