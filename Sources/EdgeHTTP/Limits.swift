/// Every limit of the edge. A request over a limit gets an error at once, and the process continues.
enum Limits {
  // Requests.
  static let methodBytes = 32
  static let targetBytes = 8 * 1024
  static let headerBytes = 16 * 1024
  static let headerFields = 100
  static let bodyBytes = 2 * 1024 * 1024
  static let chunkExtensionBytes = 256
  static let trailerBytes = 8 * 1024
  static let pathParameters = 4
  static let queryParameters = 100
  static let cursorBytes = 1_024
  static let searchCharacters = 500
  /// A value in a query that another program has made, such as the code of a provider.
  static let opaqueBytes = 4 * 1024
  static let jsonDepth = 64
  static let idempotencyKeyBytes = 255
  static let requestIDBytes = 128
  static let entityTags = 64
  /// The codings in `Accept-Encoding`.
  static let codings = 64

  /// The bytes of a call's argument. The rest of the frame is for the method's name and the meta map.
  static let argumentBytes = 4 * 1024 * 1024 - 16 * 1024

  /// The attempts to gather a list of several pages, if the list changes meanwhile.
  static let gatherings = 8

  // Connections.
  static let connections = 8_192
  /// Further clients that receive a 503 and have time to read it.
  static let rejectedConnections = 8_192
  /// File descriptors for everything except connections.
  static let otherDescriptors = 128
  /// The bytes that a client may send ahead while its request is in flight.
  static let readAheadBytes = 16 * 1024
  /// While more bytes of responses are unsent, no further requests are read.
  static let unsentBytes = 64 * 1024
  /// Requests of one connection that start in one turn of the loop, so that other connections get their turn.
  static let requestsPerTurn: UInt64 = 32

  /// Connections that are read immediately in one turn of the loop. Further ones are read in turns of their users,
  /// until this time has passed or these bytes of responses were written.
  static let readsPerTurn = 128
  static let readNanosecondsPerTurn: UInt64 = 500_000
  static let responseBytesPerTurn = 512 * 1024

  // Calls to a service. Further calls wait at the edge, in one queue per user.
  static let callsInFlight = 256
  static let callsOfUser = 64
  /// Calls in flight per user regardless of their duration. More reads or large calls would only wait in the service,
  /// while small writes share a commit.
  static let callsAtOnce = 2
  static let smallWritesAtOnce = 16
  /// Estimated work of further calls in flight, per user and in total, from the duration of the last similar calls.
  static let userNanoseconds = 5_000_000
  static let allNanoseconds = 10_000_000
  static let smallWritesUserNanoseconds = 40_000_000
  static let smallWritesAllNanoseconds = 100_000_000
  static let gateQuantumNanoseconds = 500_000
  static let nanosecondsPerByte = 4
  static let usualCallNanoseconds = 100_000
  static let longestCallNanoseconds = 50_000_000
  /// While more bytes are unsent, the service does not read fast enough.
  static let unsentCallBytes = 256 * 1024
  /// The estimated work that may wait for a service; further calls are rejected at once. Because durations are
  /// estimates, no call waits longer than `waitNanoseconds` if the backlog is large.
  static let queueNanoseconds = 1_000_000_000
  /// The same for the user with the most waiting work.
  static let userQueueNanoseconds = 5_000_000_000
  static let waitNanoseconds: UInt64 = 650_000_000
  static let backlogNanoseconds = 250_000_000

  // Streams of changes.
  static let streamsOfUser = 16
  static let streams = 4_000
  /// Waiting calls, one per user. A link to a service allows 1,024 calls.
  static let waitsPerLink = 1_000
  static let waitLinks = 4
  /// A call waits for this time, and its caller waits longer by `waitGraceMilliseconds`.
  static let waitMilliseconds = 600_000
  static let waitGraceMilliseconds = 5_000
  static let waitRetryMilliseconds = 200
  /// The shortest time between two events of one user.
  static let eventPauseMilliseconds = 20
  /// While more bytes are unsent, further events are merged into one.
  static let unsentEventBytes = 4 * 1024
  /// A comment is due every 15 s; the edge checks twice a second.
  static let commentMilliseconds: Int64 = 14_500
  static let streamRetryMilliseconds = 1_000
  /// The interval of checks of the tokens of open streams: a revocation must take effect within a second.
  static let streamCheckMilliseconds = 400
  static let tokensPerCheck = 1_024

  // Files that are imported.
  static let fileBytes = 64 << 20
  /// The imports that run at the same time. A file that is still being sent takes none of these places.
  static let imports = 4
  static let importRetrySeconds = 5
  /// One import runs per user; at most this many wait, with this many bytes in total.
  static let waitingImports = 16
  static let waitingImportBytes = 4 * fileBytes
  /// All uploads in progress: their bytes on the disk, and their number.
  static let uploadBytes = 16 * fileBytes
  static let uploads = 64
  /// An upload that takes longer makes room for others if there are too many.
  static let slowUploadMilliseconds = 60_000
  /// Imports of stored content that run at the same time, the interval of looking for them, and that of renewing a
  /// claim.
  static let importOrders = 2
  static let importOrderPollMilliseconds = 5_000
  static let importRenewalMilliseconds = 5_000
  /// The part of a client's time that is left for the response after an import was awaited.
  static let importMarginMilliseconds: Int64 = 1_500
  /// Bodies of connectors that are stored at the same time, per user.
  static let storedBodiesOfUser = 4
  /// The free space that uploads leave on the disk, for the journal.
  static let uploadReserveBytes = 64 << 20
  /// Longer than the running import may take.
  static let importTurnMilliseconds = importMilliseconds + 3 * Int(callMilliseconds)
  /// Bytes of a file that wait for the disk. Reading continues when half of them are written.
  static let spoolBytes = 512 * 1024
  /// The time limit of an upload. The limit for a pause in any body also applies.
  static let uploadMilliseconds: Int64 = 600_000
  /// The time limit for reading the file and writing its entries.
  static let importMilliseconds = 120_000
  /// The longest line from the import process: the report of all problems.
  static let importLineBytes = 4 << 20
  /// The interval and the number of checks whether that process has exited, after its output ended. Then it is killed.
  static let reapMilliseconds = 5
  static let reaps = 40

