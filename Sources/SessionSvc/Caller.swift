import Chronology
import Domain
import Proto

/// The user whose call it is, and the key under which it may be sent again.
struct Caller: Sendable {
  var user: String?
  var key: String?
  var digest: [UInt8]?
  var trace: String?
  /// When the call was first made, where it repeats one of another server.
  var at: Instant?
  private var context: CallContext?

  init(user: String?, key: String? = nil, digest: [UInt8]? = nil, trace: String? = nil, at: Instant? = nil) {
    self.user = user
    self.key = key
    self.digest = digest
    self.trace = trace
    self.at = at
  }

  init(_ context: CallContext) {
    self.init(user: context.user, key: context.key, digest: context.digest, trace: context.trace, at: context.at)
    if context.deadline != nil { self.context = context }
  }

  /// The instant that counts as now for the call.
  func time(_ now: Instant) -> Instant { ListeningRules.time(of: at, now: now) }

  /// Where the caller no longer waits, the call has been answered in the meantime, and its work is dropped.
  func checkTime() throws(Fault) {
    guard context?.millisecondsLeft != 0 else {
      throw Fault(.deadlineExceeded, "the deadline passed while the call waited its turn")
    }
  }

  /// The user, whose name must have the form that every account's has.
  func validUser() throws(Fault) -> String {
    guard let user else { throw Fault(.unauthenticated, "this call needs a user, and none is named") }
    guard TextRules.isUserId(user) else {
      throw Fault(.invalid, "the user's id must be 1 to 128 characters of A-Z a-z 0-9 . _ : @ | -")
    }
    return user
  }
}
