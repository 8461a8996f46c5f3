import CLinux
import Glibc
import Synchronization

/// A pipe that programs inherit only if one of its ends is passed to them.
public final class OwnPipe: Sendable {
  private struct Ends {
    var reading: Int32
    var writing: Int32
  }

  private let ends: Mutex<Ends>

  public init() throws {
    var made: [Int32] = [-1, -1]
    guard pipe2(&made, O_CLOEXEC) == 0 else { throw Program.Failure.notStarted("no pipe") }
    ends = Mutex(Ends(reading: made[0], writing: made[1]))
  }

  deinit {
    closeReading()
    closeWriting()
  }

  public var reading: Int32 { ends.withLock { $0.reading } }
  public var writing: Int32 { ends.withLock { $0.writing } }

  public func closeReading() { close(\.reading) }
  public func closeWriting() { close(\.writing) }

  private func close(_ end: WritableKeyPath<Ends, Int32>) {
    ends.withLock { ends in
      if ends[keyPath: end] >= 0 { Glibc.close(ends[keyPath: end]) }
      ends[keyPath: end] = -1
    }
  }

  public func write(_ text: String) {
    _ = Glibc.write(writing, text, text.utf8.count)
  }

  /// Returns the next line, or nil at the end of the input or after the timeout.
  public func line(within seconds: Int32 = 60) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while true {
      var state = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, seconds * 1_000) == 1, read(reading, &byte, 1) == 1 else { return nil }
      if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }
}
