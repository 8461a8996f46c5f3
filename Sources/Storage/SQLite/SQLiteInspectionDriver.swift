import Glibc

/// A file to be read alone. Where an earlier program wrote it, a reader has a copy of its own that is brought up to
/// date, in a temporary file without a name.
struct SQLiteInspectionDriver: Driver {
  let file: SQLiteDriver
  let migrations: [Migration]
  let writers = 1
  let readers = 1
  let isRemote = false

  var isThere: Bool { file.isThere }

  func prepare(_ migrations: [Migration]) throws {
    try checkHeader()
    _ = try file.stepsTaken(try file.found(), of: migrations)
  }

  func openWriter() throws -> any Connection {
    throw DatabaseError(.misuse, "\(file.path) is opened for reading alone")
  }

  func openReader() throws -> any Connection {
    let found = try file.found()
    if try SQLiteDriver.stepsTaken(found, of: migrations) == migrations.count { return found }
    let copy = try SQLiteDriver.openScratch(migrations: [])
    try copy.take(found)
    try SQLiteDriver.takeSteps(copy, of: migrations)
    return copy
  }

  func openToMove(_ migrations: [Migration]) throws -> any MovingConnection {
    throw DatabaseError(.misuse, "\(file.path) is opened for reading alone")
  }

  func openFound() throws -> any Connection {
    try openReader()
  }

  func scrub() throws {
    throw DatabaseError(.misuse, "\(file.path) is opened for reading alone")
  }

  /// To the engine a file whose version of writing it does not know is one that may not be written to.
  private func checkHeader() throws {
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(system: errno, "cannot open \(file.path)") }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 20)
    guard read(descriptor, &head, head.count) == head.count else { return }
    guard (1...2).contains(head[18]) else { throw DatabaseError(.corrupt, "\(file.path): its header is damaged") }
  }
}