  // Memory.
  /// The number of equal quotas in the budget. A user, or an address without credentials, may hold one.
  static let shares = 4
  /// Bodies and responses up to this size need no reservation.
  static let smallBytes = 16 * 1024
  /// Bytes of bodies that are parsed as JSON in one turn of the loop; a larger body is parsed alone.
  static let bodyBytesPerTurn = 256 * 1024
  /// Larger replies are converted to JSON on another thread, with a higher `nice` value than the loop.
  static let largeReplyBytes = 64 * 1024
  static let largeReplyNiceness: Int32 = 5
  /// Buffers that every request uses are kept up to this size.
  static let keptBytes = 256 * 1024
  static let keptHeadBytes = 2 * 1024
  /// After a peak above this, free memory is returned to the system.
  static let rushBytes = 8 * 1024 * 1024

  /// Replies of views that are kept: the bytes of all, those of one reply, and how many users share them at least. The
  /// buffer budget gives at most this part of itself.
  static let keptReplyBytes = 16 << 20
  static let keptReplyBytesEach = 16 * 1024
  static let keptReplyUsers = 16
  static let keptReplyShares = 8
  /// Responses from this size on are compressed for clients that accept it.
  static let compressedBytes = 1_024

  // Time.
  static let headerMilliseconds: Int64 = 10_000
  static let bodyMilliseconds: Int64 = 30_000
  static let idleMilliseconds: Int64 = 75_000
  static let writeMilliseconds: Int64 = 30_000
  static let lingerMilliseconds: Int64 = 2_000
  static let callMilliseconds: Int64 = 10_000
  /// For calls that wait for a server of a user.
  static let outboundCallMilliseconds = 25_000
  static let verifyMilliseconds: Int64 = 2_000
  static let healthMilliseconds: Int64 = 1_000
  /// The bytes of a service's metrics in `/metrics`.
  static let figureBytes = 1 << 20
  /// The page of metrics is built at most once in this time.
  static let metricsMilliseconds = 1_000
  /// After the signal to stop, requests in flight may still arrive for this long.
  static let graceMilliseconds = 30
  /// The time that a stopping edge waits for the first request of an accepted connection.
  static let patienceMilliseconds = 1_000
  static let tickMilliseconds: Int64 = 500

  // Credentials.
  /// A revoked token must stop working within a second: half of it is trust, the other half is time for the check.
  static let trustMilliseconds: Int64 = 500
  static let credentialBytes = 8 * 1024
  static let cachedCredentials = 10_000
  /// Unknown tokens that SessionSvc verifies at the same time.
  static let tokenVerifications = 256
  static let waitersPerCredential = 4_096
  /// Failed sign-ins of one address.
  static let signInsOfAddress = AttemptLimit(most: 10, milliseconds: 60_000)
  /// Wrong passwords for one user id, and wrong confirmations in one session.
  static let passwordsOfUser = AttemptLimit(most: 20, milliseconds: 3_600_000)
  static let confirmationsOfSession = AttemptLimit(most: 20, milliseconds: 3_600_000)
  /// Sign-ins that wait for others of the same key, and in total, and those that run.
  static let waitingAttempts = 64
  static let waitingAttemptsOfAll = 1_024
  static let attemptsAtOnce = 600
  /// The time that another edge waits for the turn of an attempt, and that the first edge waits for its end. A sign-in
  /// takes less.
  static let attemptWaitMilliseconds: Int64 = 10_000
  static let attemptLeaseMilliseconds = 30_000
  /// When more keys are counted, those with the fewest failures are removed.
  static let attemptKeys = 4_096
  static let signInBytes = 16 * 1024
  /// A form with a logout token of at most 16 KiB.
  static let formBytes = 32 * 1024
  /// Sign-ins with the provider that are in flight, and the time for the requests to the provider.
  static let providerCalls = 64
  static let providerMilliseconds = 50_000
  /// The pause before the edge asks again for a set-up link.
  static let setUpRetryMilliseconds = 2_000
  static let authorityBytes = 300
  /// Users whose last use of a connector the edge remembers.
  static let countedConnectorUsers = 10_000
  /// Lookups of unknown public links per minute, for one address and in total.
  static let wrongGuessesPerMinute = 60
  static let allWrongGuessesPerMinute = 6_000
  static let countedGuessers = 10_000
  /// Secrets of links that were valid at their last use.
  static let knownSecrets = 10_000
  static let jwtLeewaySeconds: Int64 = 60
  static let userBytes = 128
  static let idBytes = 128

  /// The names that a scan of an inbox reads per folder, and the files that it finds per user and in total.
  static let inboxNames = 10_000
  static let inboxFilesOfUser = 1_000
  static let inboxFiles = 50_000
  /// Changes within this time cause one scan.
  static let inboxNoticeMilliseconds = 500
}
