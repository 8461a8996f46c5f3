import CLinux
import Glibc

/// A file without a name, which disappears with the process.
final class TemporaryFile: Sendable {
  private let descriptor: Int32

  /// Uses the first folder in which a file can be created. Returns nil if there is none.
  convenience init?(in folders: [String]) {
    var opened: Int32 = -1
    for folder in folders where opened < 0 { opened = open_unnamed_file(folder) }
    guard opened >= 0 else { return nil }
    self.init(descriptor: opened)
  }

  /// Takes over an open file.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(ImportError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        pwrite(descriptor, raw.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.error(count < 0 ? errno : ENOSPC, "write", "; free disk space and retry") }
      done += count
    }
  }

  func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return failure = got < 0 ? errno : EIO }
        filled += got
      }
    }
    if failure != 0 { throw Self.error(failure, "read") }
    return bytes
  }

  private static func error(_ code: Int32, _ action: String, _ advice: String = "") -> ImportError {
    ImportError("cannot \(action) the temporary file: \(String(cString: strerror(code)))\(advice)")
  }
}
