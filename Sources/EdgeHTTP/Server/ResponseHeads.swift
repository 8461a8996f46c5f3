/// The shared parts of all response heads: the date, and request ids.
struct ResponseHeads {
  private var writer = ResponseWriter()
  private var requestIDs = RequestIDs()
  private let clock: () -> Int64
  private var knownSecond: Int64 = 0
  private var knownTurn: UInt64 = 0

  /// `clock` returns the time of day in seconds.
  init(clock: @escaping () -> Int64) {
    self.clock = clock
  }

  /// The time of day, read once per turn of the loop.
  mutating func second(at now: UInt64) -> Int64 {
    if now != knownTurn {
      knownTurn = now
      knownSecond = clock()
    }
    return knownSecond
  }

  mutating func makeRequestID(for connection: HTTPConnection) { connection.makeRequestID(&requestIDs) }

  mutating func append(
    _ response: HTTPResponse, _ frame: ResponseWriter.Frame, now: UInt64, isBodyApart: Bool, to output: inout [UInt8]
  ) {
    writer.append(response, frame, second: second(at: now), isBodyApart: isBodyApart, to: &output)
  }

  /// Appends the only response of a connection that is over the limit.
  mutating func appendFinal(_ response: HTTPResponse, now: UInt64, to output: inout [UInt8]) {
    var frame = ResponseWriter.Frame()
    frame.close()
    frame.makeRequestID(&requestIDs)
    append(response, frame, now: now, isBodyApart: false, to: &output)
  }
}
