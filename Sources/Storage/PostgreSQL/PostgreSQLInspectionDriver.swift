/// A read-only driver, even for a database that was moved. It migrates an older schema first, because there is no copy
/// to read.
struct PostgreSQLInspectionDriver: Driver {
  let database: PostgreSQLDriver
  let writers = 1
  let readers = 1
  let isRemote = true

  var exists: Bool { database.exists }

  func prepare(_ migrations: [Migration]) throws { try database.prepare(migrations) }

  func openWriter() throws -> any Connection { throw readOnly }
  func openReader() throws -> any Connection { try database.openExisting() }
  func openExisting() throws -> any Connection { try database.openExisting() }
  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection { throw readOnly }
  func scrub() throws { throw readOnly }

  private var readOnly: DatabaseError { DatabaseError(.misuse, "the database is opened read-only") }
}
