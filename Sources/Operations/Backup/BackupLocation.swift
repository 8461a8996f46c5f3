import Glibc
import Service

/// The rules for the place of backups.
enum BackupLocation {
  /// Does not need the directory to exist: its disk may not be mounted at the moment.
  static func absolute(_ path: String) -> String {
    let bare = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !bare.hasPrefix("/"), let current = getcwd(nil, 0) else { return bare }
    defer { free(current) }
    return String(cString: current) + "/" + (bare.hasPrefix("./") ? String(bare.dropFirst(2)) : bare)
  }

  /// Rejects a place inside the data directory, where a backup would be lost with the data and would keep deleted
  /// users. If `holdsMany`, also rejects a directory that is itself a backup.
  static func check(_ path: String, _ settings: Settings, holdsMany: Bool) throws(OperationFailure) {
    if holdsMany, access("\(path)/\(BackupManifest.name)", F_OK) == 0 {
      throw OperationFailure("\(path) is itself a backup; give the directory that holds the backups")
    }
    var ancestor = path[...]
    while !ancestor.isEmpty, access(String(ancestor), F_OK) != 0 {
      ancestor = ancestor[..<(ancestor.lastIndex(of: "/") ?? ancestor.startIndex)]
    }
    guard let data = Files.real(settings.data), let found = Files.real(String(ancestor)) else { return }
    guard found == data || found.hasPrefix(data + "/") else { return }
    throw OperationFailure("\(path) is inside the data directory \(settings.data); give a directory outside it")
  }

  /// Rejects a path that cannot become a single backup: it must not exist, or be an empty directory.
  static func checkIsNew(_ path: String) throws(OperationFailure) {
    if let names = Files.names(in: path) {
      guard names.isEmpty else { throw OperationFailure("\(path) is not empty; give a new directory") }
    } else if access(path, F_OK) == 0 {
      throw OperationFailure("\(path) is not a directory; give a new directory")
    }
    guard !["", ".", ".."].contains(split(path).name) else {
      throw OperationFailure("\(path) is not a new directory; give one that does not exist")
    }
  }

  static func split(_ path: String) -> (parent: Substring, name: Substring) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return (path[..<slash], path[slash...].dropFirst())
  }
}
