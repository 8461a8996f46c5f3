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
  static let writerCacheKibibytes = 8_192
  static let readerCacheKibibytes = 2_048
  static let scratchCacheKibibytes = 65_536
}
