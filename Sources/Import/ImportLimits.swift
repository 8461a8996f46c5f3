/// The limits for imported files, which are not trusted.
public enum ImportLimits {
  /// A row of a table, including quoted cells of several lines.
  static let rowBytes = 1 << 20
  /// The number of rows of a table that may have an unclosed quote.
  static let openQuotes = 100
  static let columns = 512
  /// Books, sessions and rucks per file.
  static let findings = 1_000_000
  /// Problems that are reported with their lines; more are only counted.
  public static let problems = 1_000
  /// The tracks of a file until they are written: in memory, or in a temporary file.
  static let trackBytesInMemory = 256 << 20
  static let trackBytesInFile = 8 << 30
  /// Concurrent calls that write tracks, and the bytes after which a call takes no further one.
  static let trackCallsAtOnce = 4
  static let trackBytesPerCall = 1 << 20
  /// Characters of a value that a problem quotes.
  static let quotedCharacters = 80
  /// Types of activities that a report lists.
  static let skippedTypes = 50
  /// Genres and additional authors per book.
  static let listItems = 20
  /// Passes over the books whose identifiers belong to a work of a later row.
  static let identifierPasses = 10
  /// The first bytes by which a file's format is recognised.
  static let recognisedBytes = 64 << 10
  /// Bytes that are read at a time.
  static let chunkBytes = 256 << 10
  /// The guid and the files of an episode in a feed.
  static let feedNames = 8
  /// Files per command, which are open at the same time.
  public static let files = 500
  /// Concurrent calls to the service, and sessions per call.
  static let callsAtOnce = 256
  static let sessionsPerCall = 200
  /// Concurrent calls that write books, each with up to this many books and bytes.
  static let bookCallsAtOnce = 4
  static let booksPerCall = 200
  static let bookBytesPerCall = 1 << 20
  /// Bytes of planned books that are written to the temporary file at a time.
  static let spoolBlockBytes = 256 << 10
  /// The memory for finding works: texts and identifiers of existing works and of those in the file.
  static let indexBytes = 1 << 30
  /// Sessions per call of an account's history, and their bytes.
  static let eventsPerCall = 500
  static let bytesPerCall = 1 << 20
  /// The maximum time between the first and the last session of a call.
  static let secondsPerCall: Int64 = 86_400
  /// A page of the journal.
  static let journalBytes = 1 << 20
  /// A page of a list.
  static let pageItems = 200
  /// The start of 2000, in seconds since 1970. An earlier time from a connector is an error.
  static let earliestSeconds: Int64 = 946_684_800
  /// Attempts of a call if the service is busy or unavailable, and the pause between them.
  static let tries = 20
  static let pauseMilliseconds = 250
  /// One object of a list in JSON. A workout may contain its route.
  static let elementBytes = 16 << 20
  static let keptListBytes = 12 << 20
  static let jsonDepth = 64
  /// Limits of the process that reads an uploaded file: bytes of data, seconds of processor time with a grace period,
  /// and open files.
  public static let confinedBytes: UInt = 768 << 20
  public static let confinedSeconds: UInt = 100
  public static let confinedGraceSeconds: UInt = 5
  public static let confinedFiles: UInt = 64
  /// The total time of the statements on an imported database, and their rows.
  static let statementSeconds = 60
  /// The size of a database without a path, which is read into memory.
  static let databaseBytes = 256 << 20
  static let booksInStatistics = 100_000
  static let pageRows = 2_000_000
  /// Decompressed bytes: per chunk, in total, the amount that is always allowed, and the ratio beyond it.
  static let unpackedPiece = 64 << 10
  static let unpackedBytes = 8 << 30
  static let unpackedFreely = 4 << 20
  static let unpackedRatio = 200
  static let zipEntries = 200_000
  static let zipDirectoryBytes = 32 << 20
  /// Activities per file of a Strava export.
  static let activitiesOfFile = 100
  static let xmlDepth = 64
  static let xmlAttributes = 64
  static let xmlTextBytes = 4 << 10
}
