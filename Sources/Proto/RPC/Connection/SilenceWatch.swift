/// Finds a peer that does not answer, from regular checks of when it last sent something. Only what stays silent
/// from one check to the next counts, so that a process that was itself asleep between two checks finds no peer silent.
struct SilenceWatch {
  enum Finding: Equatable {
    case nothing
    /// It was silent for a while: ask it to say something.
    case ping
    /// It did not answer that either.
    case silent
  }

  private(set) var isSilent = false
  private var silentChecks = 0
  private var knownReceived: UInt64 = 0

  /// `lastReceived` is when something last came, at first when the peer was connected. While a peer is silent
  /// there is nothing to check: what it sends ends its silence.
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

  /// No call waits for an answer: that the peer sends nothing now means nothing.
  mutating func rest(lastReceived: UInt64) {
    knownReceived = lastReceived
    silentChecks = 0
  }

  /// From the beginning, until something is heard.
  mutating func presumeSilent() {
    isSilent = true
  }

  mutating func receive() {
    isSilent = false
    silentChecks = 0
  }
}
