internal import CLinux
internal import Glibc

/// Which file it is, whatever its name: a name may come to lead to another one, or nowhere.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64

  /// Nil where there is no such file. A symbolic link is itself.
  public init?(path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  public init?(following path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }

  public init?(descriptor: CInt) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
