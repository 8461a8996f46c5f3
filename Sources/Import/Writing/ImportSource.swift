import Glibc

/// The file to import. It may exceed the memory and is read in chunks at any offset.
public final class ImportSource: Sendable {
  private let descriptor: Int32
  /// Nil for a file that another process opened.
  let path: String?
  let byteCount: Int
  /// The bytes that are read at a time. They do not change a result.
  let chunkBytes: Int

  /// Opens a regular file. Other files, such as pipes, may never end.
  public init(path: String) throws(ImportError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw ImportError("cannot open \(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw ImportError("\(path) is not a regular file")
    }
    descriptor = opened
    self.path = path
    chunkBytes = ImportLimits.chunkBytes
    byteCount = Int(status.st_size)
  }

  /// Uses a regular file that is already open.
  public convenience init(descriptor opened: Int32) throws(ImportError) {
    try self.init(descriptor: opened, chunkBytes: ImportLimits.chunkBytes)
  }

  init(descriptor opened: Int32, chunkBytes: Int) throws(ImportError) {
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError("standard input is not a regular file")
    }
    descriptor = opened
    path = nil
    self.chunkBytes = chunkBytes
    byteCount = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Returns `count` bytes, or fewer at the end of the file.
  func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
    let wanted = max(0, min(count, byteCount - offset))
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, wanted - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    if failure != 0 { throw ImportError("cannot read the file: \(String(cString: strerror(failure)))") }
    return bytes
  }

  /// Reads the whole file in chunks.
  func forEachChunk(
    _ progress: (Int) -> Void, _ body: (ArraySlice<UInt8>) throws(ImportError) -> Void
  ) throws(ImportError) {
    var offset = 0
    while offset < byteCount {
      let chunk = try bytes(at: offset, count: chunkBytes)
      if chunk.isEmpty { return }
      offset += chunk.count
      try body(chunk[...])
      progress(offset)
    }
  }
}
