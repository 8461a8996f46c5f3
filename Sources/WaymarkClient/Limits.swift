extension WaymarkClient {
  /// The limits of the client.
  public enum Limits {
    /// The seconds for which a response counts as fresh. They equal the server's `max-age`.
    public static let cacheLifetimeSeconds: Double = 300
    /// The number of responses of one kind that a repository keeps in memory.
    public static let answersPerKind = 32
    /// The number of responses that a ``LastKnownStore`` keeps on disk.
    public static let lastKnownAnswers = 64

    /// The number of items that the server accepts in one batch.
    public static let sessionsPerBatch = 500
    /// The number of items that an ``OfflineQueue`` keeps for upload. If it is exceeded, the oldest item is moved to
    /// the rejected items.
    public static let pendingSessions = 10_000
    /// The number of rejected items that an ``OfflineQueue`` keeps. If it is exceeded, the oldest one is deleted.
    public static let rejectedSessions = 1_000
    /// The seconds for which a process waits for the lock of the queue's file.
    static let queueLockSeconds = 5
    /// The longest `Retry-After` of the server that the client respects, in seconds.
    static let longestPauseSeconds: Double = 3_600

    /// The number of weeks that can be requested with ``WaymarkClient/ruckWeeks(_:)``.
    public static let analyticsWeeks = 1...260
    /// The number of months that can be requested with ``WaymarkClient/readingTimeline(months:)``.
    public static let timelineMonths = 1...120
    /// The years that can be requested with ``WaymarkClient/review(of:)``.
    public static let reviewYears = 1...9999

    /// The widths in pixels that a picture can be requested in.
    public static let pictureWidths = 200...2_000
    /// The client rejects a larger picture.
    static let pictureBytes = 4 * 1024 * 1024
    /// A larger file of a stopped timer is ignored.
    static let stoppedTimerBytes = 64 * 1024
    /// A larger response is not stored on disk.
    static let lastKnownBytes = 2 * 1024 * 1024

    /// The size of one line of an event stream.
    static let eventLineBytes = 64 * 1024
    /// The size of the data of one event.
    static let eventBytes = 256 * 1024
    /// The number of chunks of at most 16 KiB that a stream buffers until they are read, about 64 MiB.
    static let unreadStreamChunks = 4_096
    /// The server sends a heartbeat every 15 seconds. After this many seconds without one, the connection counts as
    /// broken.
    static let streamSilenceSeconds: Double = 45
    /// The size of a connect link.
    static let linkBytes = 16 * 1024
    /// The size of the token in a connect link.
    static let tokenBytes = 8 * 1024

    /// The largest `limit` of a list.
    public static let itemsPerPage = 200
    /// The client rejects a larger response.
    public static let answerBytes = 64 * 1024 * 1024
  }
}

typealias Limits = WaymarkClient.Limits
