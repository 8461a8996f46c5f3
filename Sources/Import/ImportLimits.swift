/// Every bound on files that are imported: they come from anywhere.
public enum ImportLimits {
  /// A line of a table, quotes over several lines included.
  static let rowBytes = 1 << 20
  /// How many lines of a table may have a quote that does not end.
  static let openQuotes = 100
  static let columns = 512
  /// What one file may hold of books, sessions and rucks together.
  static let findings = 1_000_000
  /// Problems that are reported each with its line; further ones are counted.
  public static let problems = 1_000
  /// What of a problem's reason comes from the file.
  static let quotedCharacters = 80
  /// Genres and further authors that are taken over.
  static let listItems = 20
  /// How much of a file is read at a time.
  static let chunkBytes = 256 << 10
  /// Calls that are on their way to the service at once, and sessions in one of them.
  static let callsAtOnce = 256
  static let sessionsPerCall = 200
  /// Sessions in one call of an account's history, and what they may have in bytes.
  static let eventsPerCall = 500
  static let bytesPerCall = 1 << 20
  /// How long after the first of them the last may have been recorded.
  static let secondsPerCall: Int64 = 86_400
  /// A page of the journal.
  static let journalBytes = 1 << 20
  /// A page of a list.
  static let pageItems = 200
  /// How often a call is tried whose service is busy or away, and the pause before the next time.
  static let tries = 20
  static let pauseMilliseconds = 250
  /// One object of a list in JSON; a workout may have its route with it.
  static let elementBytes = 16 << 20
  static let jsonDepth = 64
  /// What a process may have that reads a file which came over the network: bytes of data, seconds of processor time
  /// with those to end in, and open files.
  public static let confinedBytes: UInt = 768 << 20
  public static let confinedSeconds: UInt = 100
  public static let confinedGraceSeconds: UInt = 5
  public static let confinedFiles: UInt = 64
  /// How long the statements over a database from outside may take together, and their rows.
  static let statementSeconds = 60
  /// Of a database that has no name to open it by, and so is read into memory.
  static let databaseBytes = 256 << 20
  static let booksInStatistics = 100_000
  static let pageRows = 2_000_000
  /// What is packed: a piece at a time, in sum, and how much it may grow beyond what is read without asking.
  static let unpackedPiece = 64 << 10
  static let unpackedBytes = 8 << 30
  static let unpackedFreely = 4 << 20
  static let unpackedRatio = 200
  static let zipEntries = 200_000
  static let zipDirectoryBytes = 32 << 20
  /// Activities in one file of a whole export.
  static let activitiesOfFile = 100
  static let xmlDepth = 64
  static let xmlAttributes = 64
  static let xmlTextBytes = 4 << 10
}
