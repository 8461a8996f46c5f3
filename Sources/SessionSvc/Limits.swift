/// Every limit of the session service.
enum SessionLimits {
  static let pageSizes = 1...200
  /// Links of a person to accounts at the provider.
  static let linksOfUser = 20
  static let appCodeSeconds: Int64 = 60
  /// A logout token is accepted this long before and after its time.
  static let logoutTokenSeconds: Int64 = 600
  /// The time that a call to the outbound service may take in addition to the request that it makes.
  static let outboundGraceMilliseconds = 2_000
  static let pageSize = 50
  /// The longest stored problem of a connector.
  static let problemCharacters = 500
  /// The cost of a piece of a file, relative to other rows, and that of moving or deleting a folder.
  static let fileChunkCost = 16
  static let folderCost = 64
  /// The pieces that are deleted in one transaction.
  static let chunksPerSlice = 8
  /// Content of a user that no file has, and how long it is kept.
  static let uploadBytesOfUser = 256 << 20
  static let uploadSeconds: Int64 = 3_600
  /// Pending imports of stored content per user, and the number that a search for one that may run reads.
  static let importOrdersOfUser = 1_000
  static let importBytesOfUser = 768 << 20
  static let importCandidates = 32
  /// The imports that the history keeps per user, and the longest name of a file in it.
  static let keptImports = 200
  static let importNameCharacters = 200
  /// An import is tried so often. A claim that is not renewed ends after some seconds.
  static let importAttempts = 5
  static let importClaimSeconds: Int64 = 20
  static let importPauseSeconds: Int64 = 10
  /// Documents that are linked to works, per user.
  static let documentLinks = 50_000
  /// The works that are compared with the title of a document.
  static let worksBeingRead = 1_000
  /// The time that a receiver of webhooks has.
  static let deliveryMilliseconds = 15_000
  /// Longer than an attempt takes.
  static let deliveryLeaseSeconds: Int64 = 60
  /// The events that wait for one webhook.
  static let waitingDeliveries = 1_000
  static let deliveriesAtOnce = 8
  static let deliveriesOfUserAtOnce = 2
  /// The pause of deliveries if the outbound service is unavailable, or the secret key is another one.
  static let outboundRetrySeconds: Int64 = 5
  static let keyRetrySeconds: Int64 = 3_600
  /// The events that one transaction searches, and its cost.
  static let eventsPerSearch = 500
  static let searchWriteCost = 8
  static let eventsWithCauses: Int64 = 2_000
  static let standingsMilliseconds = 2_000
  static let webhookTickMilliseconds = 1_000
  static let connectionTestMilliseconds = 10_000
  /// A run that brings no page for this time is taken over.
  static let connectionLeaseSeconds: Int64 = 180
  static let dueConnections = 64
  /// The sessions of one page, and the deleted sessions of a user that are stored.
  static let foreignSessions = 1_000
  static let deletedSessions = 10_000
  /// Results of look-ups in memory, and the time for which they are used.
  static let keptLookups = 500
  static let lookupSeconds: Int64 = 86_400
  /// Calls to other servers that one user waits for.
  static let outboundCallsOfUser = 2
  /// The items of a page, within a frame of four mebibytes.
  static let pageBytes = 3 << 20
  /// The memory reserved for building a page: per item, for a page of user ids, and for a part of an export with its
  /// rows.
  static let itemBytes = 20 << 10
  static let userPageBytes = 1 << 20
  static let exportReadBytes = 1 << 20
  static let faultFieldsPerItem = 20
  /// The rows that one search reads, and their bytes, counted once per search word.
  static let rowsPerSearch = 5_000
  static let searchBytes = 8 << 20
  /// The objects of one kind that a search over all kinds reads, and the bytes of the works that it returns.
  static let searchedRows = 200_000
  static let searchReplyBytes = 2 << 20
  /// The cost of a search, relative to other reads.
  static let searchCost = 400
  /// Feeds that are read one after the other, and the pause until a feed is read again.
  static let feedsPerRound = 8
  static let feedSeconds: Int64 = 86_400
  static let feedPauseMilliseconds = 60_000
  static let shortFeedPauseMilliseconds = 1_000
  /// The time for reading a feed and for the call itself.
  static let feedMilliseconds = 40_000
  /// An episode is looked up this often.
  static let feedMisses = 14
  /// Episodes that are looked up at once, and the bytes of their guids and URLs.
  static let episodesPerFeed = 500
  static let feedNameBytes = 1 << 20
  /// The memory reserved for a list of subscriptions and for one of listens.
  static let subscriptionListBytes = 4 << 20
  static let listenListBytes = 2 << 20
  /// The cost of a list of listens.
  static let listenListCost = 100
  /// The cost of an imported book, which may change a work and an entry.
  static let importedBookCost = 2
  /// The stories that one call compares with the works.
  static let storiesPerMatching = 2_000
  /// Journal heads in memory. Any other user costs a read.
  static let hotHeads = 65_536
  static let headsPerCall = 4_096
  /// Committed events that are kept in memory, per user and in total. Views read others from the database.
  static let recentEventBytesOfUser = 8 << 10
  static let recentEventBytes = 4 << 20
  /// Calls that wait for journal events, per user and in total. Each edge has one such call for all streams of a user.
  static let waitsOfUser = 64
  static let waits = 8_192
  /// A longer wait ends after this time.
  static let longestWaitMilliseconds = 3_600_000
  /// The interval for ending overdue waits.
  static let waitCheckMilliseconds = 250
  /// With several hosts: the interval for reading the heads of waiting users, and the users per read, which stays below
  /// the cost of an expensive read.
  static let hostPollMilliseconds = 150
  static let headsPerRound = 480
  /// The interval for reading the accounts that other hosts delete.
  static let erasurePollMilliseconds = 1_000
  /// Records of deleted accounts are kept for unavailable hosts. A host reads a bit further back than it got, because
  /// clocks differ and transactions take time.
  static let erasureMarkSeconds: Int64 = 30 * 86_400
  static let erasureOverlapSeconds: Int64 = 600
  /// After this time a host takes over another host's deletion.
  static let erasureTakeoverMilliseconds = 30_000
  /// Users whose changed areas are tracked.
  static let watchedUsers = 16_384
  /// If more events have been missed, all areas are reported as changed.
  static let eventsPerWait = 5_000
  static let tokensPerCheck = 1_024
  static let journalBytes = 1 << 20
  /// The last event may exceed this, so it is well below the frame's four mebibytes.
  static let mostJournalBytes = 3 << 20
  static let usersPerPage = 1_000
  static let mostUsersPerPage = 10_000
  /// A response is kept for a day, plus an hour for clock differences.
  static let keySeconds: Int64 = 25 * 3_600
  /// A small batch, so that no command waits long.
  static let keysPerPurge = 50
  static let purgeIntervalMilliseconds = 600_000
  /// The time for which the copy of an old schema is kept.
  static let oldSchemaSeconds = 30 * 86_400
  static let longestKey = 9_000
  /// The longest wait for a deletion. The edge waits ten seconds for the response.
  static let erasureWaitMilliseconds = 8_000
  /// The edge caches a token for half a second, and an accepted call may be queued for ten seconds.
  static let erasedUserHoldMilliseconds = 11_000
  /// The rows of a deleted account per commit, and their cost.
  static let erasedRows = 500
  static let erasureCost = 128
  /// The first and the longest pause before a retry. The pause doubles each time.
  static let erasurePauseMilliseconds = 200
  static let longestErasurePauseMilliseconds = 60_000
  /// After the files were scrubbed, the next scrub waits this many times as long.
  static let scrubRestFactor = 10
  /// Calls of views that wait for deleted accounts.
  static let erasureWaits = 64
  /// Valid tokens per user. A further browser ends the oldest one; a further token is rejected.
  static let tokensOfUser = 100
  static let browsersOfUser = 50
  /// Hashes of passwords that are computed at once, and that wait.
  static let passwordThreads = 2
  static let waitingPasswords = 32
  /// Other requests go first if there are few cores.
  static let passwordNiceness: Int32 = 10
  /// The recent sign-ins of a person, and failed ones that are not stored yet.
  static let signInsOfUser: Int64 = 200
  static let waitingSignIns = 1_000
  static let userAgentCharacters = 500
  static let openInvitations = 1_000
  static let passkeysOfUser = 20
  /// Ended tokens are kept for a while, and the most recent ones longer.
  static let tokenRowsOfUser = 1_000
  static let endedTokens = 100
  static let endedTokenSeconds: Int64 = 300
  /// Uses in memory, and uses per write.
  static let tokenUses = 10_000
  static let tokenUsesPerWrite = 200
  static let tokenUseMilliseconds = 60_000
  /// Created tokens in memory, for repeated calls whose key is too short to encrypt the token.
  static let madeTokens = 256
  /// A shorter key is too easy to guess. A UUID has 36 characters.
  static let sealingKeyLength = 20
  /// A page of an export ends after the row that exceeds this. The longest row still fits into a frame.
  static let exportBytes = 256 << 10
  static let exportCost = 256
  /// Tracks per read of an export.
  static let exportTracks = 100
  /// The memory for reading a track, and the cost of it.
  static let trackReadBytes = 4 << 20
  static let trackCost = 32
  /// Items per read of a list that is not read row by row.
  static let exportItems = 500
  /// Covers per read of an export.
  static let exportCovers = 50
  /// The memory for reading a cover, and the cost of it.
  static let coverReadBytes = 2 << 20
  static let coverCost = 32
  /// The time for fetching a cover.
  static let coverMilliseconds = 15_000
  /// The cost of reading the journal of a user whose head is not in memory.
  static let unknownJournalCost = 64
}
