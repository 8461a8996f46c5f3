import Foundation

/// A small disk in memory that can be filled to the last byte.
final class SmallDisk {
  let path: String

  /// Nil where this process may not mount.
  init?(mebibytes: Int) throws {
    var template = Array("/tmp/waymark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard mount("tmpfs", path, "tmpfs", 0, "size=\(mebibytes)m") == 0 else {
      rmdir(path)
      return nil
    }
  }

  /// Takes every byte that is left.
  func fill() {
    let descriptor = open(path + "/filler", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    for size in [65_536, 4_096, 1] {
      let bytes = [UInt8](repeating: 1, count: size)
      while write(descriptor, bytes, size) == size {}
    }
  }

  /// Takes what is left, but for so many kibibytes.
  func fill(but kibibytes: Int) {
    fill()
    let size = (try? FileManager.default.attributesOfItem(atPath: path + "/filler"))?[.size] as? Int ?? 0
    truncate(path + "/filler", max(0, size - kibibytes * 1_024))
  }

  func empty() {
    unlink(path + "/filler")
  }

  /// Gives it more room. False where that is not permitted.
  func grow(mebibytes: Int) -> Bool {
    mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(mebibytes)m") == 0
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
    rmdir(path)
  }
}
