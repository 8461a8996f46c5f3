/// A thread that reads: the questions that wait share one transaction, begun after they were asked, so that each sees
/// all that was committed before it was asked, and none pays for a transaction alone.
enum SnapshotReader {
  static func run(path: String, questions: WorkQueue<any Question>) {
    var connection: Connection?
    while true {
      let batch = questions.take(StorageLimits.readsPerSnapshot)
      if batch.isEmpty { return }
      do {
        let ready = try connection ?? SQLiteFile.openReader(path)
        connection = ready
        try ready.each("BEGIN", []) { _ in true }
        for question in batch { question.perform(on: Reading(connection: ready)) }
        try ready.each("COMMIT", []) { _ in true }
        for question in batch { question.answer(nil) }
      } catch {
        // Closing a connection ends what is open on it; the next batch has another.
        connection = nil
        for question in batch { question.answer(error) }
      }
    }
  }
}
