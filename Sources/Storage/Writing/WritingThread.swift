/// The thread of one writing connection.
enum WritingThread {
  /// Callers that completed together often return together. Committing the first alone would delay the others by a
  /// whole sync, so the writer waits up to half a sync for them.
  private struct Pace {
    var commands = 1
    var waitNanoseconds = 0

    init() {}

    init(commands: Int, took nanoseconds: Int) {
      self.commands = commands
      waitNanoseconds = min(nanoseconds / 2, StorageLimits.longestGroupWaitNanoseconds)
    }
  }

  static func run(_ driver: any Driver, commands: CommandQueue) {
    var local = GroupWriter(driver)
    var remote = RemoteWriter(driver)
    var pace = Pace()
    while true {
      let group = commands.takeGroup(expecting: pace.commands, waitNanoseconds: pace.waitNanoseconds)
      if group.isEmpty { return }
      let begun = monotonicNanoseconds()
      if driver.isRemote { remote.write(group) } else { local.write(group) }
      pace = Pace(commands: group.count, took: monotonicNanoseconds() - begun)
    }
  }
}

/// A command that ran, with what it publishes or why it was rolled back.
struct RanCommand {
  var command: any Command
  var publications: [@Sendable () -> Void] = []
  var error: (any Error)?
  /// Shows whether the command was committed; nil if nothing does.
  var commitProof: Query?
  var hasWritten = false

  init(_ command: any Command, _ transaction: Transaction) {
    self.command = command
    publications = transaction.publications
    commitProof = transaction.commitProof
    hasWritten = transaction.hasWritten
  }

  init(_ command: any Command, undoneBy error: any Error) {
    self.command = command
    self.error = error
  }
}

extension [RanCommand] {
  /// Called after the commit. Publishes everything before any command completes.
  func complete() {
    for one in self { for publish in one.publications { publish() } }
    for one in self { one.command.complete(with: one.error) }
  }
}
