/// A thread that reads: the questions that it takes share one transaction, begun after they were asked, so that each
/// sees all that was committed before it was asked, and none pays for a transaction alone. Each is answered as soon as
/// it is done: what a reader sees is on the disk.
struct SnapshotReader {
  private let driver: any Driver
  /// Nil until the first question, and after a failure: the next question gets another.
  private var connection: (any Connection)?

  static func run(_ driver: any Driver, _ part: QuestionQueue.Part, questions: QuestionQueue) {
    var reader = SnapshotReader(driver)
    var dearNext = false
    while true {
      let batch = questions.take(part, dearNext: &dearNext)
      if batch.isEmpty { return }
      for question in batch { reader.answer(question) }
      reader.end()
    }
  }

  private init(_ driver: any Driver) {
    self.driver = driver
  }

  private mutating func answer(_ question: any Question) {
    do {
      var failure = question.perform(on: Rows(connection: try begun()))
      if (failure as? DatabaseError)?.code == .unreachable {
        // A connection that was not used for a while may have been lost long ago, and so may those that the server
        // itself has to machines behind it.
        leave()
        failure = question.perform(on: Rows(connection: try begun()))
      }
      question.answer(nil)
      if (failure as? DatabaseError)?.code == .unreachable {
        leave()
      } else if failure is DatabaseError {
        // What broke one question must not break the next: closing a connection ends what is open on it.
        connection = nil
      }
    } catch {
      connection = nil
      question.answer(error)
    }
  }

  /// Ends the transaction. A connection that is well is kept: where a machine behind the server is away, users of the
  /// others do not wait for connections.
  private mutating func leave() {
    guard let connection, (try? connection.perform(.rollback)) != nil, connection.isIdle else {
      connection = nil
      return
    }
  }

  /// A connection with an open transaction.
  private mutating func begun() throws -> any Connection {
    let ready = try connection ?? driver.openReader()
    connection = ready
    if ready.isIdle { try ready.perform(.beginReading) }
    return ready
  }

  private mutating func end() {
    guard let connection, !connection.isIdle else { return }
    do {
      try connection.perform(.commit)
    } catch {
      self.connection = nil
    }
  }
}
