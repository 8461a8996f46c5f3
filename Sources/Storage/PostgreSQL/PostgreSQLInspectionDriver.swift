/// A server's database to be read alone, also where it was moved away. One of an earlier program is brought up to date
/// before, since there is no copy of it to read.
struct PostgreSQLInspectionDriver: Driver {
  let database: PostgreSQLDriver
  let writers = 1
  let readers = 1
  let isRemote = true

  var isThere: Bool { database.isThere }

  func prepare(_ migrations: [Migration]) throws { try database.prepare(migrations) }

  func openWriter() throws -> any Connection { throw readOnly }
  func openReader() throws -> any Connection { try database.openFound() }
  func openFound() throws -> any Connection { try database.openFound() }
  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection { throw readOnly }
  func scrub() throws { throw readOnly }

  private var readOnly: DatabaseError { DatabaseError(.misuse, "the database is opened for reading alone") }
}
