/// Every bound of the storage layer.
public enum StorageLimits {
  /// Commands in one commit: enough to share the sync among many, few enough that the last waits only milliseconds.
  public static let commandsPerCommit = 512
  /// What the commands of one commit cost together, at most, if one alone does not cost more: about a full batch.
  static let costPerCommit = 512
  /// A command of this cost has others wait so long that it is worth a sync of its own.
  static let dearCommandCost = 64
  /// How long a group waits, at most, for as many commands as the last one had.
  static let longestPatienceNanoseconds = 2_000_000
  /// Commands waiting; with one more, the newest of the user who has most waiting is refused.
  public static let queuedCommands = 16_384
  /// Reads waiting, of all readers together.
  public static let queuedReads = 16_384
  /// What waits in one queue costs so much together, at most: a unit stands for an item or a kibibyte that is held.
  public static let queuedCost = 131_072
  /// A read of this cost, about a millisecond's work, goes to one reader, and leaves the others to small reads. So much
  /// do the small ones of one read transaction cost together, too.
  static let dearReadCost = 64
  /// Reads inside one read transaction: a longer one would keep the write-ahead log from being reset.
  public static let readsPerSnapshot = 64
  /// Another process may hold the write lock for five seconds before our commands fail with `busy`.
  static let busyTries: Int32 = 10_000
  static let busyPauseMicroseconds: UInt32 = 500
  /// The write-ahead log grows to so many pages before it is copied back: a log that is reset often commits slower.
  public static let pagesBeforeCheckpoint = 4_000
  /// A copy is made in bursts of work, each followed by as long a rest, so that it takes half a core at most, and a
  /// commit never waits for more than so much of it to reach the disk.
  static let copyBurstNanoseconds = 5_000_000
  static let longestCopyRestNanoseconds = 20_000_000
  static let copyStepInstructions: Int32 = 1_000
  static let copyUnsyncedBytes = 4 << 20
  /// What a disk must have left beside a copy that is put on it.
  static let copySpareBytes = 8 << 20
  static let writerCacheKibibytes = 8_192
  static let readerCacheKibibytes = 2_048
  static let scratchCacheKibibytes = 65_536

  /// Connections to a server that write, each for its part of the users, and those that read.
  static let remoteWriters = 4
  static let remoteReaders = 4
  static let connectSeconds = 5
  /// The server ends what takes longer. A lock is another host's group, which is soon over.
  static let longestWriteSeconds = 10
  static let longestReadSeconds = 60
  static let longestLockMilliseconds = 2_000
  static let longestMigrationSeconds = 60
  /// A connection that says nothing for so long is lost; the server's own limits come before.
  static let longestReplyNanoseconds = 65_000_000_000
  /// What a message holds at most, in bytes, and how many of them wait; beyond that all of them become one.
  static let messageBytes = 7_900
  static let waitingMessages = 8_192
  /// Messages are at least so far apart, and a lost connection for them is opened again after so long.
  static let messagePauseMilliseconds = 10
  static let messageRetryMilliseconds: Int32 = 500
  /// How often a command is tried that others stood in the way of, and for how long what became of a commit is asked.
  static let triesOfCommand = 8
  static let triesOfLookUp = 40
  static let retryPauseMicroseconds: UInt32 = 2_000
  static let longestRetryPauseMicroseconds: UInt32 = 250_000
  /// Values of one statement: below what a message may hold.
  static let parameterBytes = 64 << 20
  /// What one transaction of a move holds, in whole users, and what is on its way to a server in it.
  static let rowsOfMove = 4_096
  static let bytesOfMove = 4 << 20
  static let usersOfMove = 256
  static let unsettledRows = 1_024
  static let unsettledBytes = 1 << 20
  /// Moves count and empty whole tables.
  static let longestMoveSeconds = 3_600
  /// How long a move waits for a host that was ended a moment ago.
  static let moveLockSeconds = 2
  /// How long a host waits for a move that was ended a moment ago.
  static let sharedLockSeconds = 2
  /// A long result comes in batches: a small one first, since most readers stop early.
  static let firstRowsPerFetch = 128
  static let rowsPerFetch = 512
}
