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
  private var silentLooks = 0
  private var lastHeard: UInt64 = 0

  /// `heard` is when something last came, at first when the peer was connected. While a peer is silent there is
  /// nothing to look for: it is heard when it is.
  mutating func look(heard: UInt64) -> Finding {
    guard !isSilent else { return .nothing }
    guard heard == lastHeard else {
      lastHeard = heard
      silentLooks = 0
      return .nothing
    }
    silentLooks += 1
    if silentLooks == 1 { return .ping }
    guard silentLooks >= RPCLimits.silentLooks else { return .nothing }
    isSilent = true
    return .silent
  }

  /// No call waits for an answer: that the peer sends nothing now means nothing.
  mutating func rest(heard: UInt64) {
    lastHeard = heard
    silentLooks = 0
  }

  /// From the beginning, until something is heard.
  mutating func presumeSilent() {
    isSilent = true
  }

  mutating func hear() {
    isSilent = false
    silentLooks = 0
  }
}
