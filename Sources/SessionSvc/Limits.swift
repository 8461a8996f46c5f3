/// Every bound of the session service.
enum SessionLimits {
  static let pageSizes = 1...200
  static let pageSize = 50
  /// What the items of a page may take of a frame of four mebibytes.
  static let pageBytes = 3 << 20
  /// What room is kept for while a page is made: for each item, for the ids of a page of users, for a part of an export
  /// with its rows.
  static let itemBytes = 20 << 10
  static let userPageBytes = 1 << 20
  static let exportReadBytes = 1 << 20
  static let faultFieldsPerItem = 20
  /// What one call of a searched list goes through at most, and its texts once for each word that is looked for.
  static let rowsPerSearch = 5_000
  static let searchBytes = 8 << 20
  /// What a search costs beside other reads.
  static let searchCost = 400
  /// Journal ends kept in memory, at most; a user who is not among them costs a read.
  static let hotHeads = 65_536
  static let headsPerCall = 4_096
  /// Calls that wait for a journal to go on: of one user, and in all. One of an edge waits for all streams of its user.
  static let waitsOfUser = 64
  static let waits = 8_192
  /// A wait that is to be longer ends after this.
  static let longestWaitMilliseconds = 3_600_000
  /// How often it is looked for waits that are over.
  static let waitCheckMilliseconds = 250
  /// Where several hosts write: how often the database is asked about users who are waited for, and about how many at
  /// once. It stays below what counts as a dear read.
  static let hostPaceMilliseconds = 150
  static let headsPerRound = 480
  /// How often it is asked which accounts other hosts delete.
  static let erasurePollMilliseconds = 1_000
  /// Marks of deleted accounts are kept for hosts that are away, and a host reads further back than where it ended:
  /// clocks differ, and transactions take their time.
  static let erasureMarkSeconds: Int64 = 30 * 86_400
  static let erasureOverlapSeconds: Int64 = 600
  /// After so long the deletion that another host has begun is taken over.
  static let erasureInheritMilliseconds = 30_000
  /// Users of whom it is known which area was touched when, waited for or not.
  static let watchedUsers = 16_384
  /// Behind more events than this, all areas are taken to differ.
  static let eventsPerWait = 5_000
  static let tokensPerCheck = 1_024
  static let journalBytes = 1 << 20
  /// Well below the frame's four mebibytes, since the last event may go past it.
  static let mostJournalBytes = 3 << 20
  static let usersPerPage = 1_000
  static let mostUsersPerPage = 10_000
  /// A key is kept for a day at least; an hour more costs little and forgives clocks.
  static let keySeconds: Int64 = 25 * 3_600
  /// Few enough that no command of a user waits long for them.
  static let keysPerPurge = 50
  static let purgeIntervalMilliseconds = 600_000
  /// How long the database is kept as it was before its schema changed.
  static let oldSchemaSeconds = 30 * 86_400
  static let longestKey = 9_000
  /// How long the answer to a deletion waits for the end of it; the edge waits ten seconds for the answer.
  static let erasureWaitMilliseconds = 8_000
  /// The edge trusts a token for half a second, and a call that it let in waits ten seconds for its turn at most.
  static let erasedUserHoldMilliseconds = 11_000
  /// Rows of a deleted account that go in one commit, and what that costs beside other commands.
  static let erasedRows = 500
  static let erasureCost = 128
  /// The pause before what has failed is tried again: twice as long each time, up to the longest.
  static let erasurePauseMilliseconds = 200
  static let longestErasurePauseMilliseconds = 60_000
  /// After the files were rewritten they are left alone for so many times as long.
  static let scrubRestFactor = 10
  /// Calls of views that wait for accounts to erase.
  static let erasureWaits = 64
  /// Good ones that a user has; one browser more ends the oldest, one token more is refused.
  static let tokensOfUser = 100
  static let browsersOfUser = 50
  /// Those that ended are kept for a while, and the last of them for longer.
  static let tokenRowsOfUser = 1_000
  static let endedTokens = 100
  static let endedTokenSeconds: Int64 = 300
  /// Uses in memory that wait to be written, and those of one write.
  static let tokenUses = 10_000
  static let tokenUsesPerWrite = 200
  static let tokenUseMilliseconds = 60_000
  /// Made tokens that are shown again to a call that is sent again, where its key is too short to seal them.
  static let madeTokens = 256
  /// A key of fewer characters is guessed too easily to keep a token by it; a UUID has 36.
  static let sealingKeyLength = 20
  /// A page of an export ends behind the row that passes this; the longest row still fits beside it.
  static let exportBytes = 256 << 10
  static let exportCost = 256
  /// What is read at once of a list that is not read row by row.
  static let exportItems = 500
  /// A page of the journal of a user whose head is not in memory, which may be a long one.
  static let unknownJournalCost = 64
}
