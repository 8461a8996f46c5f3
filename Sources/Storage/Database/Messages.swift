import CLinux
import Glibc
import Synchronization

/// Words between the processes that work on one database, sent and received by a thread of its own. Any of them may
/// get lost, so that nothing may rest on them alone: they say that it is time to ask.
final class Messages: Sendable {
  private struct State {
    var words: Set<String> = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Written to when there is something to do for the thread, which owns it.
  private let wake: Int32
  private let driver: any Driver
  private let received: @Sendable ([String]) -> Void

  /// `received` is called on the thread, and with no word at all where some may have been lost.
  init(_ driver: any Driver, received: @escaping @Sendable ([String]) -> Void) throws {
    wake = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard wake >= 0 else { throw DatabaseError(system: errno, "no event can be made") }
    self.driver = driver
    self.received = received
    do {
      // A server that does not answer may hold it up for long: nobody waits for its end.
      try WorkerThread { [self] in run() }.detach()
    } catch {
      Glibc.close(wake)
      throw error
    }
  }

  /// Many at once become few messages.
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
        while !isClosed { try pass(link) }
      } catch {
        rest(nil, StorageLimits.messageRetryMilliseconds)
      }
    }
    state.withLock { state in
      state.isClosed = true
      Glibc.close(wake)
    }
  }

  /// One turn: what waits is sent, what has come is handed on.
  private func pass(_ link: any MessageLink) throws {
    rest(link.descriptor, -1)
    let words = state.withLock { state in
      defer { state.words = [] }
      return state.words
    }
    for text in Self.texts(words) { try link.send(text) }
    let texts = try link.receive()
    if !texts.isEmpty { received(texts.flatMap { $0.split(separator: "\n").map(String.init) }) }
    if !words.isEmpty { usleep(UInt32(StorageLimits.messagePauseMilliseconds) * 1_000) }
  }

  private func rest(_ descriptor: Int32?, _ milliseconds: Int32) {
    var ready = [
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    poll(&ready, 2, milliseconds)
    var count: eventfd_t = 0
    eventfd_read(wake, &count)
  }

  /// Words in as few messages as they fit into.
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
