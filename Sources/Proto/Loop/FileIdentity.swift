internal import CLinux
internal import Glibc

/// The identity of a file, which does not depend on its name.
public struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64

  /// Returns nil if there is no such file. Does not follow a symbolic link.
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
