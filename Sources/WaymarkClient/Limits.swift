extension WaymarkClient {
  /// Every bound of the client, in one place.
  public enum Limits {
    /// How long an answer counts as fresh: what the server's `max-age` says.
    public static let cacheLifetimeSeconds: Double = 300
    /// Distinct answers of one kind kept in memory; custom ranges could otherwise grow without end.
    public static let answersPerKind = 32
    /// Files of last known answers on disk.
    public static let lastKnownAnswers = 64

    /// What the server takes in one batch.
    public static let sessionsPerBatch = 500
    /// Sessions, rucks and answers that wait on disk; beyond it the oldest moves to the rejected list.
    public static let pendingSessions = 10_000
    /// What was rejected and is kept for the app to look at; beyond it the oldest is forgotten.
    public static let rejectedSessions = 1_000
    /// How long a process waits for another to let go of the queue's file.
    static let queueLockSeconds = 5
    /// A busy server is left alone no longer than this, whatever it asks for.
    static let longestPauseSeconds: Double = 3_600

    /// Weeks of rucks that the server shows at once.
    public static let analyticsWeeks = 1...260
    /// Months of reading that the server shows at once.
    public static let timelineMonths = 1...120
    /// Years that a review can be asked for.
    public static let reviewYears = 1...9999

    /// How wide a picture can be asked for.
    public static let pictureWidths = 200...2_000
    /// A picture larger than this is not the server's.
    static let pictureBytes = 4 * 1024 * 1024
    /// A kept stop of a timer is far smaller.
    static let stoppedTimerBytes = 64 * 1024
    /// An answer larger than this is not kept on disk.
    static let lastKnownBytes = 2 * 1024 * 1024

    /// A line of an event stream, and all data of one event.
    static let eventLineBytes = 64 * 1024
    static let eventBytes = 256 * 1024
    /// Pieces of a stream that may wait to be read: some 64 MiB, as they come of 16 KiB at most.
    static let unreadStreamChunks = 4_096
    /// A server says something on a stream every 15 seconds: after this long without a word it is gone.
    static let streamSilenceSeconds: Double = 45
    /// A link from elsewhere, and the token in it.
    static let linkBytes = 16 * 1024
    static let tokenBytes = 8 * 1024

    /// A page of a list, as the server bounds it.
    public static let itemsPerPage = 200
    /// An answer larger than this is not the server's.
    public static let answerBytes = 64 * 1024 * 1024
  }
}

typealias Limits = WaymarkClient.Limits
