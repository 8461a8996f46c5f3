import Chronology
import Domain
import Proto

/// The user of a call and the key under which it can be repeated.
struct CallerContext: Sendable {
  var user: String?
  var key: String?
  var digest: [UInt8]?
  var trace: String?
  /// The time of the original call, if this call repeats one of another server.
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

  /// Returns the time that the call uses as now.
  func time(_ now: Instant) -> Instant { ListeningRules.time(of: at, now: now) }

  /// Throws if the deadline has passed: the caller has already received an error.
  func checkTime() throws(Fault) {
    guard context?.millisecondsLeft != 0 else {
      throw Fault(.deadlineExceeded, "the deadline passed while the call was queued; retry later")
    }
  }

  /// Returns the user after checking the form of the id.
  func validUser() throws(Fault) -> String {
    guard let user else { throw Fault(.unauthenticated, "this call requires a user; sign in") }
    guard TextRules.isUserId(user) else {
      throw Fault(.invalid, "the user id must be 1 to 128 characters from A-Z a-z 0-9 . _ : @ | -")
    }
    return user
  }
}
