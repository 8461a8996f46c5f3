/// The part of the reply budget that one peer holds: large replies that are being made, and bytes that it has not read.
final class PeerReplies {
  let owner: ReplyQueue<ReplyBudget.Waiting>.Peer
  private let budget: ReplyBudget
  /// Reserved bytes of replies that are being made, by the serial of the call.
  private var making: [UInt64: Int] = [:]
  private var unread = 0
  /// When the peer last read something, or had nothing to read.
  private(set) var lastRead: UInt64
  private var isClosed = false

  init(_ budget: ReplyBudget, now: UInt64) {
    self.budget = budget
    owner = budget.open()
    lastRead = now
  }

  var isMaking: Bool { !making.isEmpty }

  func began(_ serial: UInt64, _ bytes: Int) {
    making[serial] = bytes
  }

  func ended(_ serial: UInt64) {
    guard let bytes = making.removeValue(forKey: serial) else { return }
    budget.add(-bytes, to: owner)
    closeIfDone()
  }

  @inline(__always)
  func count(unread bytes: Int, now: UInt64) {
    if bytes != unread { change(unread: bytes, now: now) }
  }

  private func change(unread bytes: Int, now: UInt64) {
    guard !isClosed else { return }
    if bytes < unread || unread == 0 { lastRead = now }
    let more = bytes - unread
    unread = bytes
    budget.add(more, to: owner)
  }

  /// Whether bytes wait for the peer and it has read none of them since `time`.
  func hasReadNothing(since time: UInt64) -> Bool {
    unread > 0 && lastRead < time
  }

  /// Replies that are still being made for a closed peer count until they are finished.
  func close(now: UInt64) {
    count(unread: 0, now: now)
    isClosed = true
    closeIfDone()
  }

  private func closeIfDone() {
    if isClosed && making.isEmpty { budget.close(owner) }
  }
}
