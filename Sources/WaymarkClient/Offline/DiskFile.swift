import Foundation

/// An open file. While it is open, no other file gets its inode.
final class DiskFile: Sendable {
  private let descriptor: Int32

  init(_ url: URL, _ flags: Int32) throws(APIError) {
    descriptor = open(url.path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure }
  }

  deinit {
    close(descriptor)
  }

  var size: Int {
    get throws(APIError) { try Int(status.st_size) }
  }

  /// Whether this file still has this name.
  func isStill(at url: URL) -> Bool {
    var named = stat()
    guard let mine = try? status, stat(url.path, &named) == 0 else { return false }
    return named.st_ino == mine.st_ino && named.st_dev == mine.st_dev
  }

  func read(from offset: Int) throws(APIError) -> Data {
    let count = max(0, try size - offset)
    var data = Data(count: count)
    var done = 0
    while done < count {
      let got = data.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { pread(descriptor, $0 + done, count - done, off_t(offset + done)) } ?? 0
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Self.failure }
      if got == 0 { break }
      done += got
    }
    return data.prefix(done)
  }

  /// Appends data and synchronises the file. If this fails, the file is truncated to its former size.
  func append(_ data: Data) throws(APIError) {
    let before = try size
    do throws(APIError) {
      try write(data, at: before)
      try synchronize()
    } catch {
      _ = ftruncate(descriptor, off_t(before))
      throw error
    }
  }

  func synchronize() throws(APIError) {
    #if canImport(Darwin)
      // On Darwin, fsync leaves the bytes in the drive's cache.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw Self.failure }
  }

  /// Waits for an exclusive lock among all processes, at most `waitingSeconds`.
  func lock(waitingSeconds: Int) throws(APIError) {
    let pause: UInt32 = 2_000
    for _ in 0..<(waitingSeconds * 1_000_000 / Int(pause)) {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // If the file system does not support locks, continue without one.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(pause)
    }
    throw .storage("The file is locked by another process; try again")
  }

  private var status: stat {
    get throws(APIError) {
      var found = stat()
      guard fstat(descriptor, &found) == 0 else { throw Self.failure }
      return found
    }
  }

  private func write(_ data: Data, at offset: Int) throws(APIError) {
    var done = 0
    while done < data.count {
      let wrote = data.withUnsafeBytes { bytes in
        bytes.baseAddress.map { pwrite(descriptor, $0 + done, data.count - done, off_t(offset + done)) } ?? 0
      }
      if wrote < 0, errno == EINTR { continue }
      guard wrote > 0 else { throw Self.failure }
      done += wrote
    }
  }

  private static var failure: APIError { .storage(String(cString: strerror(errno))) }
}

extension DiskFile {
  /// Replaces a file atomically. The new content is on disk when this returns.
  static func replacing(_ url: URL, with data: Data) throws(APIError) -> DiskFile {
    let freshURL = url.appendingPathExtension("fresh")
    try makeDirectory(of: url)
    do throws(APIError) {
      let fresh = try DiskFile(freshURL, O_RDWR | O_CREAT | O_TRUNC)
      // Synchronise before the rename; otherwise the file could be empty after a power cut.
      try fresh.append(data)
      // Only `rename` replaces a file atomically on every system.
      guard rename(freshURL.path, url.path) == 0 else { throw failure }
      try synchronizeDirectory(of: url)
      return fresh
    } catch {
      unlink(freshURL.path)
      throw error
    }
  }

  static func makeDirectory(of url: URL) throws(APIError) {
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw .storage(error.localizedDescription)
    }
  }

  /// A new name is durable only after its directory is synchronised.
  static func synchronizeDirectory(of url: URL) throws(APIError) {
    try DiskFile(url.deletingLastPathComponent(), O_RDONLY).synchronize()
  }
}
