import Glibc

/// A read-only driver. If an earlier program wrote the file, a reader uses a migrated copy in an unnamed temporary
/// file.
struct SQLiteInspectionDriver: Driver {
  let file: SQLiteDriver
  let migrations: [Migration]
  let writers = 1
  let readers = 1
  let isRemote = false

  var exists: Bool { file.exists }

  func prepare(_ migrations: [Migration]) throws {
    try checkHeader()
    _ = try file.stepsTaken(try file.openReadOnly(), of: migrations)
  }

  func openWriter() throws -> any Connection {
    throw DatabaseError(.misuse, "\(file.path) is opened read-only")
  }

  func openReader() throws -> any Connection {
    let found = try file.openReadOnly()
    if try SQLiteDriver.stepsTaken(found, of: migrations) == migrations.count { return found }
    let copy = try SQLiteDriver.openScratch(migrations: [])
    try copy.replaceContents(with: found)
    try SQLiteDriver.takeSteps(copy, of: migrations)
    return copy
  }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    throw DatabaseError(.misuse, "\(file.path) is opened read-only")
  }

  func openExisting() throws -> any Connection {
    try openReader()
  }

  func scrub() throws {
    throw DatabaseError(.misuse, "\(file.path) is opened read-only")
  }

  /// SQLite treats an unknown write version as a read-only file, so the header is checked here.
  private func checkHeader() throws {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(system: errno, "cannot open \(file.path)") }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 20)
    guard read(descriptor, &head, head.count) == head.count else { return }
    guard (1...2).contains(head[18]) else { throw DatabaseError(.corrupt, "\(file.path): the file header is damaged") }
  }
}
