import CLinux
import Crypto
import Glibc
import Proto

/// The unnamed file that an upload is written to, on its own thread, so that the edge's loop does not wait for the
/// disk.
final class FileSpool {
  let descriptor: Int32
  private let loop: Loop
  private let disk: Loop
  private var offset = 0
  private(set) var waitingBytes = 0
  private(set) var hasFailed = false
  private let reserveBytes: Int
  /// The digest of what is written, or nil if it is not needed. Belongs to the disk's thread.
  private let sum: LoopLocal<SHA256.Stream>?
  /// Called when something was written, or could not be written.
  private var onProgress: (() -> Void)?

  /// The file is in the first folder with room for `bytes`, or in memory if none can hold files. Returns nil if no
  /// file can be created.
  init?(loop: Loop, disk: Loop, _ program: ImportProgram, bytes: Int, isSummed: Bool) {
    var opened: Int32 = -1
    var isFull = false
    for folder in program.folders where opened < 0 {
      opened = open_unnamed_file(folder)
      guard opened >= 0, !FileSpool.hasRoom(for: bytes, opened, reserve: program.reserveBytes) else { continue }
      close(opened)
      opened = -1
      isFull = true
    }
    if opened < 0, !isFull { opened = open_memory_file() }
    guard opened >= 0 else { return nil }
    descriptor = opened
    reserveBytes = program.reserveBytes
    self.loop = loop
    self.disk = disk
    sum = isSummed ? LoopLocal(disk, SHA256.Stream()) : nil
  }

  deinit {
    close(descriptor)
  }

  func notify(_ onProgress: @escaping () -> Void) { self.onProgress = onProgress }
  func stopNotifying() { onProgress = nil }

  func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let (descriptor, place, reserve) = (descriptor, offset, reserveBytes)
    offset += bytes.count
    waitingBytes += bytes.count
    // Keeps the descriptor open until the bytes are written.
    let own = LoopLocal(onLoop: loop, self)
    disk.execute { [sum] in
      bytes.withUnsafeBytes { sum?.value.add($0) }
      let isWritten =
        FileSpool.hasRoom(for: bytes.count, descriptor, reserve: reserve)
        && FileSpool.write(bytes, to: descriptor, at: place)
      own.loop.execute { own.value.wrote(bytes.count, isWritten) }
    }
  }

  /// The SHA-256 of the file, which must be complete.
  func digest(_ completion: @escaping ([UInt8]) -> Void) {
    guard let sum else { return }
    let own = LoopLocal(onLoop: loop, completion)
    disk.execute {
      let digest = sum.value.finish()
      own.loop.execute { own.value(digest) }
    }
  }

  /// Reads bytes that were written. Passes nil if they cannot be read.
  func read(_ range: Range<Int>, _ completion: @escaping ([UInt8]?) -> Void) {
    let own = LoopLocal(onLoop: loop, (spool: self, completion: completion))
    disk.execute { [descriptor] in
      let bytes = FileSpool.read(descriptor, range)
      own.loop.execute { own.value.completion(bytes) }
    }
  }

  private static func read(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: range.count)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { raw in
        pread(descriptor, raw.baseAddress.map { $0 + done }, raw.count - done, off_t(range.lowerBound + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return nil }
      done += count
    }
    return bytes
  }

  private func wrote(_ count: Int, _ isWritten: Bool) {
    waitingBytes -= count
    if !isWritten { hasFailed = true }
    onProgress?()
  }

  /// Whether the reserve remains free after these bytes. A file in memory has no disk.
  private static func hasRoom(for bytes: Int, _ descriptor: Int32, reserve: Int) -> Bool {
    var status = statvfs()
    guard fstatvfs(descriptor, &status) == 0, status.f_blocks > 0 else { return true }
    return Int(status.f_bavail) * Int(status.f_frsize) - bytes >= reserve
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at place: Int) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        pwrite(descriptor, raw.baseAddress.map { $0 + done }, bytes.count - done, off_t(place + done))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
