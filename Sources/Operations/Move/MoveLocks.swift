import API
import Service
import Storage

/// Locks that keep stacks away from database files while their data is moved. A database server needs none.
struct MoveLocks {
  private let locks: [DataLock]

  init(_ addresses: DatabaseAddress...) throws {
    var locks: [DataLock] = []
    var directories: Set<String> = []
    for address in addresses {
      guard let file = address.file else { continue }
      let directory = Self.directory(of: file)
      try Files.makeDirectory(directory, mode: 0o700)
      if directories.insert(directory).inserted {
        locks.append(try DataLock("up' or 'migrate", in: directory, file: "waymark.lock"))
      }
      locks.append(
        try DataLock(
          "serve \(SessionAPI.service)", in: directory, file: "\(SessionAPI.service).lock",
          database: .init(path: file, isDisposable: false)))
    }
    self.locks = locks
  }

  /// Keeps the locks until this call.
  func keep() { withExtendedLifetime(locks) {} }

  static func directory(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
