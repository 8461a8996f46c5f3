import Glibc

/// The file, which may be larger than memory; it is read in pieces, from anywhere in it.
public final class ImportSource: Sendable {
  private let descriptor: Int32
  /// Nil for one that was opened by another process.
  let path: String?
  let byteCount: Int

  /// A regular file: what is no file may never end.
  public init(path: String) throws(ImportRefusal) {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw ImportRefusal("cannot open \(path): \(String(cString: strerror(errno)))") }
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(opened)
      throw ImportRefusal("\(path) is no file")
    }
    descriptor = opened
    self.path = path
    byteCount = Int(status.st_size)
  }

  /// A regular file that is open already.
  public init(descriptor opened: Int32) throws(ImportRefusal) {
    var status = stat()
    guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ImportRefusal("standard input is no file")
    }
    descriptor = opened
    path = nil
    byteCount = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Fewer bytes than asked for at the end alone.
  func bytes(at offset: Int, count: Int) throws(ImportRefusal) -> [UInt8] {
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
    if failure != 0 { throw ImportRefusal("cannot read the file: \(String(cString: strerror(failure)))") }
    return bytes
  }

  /// All of it from the beginning, piece by piece.
  func forEachChunk(
    _ progress: (Int) -> Void, _ body: (ArraySlice<UInt8>) throws(ImportRefusal) -> Void
  ) throws(ImportRefusal) {
    var offset = 0
    while offset < byteCount {
      let chunk = try bytes(at: offset, count: ImportLimits.chunkBytes)
      if chunk.isEmpty { return }
      offset += chunk.count
      try body(chunk[...])
      progress(offset)
    }
  }
}
