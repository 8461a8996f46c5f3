import CLinux
import Glibc
import Synchronization

/// Exchanges words with the other processes of a database, on a dedicated thread. Any word may be lost, so a word is
/// only a hint to read the database.
final class Messages: Sendable {
  private struct State {
    var words: Set<String> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Wakes the thread, which owns this descriptor.
  private let wake: Int32
  private let driver: any Driver
  private let received: @Sendable ([String]) -> Void

  /// Calls `received` on the thread. An empty list means that words may have been lost.
  init(_ driver: any Driver, received: @escaping @Sendable ([String]) -> Void) throws {
    wake = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wake >= 0 else { throw DatabaseError(system: errno, "cannot create an eventfd") }
    self.driver = driver
    self.received = received
    do {
      // An unresponsive server may block this thread for long, so `close` does not wait for it.
      try WorkerThread { [self] in run() }.detach()
    } catch {
      Glibc.close(wake)
      throw error
    }
  }

  /// Combines many words into few messages.
  func send(_ word: String) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.words.isEmpty { eventfd_write(wake, 1) }
      if state.words.count < StorageLimits.waitingMessages { state.words.insert(word) }
    }
  }

  func close() {
    state.withLock { state in
      if !state.isClosed { eventfd_write(wake, 1) }
      state.isClosed = true
    }
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  private func run() {
    while !isClosed {
      do {
        guard let link = try driver.openMessages() else { break }
        received([])
        while !isClosed { try exchange(link) }
      } catch {
        waitUntilReady(nil, StorageLimits.messageRetryMilliseconds)
      }
    }
    state.withLock { state in
      state.isClosed = true
      Glibc.close(wake)
    }
  }

  /// Sends the queued words and passes on the received ones.
  private func exchange(_ link: any MessageLink) throws {
    waitUntilReady(link.descriptor, -1)
    let words = state.withLock { state in
      defer { state.words = [] }
      return state.words
    }
    for text in Self.texts(words) { try link.send(text) }
    let texts = try link.receive()
    if !texts.isEmpty { received(texts.flatMap { $0.split(separator: "\n").map(String.init) }) }
    if !words.isEmpty { usleep(UInt32(StorageLimits.messagePauseMilliseconds) * 1_000) }
  }

  private func waitUntilReady(_ descriptor: Int32?, _ milliseconds: Int32) {
    var ready = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&ready, 2, milliseconds)
    var count: eventfd_t = 0
    eventfd_read(wake, &count)
  }

  /// Packs the words into as few messages as possible.
  static func texts(_ words: Set<String>) -> [String] {
    var texts: [String] = []
    var last = ""
    for word in words where word.utf8.count < StorageLimits.messageBytes {
      if last.utf8.count + word.utf8.count >= StorageLimits.messageBytes {
        texts.append(last)
        last = ""
      }
      last += last.isEmpty ? word : "\n" + word
    }
    return last.isEmpty ? texts : texts + [last]
  }
}
