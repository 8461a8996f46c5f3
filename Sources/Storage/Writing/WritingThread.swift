/// The thread of one connection that writes.
enum WritingThread {
  /// Callers that were answered together tend to come again together. Committing the first of them alone would have the
  /// others wait for a whole sync, so that half of one is well spent on letting them catch up.
  private struct Pace {
    var commands = 1
    var patienceNanoseconds = 0

    init() {}

    init(commands: Int, took nanoseconds: Int) {
      self.commands = commands
      patienceNanoseconds = min(nanoseconds / 2, StorageLimits.longestPatienceNanoseconds)
    }
  }

  static func run(_ driver: any Driver, commands: CommandQueue) {
    var near = GroupWriter(driver)
    var far = RemoteWriter(driver)
    var pace = Pace()
    while true {
      let group = commands.takeGroup(expecting: pace.commands, patienceNanoseconds: pace.patienceNanoseconds)
      if group.isEmpty { return }
      let begun = monotonicNanoseconds()
      if driver.isRemote { far.write(group) } else { near.write(group) }
      pace = Pace(commands: group.count, took: monotonicNanoseconds() - begun)
    }
  }
}

/// A command that ran: what it publishes, or why it was undone.
struct RanCommand {
  var command: any Command
  var publications: [@Sendable () -> Void] = []
  var error: (any Error)?
  /// What shows whether it was committed; nil where nothing does.
  var witness: Query?
  var hasWritten = false

  init(_ command: any Command, _ transaction: Transaction) {
    self.command = command
    publications = transaction.publications
    witness = transaction.witness
    hasWritten = transaction.hasWritten
  }

  init(_ command: any Command, undoneBy error: any Error) {
    self.command = command
    self.error = error
  }
}

extension [RanCommand] {
  /// Once they are on the disk: all is published before anything is answered.
  func answer() {
    for one in self { for publish in one.publications { publish() } }
    for one in self { one.command.answer(one.error) }
  }
}
