/// What one peer holds of the desk's budget: answers that are being made for it, and bytes that it has not read.
final class PeerAccount {
  let place: BulkTurns<BulkDesk.Waiting>.Peer
  private let desk: BulkDesk
  /// Answers that are being made, by their calls' serials.
  private var making: [UInt64: Int] = [:]
  private var unread = 0
  /// When the peer last read something, or had nothing to read.
  private(set) var lastRead: UInt64
  private var isGone = false

  init(_ desk: BulkDesk, now: UInt64) {
    self.desk = desk
    place = desk.open()
    lastRead = now
  }

  var isMaking: Bool { !making.isEmpty }

  func began(_ serial: UInt64, _ bytes: Int) {
    making[serial] = bytes
  }

  func ended(_ serial: UInt64) {
    guard let bytes = making.removeValue(forKey: serial) else { return }
    desk.add(-bytes, to: place)
    closeIfDone()
  }

  @inline(__always)
  func count(unread bytes: Int, now: UInt64) {
    if bytes != unread { change(unread: bytes, now: now) }
  }

  private func change(unread bytes: Int, now: UInt64) {
    guard !isGone else { return }
    if bytes < unread || unread == 0 { lastRead = now }
    let more = bytes - unread
    unread = bytes
    desk.add(more, to: place)
  }

  /// It has taken nothing of what waits for it since then.
  func hasReadNothing(since time: UInt64) -> Bool {
    unread > 0 && lastRead < time
  }

  /// What is still being made for a peer that has gone counts until it is made.
  func close(now: UInt64) {
    count(unread: 0, now: now)
    isGone = true
    closeIfDone()
  }

  private func closeIfDone() {
    if isGone && making.isEmpty { desk.close(place) }
  }
}
