import Foundation

/// A small file system in memory that can be filled completely.
final class SmallDisk {
  let path: String

  /// Returns nil if this process must not mount file systems.
  init?(mebibytes: Int) throws {
    var template = Array("/tmp/waymark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(mebibytes)m") == 0 else {
      rmdir(path)
      return nil
    }
  }

  /// Uses all free space.
  func fill() {
    let descriptor = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    for size in [65_536, 4_096, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(descriptor, bytes, size) == size {}
    }
  }

  /// Uses the free space except this many kibibytes.
  func fill(but kibibytes: Int) {
    fill()
    let size = (try? FileManager.default.attributesOfItem(atPath: path + "/filler"))?[.size] as? Int ?? 0
    truncate(path + "/filler", max(0, size - kibibytes * 1_024))
  }

  func empty() {
    unlink(path + "/filler")
  }

  /// Enlarges the file system. Returns false if that is not permitted.
  func grow(mebibytes: Int) -> Bool {
    mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(mebibytes)m") == 0
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
