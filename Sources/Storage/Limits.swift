/// Every limit of the storage layer.
public enum StorageLimits {
  /// Commands per commit: enough to share one sync, few enough to delay the last one by only milliseconds.
  public static let commandsPerCommit = 512
  /// The total cost of the commands in one commit, about one full batch. A single command may exceed it.
  static let costPerCommit = 512
  /// A command of this cost starts a new group, because it delays the others.
  static let expensiveCommandCost = 64
  /// The longest time that a group waits for as many commands as the previous one had.
  static let longestGroupWaitNanoseconds = 2_000_000
  /// After a failed command, the commands of this time run after savepoints.
  static let savepointNanoseconds = 1_000_000_000
  /// Queued commands. Beyond this, the newest command of the user with the longest queue is rejected.
  public static let queuedCommands = 16_384
  /// Queued reads of all readers.
  public static let queuedReads = 16_384
  /// The total cost in one queue. A unit is about one item or one kibibyte.
  public static let queuedCost = 131_072
  /// A read of this cost takes about a millisecond. One reader runs these reads; the others run cheap ones. It is also
  /// the total cost of the cheap reads in one transaction.
  static let expensiveReadCost = 64
  /// Reads per transaction. A longer one would keep the write-ahead log from being reset.
  public static let readsPerSnapshot = 64
  /// Another process may hold the write lock for five seconds before commands fail with `busy`.
  static let busyTries = 10_000
  /// The removal of remains may hold up the writers for a fraction of a second at each attempt.
  static let scrubTries = 500
  static let busyPauseMicroseconds: UInt32 = 500
  /// The log's size in pages before it is copied into the file. Frequent resets make commits slower.
  public static let pagesBeforeCheckpoint = 4_000
  /// A copy works in bursts and rests as long after each, so it uses at most half a core. The limit on unsynced bytes
  /// bounds how long a commit waits for the copy's data.
  static let copyBurstNanoseconds = 5_000_000
  static let longestCopyRestNanoseconds = 20_000_000
  static let copyStepInstructions: Int32 = 1_000
  static let copyUnsyncedBytes = 4 << 20
  /// Free space that must remain after a copy.
  static let copySpareBytes = 8 << 20
  static let writerCacheKibibytes = 8_192
  static let readerCacheKibibytes = 2_048
  static let scratchCacheKibibytes = 65_536

  /// Connections to a server. Each writer serves its part of the users.
  static let remoteWriters = 4
  static let remoteReaders = 4
  static let connectSeconds = 5
  /// The server ends slower statements. A lock belongs to another host's group, which ends soon.
  static let longestWriteSeconds = 10
  static let longestReadSeconds = 60
  static let longestLockMilliseconds = 2_000
  static let longestMigrationSeconds = 60
  /// A connection without a reply for this long is lost. The server's own limits are shorter.
  static let longestReplyNanoseconds = 65_000_000_000
  /// The size of a message and the number of queued words. Beyond it, words are dropped, and the receivers find the
  /// changes when they poll.
  static let messageBytes = 7_900
  static let waitingMessages = 8_192
  /// The pause between messages, and before a lost message connection is reopened.
  static let messagePauseMilliseconds = 10
  static let messageRetryMilliseconds: Int32 = 500
  /// Attempts of a command after conflicts, and attempts to find the outcome of a commit.
  static let triesOfCommand = 8
  static let triesOfLookUp = 40
  static let retryPauseMicroseconds: UInt32 = 2_000
  static let longestRetryPauseMicroseconds: UInt32 = 250_000
  /// The size of one statement's values, below the protocol's limit for a message.
  static let parameterBytes = 64 << 20
  /// The contents of one transaction of a move, in whole users, and the rows sent to a server without waiting.
  static let rowsOfMove = 4_096
  static let bytesOfMove = 4 << 20
  static let usersOfMove = 256
  static let unsettledRows = 1_024
  static let unsettledBytes = 1 << 20
  /// A move counts and empties whole tables.
  static let longestMoveSeconds = 3_600
  /// The longest wait of a move for a host that has just stopped.
  static let moveLockSeconds = 2
  /// The longest wait of a host for a move that has just stopped.
  static let sharedLockSeconds = 2
  /// Long results are fetched in batches, a small one first because most readers stop early.
  static let firstRowsPerFetch = 128
  static let rowsPerFetch = 512
}
