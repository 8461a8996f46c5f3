/// The part of the memory budget that a connection holds, and the quota that it counts to.
struct HeldMemory {
  let addressQuota: Quota
  /// The user's quota once a request had valid credentials.
  private(set) var quota: Quota
  private(set) var bytes = 0
  private(set) var since: UInt64 = 0
  /// Reserved for a body or a response to come.
  private(set) var reserved = 0
  private(set) var hasBody = false
  /// The limit that the request waits for, as it was when it began to wait.
  private(set) var awaitedLimit = AdmissionLimit.memory
  /// The large part of the response that is being sent is kept elsewhere anyway.
  private var isTailShared = false

  init(address: Quota) {
    addressQuota = address
    quota = address
  }

  var isAuthenticated: Bool { quota !== addressQuota }

  mutating func move(to other: Quota, _ quotas: Quotas) {
    release()
    quotas.move(bytes, from: quota, to: other)
    quota = other
  }

  mutating func reserve(_ count: Int, isBody: Bool) {
    reserved = count
    // A chunked body reserves memory when it turns out to be large.
    guard isBody, count > 0, !hasBody else { return }
    hasBody = true
    quota.beginBody()
  }

  mutating func wait(for limit: AdmissionLimit) { awaitedLimit = limit }

  mutating func release() {
    reserved = 0
    guard hasBody else { return }
    hasBody = false
    quota.endBody()
  }

  mutating func beginTail(isShared: Bool) { isTailShared = isShared }

  /// Counts `received` and what the client has not read; returns by how much the held bytes have grown.
  mutating func update(received: Int, output: Int, tail: Int, _ quotas: Quotas, now: UInt64) -> Int {
    set(max(reserved, received) + output - (isTailShared ? tail : 0), quotas, now: now)
  }

  mutating func set(_ count: Int, _ quotas: Quotas, now: UInt64) -> Int {
    let change = count - bytes
    guard change != 0 else { return 0 }
    if bytes == 0 { since = now }
    bytes = count
    quotas.add(change, to: quota)
    return change
  }
}
