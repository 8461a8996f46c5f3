/// Detects a silent peer by regular checks of when it last sent something. It counts silent checks instead of time, so
/// that a process that was suspended between two checks does not find its peers silent.
struct SilenceWatch {
  enum Finding: Equatable {
    case nothing
    /// The peer was silent since the last check: send a ping.
    case ping
    /// The peer has not responded to the ping.
    case silent
  }

  private(set) var isSilent = false
  private var silentChecks = 0
  private var knownReceived: UInt64 = 0

  /// `lastReceived` is when the peer last sent something, or connected. A silent peer needs no checks: it stays silent
  /// until it sends something.
  mutating func check(lastReceived: UInt64) -> Finding {
    guard !isSilent else { return .nothing }
    guard lastReceived == knownReceived else {
      knownReceived = lastReceived
      silentChecks = 0
      return .nothing
    }
    silentChecks += 1
    if silentChecks == 1 { return .ping }
    guard silentChecks >= RPCLimits.silentChecks else { return .nothing }
    isSilent = true
    return .silent
  }

  /// No call is in flight, so the peer may be silent.
  mutating func rest(lastReceived: UInt64) {
    knownReceived = lastReceived
    silentChecks = 0
  }

  /// Treats the peer as silent until it sends something.
  mutating func presumeSilent() {
    isSilent = true
  }

  mutating func receive() {
    isSilent = false
    silentChecks = 0
  }
}
