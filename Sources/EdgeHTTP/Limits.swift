/// Every bound of the edge. Past one of them the answer is quick and clear, and the process stays up.
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
  static let jsonDepth = 64
  static let idempotencyKeyBytes = 255
  static let requestIDBytes = 128
  static let entityTags = 64
  /// Codings that a client names as acceptable.
  static let codings = 64

  /// What an argument may take of an internal frame: room is left for the method's name and the meta map.
  static let argumentBytes = 4 * 1024 * 1024 - 16 * 1024

  /// How often an answer in pages is begun, where what it shows changes while it is read.
  static let gatherings = 8

  // Connections.
  static let connections = 8_192
  /// Beyond those: clients that are given their 503, and time to read it.
  static let turnedAway = 1_024
  /// Descriptors for everything but connections.
  static let otherDescriptors = 128
  /// How far a client may send ahead while its request is being answered.
  static let readAheadBytes = 16 * 1024
  /// Unsent answers above this stop the reading of further requests.
  static let unsentBytes = 64 * 1024
  /// Requests of one connection that are begun in one turn of the loop: others have their turn between.
  static let requestsPerTurn: UInt64 = 32

  /// Connections that are read from as soon as they have sent something; more in one turn of the loop are read by
  /// account in turn, for so long a turn, or until so much was answered.
  static let readsPerTurn = 128
  static let readNanosecondsPerTurn: UInt64 = 500_000
  static let answerBytesPerTurn = 512 * 1024

  // Calls to a service. What is beyond waits at the edge, in a line for each user.
  static let callsInFlight = 256
  static let callsOfUser = 64
  /// So many a user may have there however long they take. More reads or large calls would only wait there, while small
  /// writes share a commit.
  static let callsAtOnce = 2
  static let smallWritesAtOnce = 16
  /// Beyond those, what a user and all together may give a service to do, by how long the last such calls took.
  static let userNanoseconds = 5_000_000
  static let allNanoseconds = 10_000_000
  static let smallWritesUserNanoseconds = 40_000_000
  static let smallWritesAllNanoseconds = 100_000_000
  static let gateQuantumNanoseconds = 500_000
  static let nanosecondsPerByte = 4
  static let usualCallNanoseconds = 100_000
  static let longestCallNanoseconds = 50_000_000
  /// Above this the service does not keep up with reading.
  static let unsentCallBytes = 256 * 1024
  /// More work than this does not wait for a service: the rest is refused at once. How long each call takes is a guess,
  /// so no call waits longer than this either, where much waits.
  static let queueNanoseconds = 1_000_000_000
  static let waitNanoseconds: UInt64 = 650_000_000
  static let backlogNanoseconds = 250_000_000

  // Streams of changes.
  static let streamsOfUser = 16
  static let streams = 4_000
  /// Of those that wait, one for each user; one link to a service has room for 1,024 calls.
  static let waitsPerLink = 1_000
  static let waitLinks = 4
  /// A call waits so long, and its caller somewhat longer.
  static let waitMilliseconds = 600_000
  static let waitGraceMilliseconds = 5_000
  static let waitRetryMilliseconds = 200
  /// Events of one user are at least so far apart.
  static let eventPauseMilliseconds = 20
  /// Behind so much that the client has not read, further events become one.
  static let unsentEventBytes = 4 * 1024
  /// A comment is due every 15 s; it is looked for twice a second.
  static let commentMilliseconds: Int64 = 14_500
  static let streamRetryMilliseconds = 1_000
  /// How often it is asked whether the tokens of open streams are still good: an end must be noticed within a second.
  static let streamCheckMilliseconds = 400
  static let tokensPerCheck = 1_024

  // Files that are imported.
  static let fileBytes = 64 << 20
  static let imports = 4
  static let importRetrySeconds = 5
  /// Of a user one import runs at a time: so many wait for it, of so many bytes together.
  static let waitingImports = 16
  static let waitingImportBytes = 4 * fileBytes
  /// Longer than what they wait for may take.
  static let importTurnMilliseconds = importMilliseconds + 3 * Int(callMilliseconds)
  /// Bytes of a file that wait for the disk; at half of it the client goes on.
  static let spoolBytes = 512 * 1024
  /// A file may come as slowly as this, if there is never a pause as long as for any body.
  static let uploadMilliseconds: Int64 = 600_000
  /// For reading and writing what is in it.
  static let importMilliseconds = 120_000
  /// A line from the process that reads it; the longest is the report of all problems.
  static let importLineBytes = 4 << 20
  /// How often it is looked whether that process has ended, once it says no more, before it is made to.
  static let reapMilliseconds = 5
  static let reaps = 40

  // Memory.
  /// The parts of the budget of which a user, or an address without credentials, may hold one.
  static let shares = 4
  /// Bodies and answers up to this size need no room kept for them.
  static let smallBytes = 16 * 1024
  /// Bytes of bodies that are read as JSON in one turn of the loop, or one body.
  static let bodyBytesPerTurn = 256 * 1024
  /// Replies above this are made into JSON away from the loop, on a thread that is so much nicer than the
  /// others.
  static let largeReplyBytes = 64 * 1024
  static let largeReplyNiceness: Int32 = 5
  /// Buffers that every request uses are kept up to this size.
  static let keptBytes = 256 * 1024
  static let keptHeadBytes = 2 * 1024
  /// A rush of so many bytes is followed by giving memory back to the system.
  static let rushBytes = 8 * 1024 * 1024

  // Time.
  static let headerMilliseconds: Int64 = 10_000
  static let bodyMilliseconds: Int64 = 30_000
  static let idleMilliseconds: Int64 = 75_000
  static let writeMilliseconds: Int64 = 30_000
  static let lingerMilliseconds: Int64 = 2_000
  static let callMilliseconds: Int64 = 10_000
  static let verifyMilliseconds: Int64 = 2_000
  static let healthMilliseconds: Int64 = 1_000
  /// A service's own figures in `/metrics`.
  static let figureBytes = 1 << 20
  /// After the word to stop: requests that are on their way come in.
  static let graceMilliseconds = 30
  /// How long an edge that stops waits for the first request of a connection that it has taken.
  static let patienceMilliseconds = 1_000
  static let tickMilliseconds: Int64 = 500

  // Credentials.
  /// A revoked token must stop working within a second: half of it is trust, the other half is time for the question.
  static let trustMilliseconds: Int64 = 500
  static let credentialBytes = 8 * 1024
  static let cachedCredentials = 10_000
  /// Unknown tokens that SessionSvc is asked about at once.
  static let questionsAboutTokens = 256
  static let waitersPerCredential = 4_096
  /// Wrong attempts to sign in: of one address in such a time, and of all.
  static let wrongAttempts = 10
  static let wrongAttemptsOfAll = 600
  static let attemptMilliseconds: Int64 = 60_000
  /// Attempts that wait for others of the same address, and of all.
  static let waitingAttempts = 64
  static let waitingAttemptsOfAll = 1_024
  /// From so many addresses on, those of which nothing counts any more go.
  static let attemptAddresses = 4_096
  static let signInBytes = 16 * 1024
  static let authorityBytes = 300
  /// Public links that are not there: so many are looked up a minute for one address, and for all together.
  static let wrongGuessesPerMinute = 60
  static let allWrongGuessesPerMinute = 6_000
  static let countedGuessers = 10_000
  /// Secrets of links that were good the last time.
  static let knownSecrets = 10_000
  static let jwtLeewaySeconds: Int64 = 60
  static let hmacSecretBytes = 32
  static let rsaKeyBits = 2_048
  static let rsaKeyBytes = 1_024
  static let userBytes = 128
  static let idBytes = 128
}
