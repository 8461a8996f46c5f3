import Crypto
import Glibc
import Service

/// Reads, hashes, copies and writes the files of a backup.
enum BackupFile {
  private static let chunk = 1 << 20

  struct Sum: Equatable {
    var bytes: Int
    var hash: String
  }

  static func read(_ path: String) throws -> Sum {
    try pass(path) { _ in }
  }

  /// Syncs the copy to the disk; the caller must sync its directory.
  static func copy(_ source: String, to target: String) throws -> Sum {
    let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw OperationFailure("cannot write \(target): \(Errno.text)") }
    defer { close(descriptor) }
    let sum = try pass(source) { bytes in try write(bytes, to: descriptor, target) }
    guard fsync(descriptor) == 0 else { throw OperationFailure("cannot write \(target): \(Errno.text)") }
    return sum
  }

  static func write(_ text: String, to target: String) throws {
    let descriptor = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw OperationFailure("cannot write \(target): \(Errno.text)") }
    defer { close(descriptor) }
    try Array(text.utf8).withUnsafeBytes { try write($0, to: descriptor, target) }
    guard fsync(descriptor) == 0 else { throw OperationFailure("cannot write \(target): \(Errno.text)") }
  }

  private static func pass(_ path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Sum {
    // O_NONBLOCK: opening a pipe would otherwise block forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw OperationFailure("cannot open \(path): \(Errno.text)") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw OperationFailure("\(path) is not a regular file; remove it")
    }
    var stream = SHA256.Stream()
    var bytes = [UInt8](repeating: 0, count: chunk)
    var total = 0
    while true {
      let count = Glibc.read(descriptor, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw OperationFailure("cannot read \(path): \(Errno.text)") }
      if count == 0 { return Sum(bytes: total, hash: BackupManifest.hex(stream.finish())) }
      total += count
      try bytes.withUnsafeBytes { all in
        let part = UnsafeRawBufferPointer(rebasing: all[..<count])
        stream.add(part)
        try body(part)
      }
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw OperationFailure("cannot write \(path): \(Errno.text)") }
      rest = rest.dropFirst(count)
    }
  }
}
