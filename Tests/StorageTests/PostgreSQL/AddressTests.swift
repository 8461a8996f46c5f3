import Foundation
import PostgresServer
import Storage
import Testing

@Suite(
  "Server addresses", .enabled(if: PostgresServer.isInstalled, "Debian's package postgresql is not installed"))
struct AddressTests {
  /// Returns whether the address allows writes and reads.
  private func works(_ address: String) async throws -> Bool {
    let database = try Database(#require(DatabaseAddress(parsing: address)), migrations: CounterTable.schema)
    defer { database.close() }
    _ = try await CounterTable.count(database, "ada", UUID().uuidString)
    return try await !CounterTable.marks(database, "ada").isEmpty
  }

  /// Starts a server on the first free port of a few.
  private static func serverWithPort() -> (PostgresServer, UInt16)? {
    for _ in 0..<5 {
      let port = UInt16.random(in: 20_000..<30_000)
      let arguments = ["-c", "listen_addresses=127.0.0.1"]
      if let server = try? PostgresServer(arguments, environment: ["PGPORT": "\(port)"]) { return (server, port) }
    }
    return nil
  }

  @Test("Uses TCP, password and TLS as the address requires, and rejects a server without them")
  func overTCP() async throws {
    let (server, port) = try #require(Self.serverWithPort())
    defer { server.end() }
    let run = { try server.run($0, port: port) }
    let plain = "postgresql://waymark@127.0.0.1:\(port)/postgres"
    #expect(try await works(plain))
    #expect(try await works(plain.replacingOccurrences(of: "postgresql:", with: "postgres:") + "?sslmode=disable"))
    #expect(throws: DatabaseError.self) { try Database(address(plain, "sslmode=require"), migrations: []) }

    // The key must belong to the server's user.
    _ = try run(
      """
      COPY (SELECT 1) TO PROGRAM 'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost
      -addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.crt 2>/dev/null && chmod 644 server.crt'
      """.replacingOccurrences(of: "\n", with: " "))
    for change in ["SET ssl = on", "SET password_encryption = 'scram-sha-256'"] {
      _ = try run("ALTER SYSTEM \(change)")
    }
    _ = try run("SELECT pg_reload_conf()")
    _ = try run("CREATE ROLE keeper LOGIN PASSWORD 'a:b/c' SUPERUSER")
    _ = try run(
      """
      COPY (SELECT unnest(ARRAY['local all all trust', 'hostssl all keeper 127.0.0.1/32 scram-sha-256',
      'host all waymark 127.0.0.1/32 trust'])) TO PROGRAM 'cat > pg_hba.conf'
      """)
    _ = try run("SELECT pg_reload_conf()")
    let certificate = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).crt").path()
    defer { try? FileManager.default.removeItem(atPath: certificate) }
    try run("SELECT pg_read_file('server.crt')").write(toFile: certificate, atomically: true, encoding: .utf8)
    let keeper = "postgresql://keeper:a%3Ab%2Fc@127.0.0.1:\(port)/postgres"
    for mode in ["require", "verify-ca&sslrootcert=\(certificate)", "verify-full&sslrootcert=\(certificate)"] {
      #expect(try await works(keeper + "?sslmode=\(mode)"), "\(mode)")
    }
    // Without TLS, with a wrong password, and with another certificate.
    let wrong = "postgresql://keeper:nothing@127.0.0.1:\(port)/postgres"
    for bad in [keeper + "?sslmode=disable", wrong, keeper + "?sslmode=verify-full&sslrootcert=/dev/null"] {
      #expect(throws: DatabaseError.self) { try Database(address(bad), migrations: []) }
    }
    // Uses the first server of the list that accepts writes.
    let several = "postgresql://waymark@127.0.0.1:1,127.0.0.1:\(port)/postgres"
    #expect(try await works(several))
  }

  private func address(_ text: String, _ parameter: String? = nil) throws -> DatabaseAddress {
    try #require(DatabaseAddress(parsing: parameter.map { "\(text)?\($0)" } ?? text))
  }
}
