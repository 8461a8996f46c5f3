import API
import Domain
import Proto

/// One call that writes part of a plan, or two where the second needs the first.
struct ImportStep: Sendable {
  /// What is counted, for each that the call writes: its line, and whether it is counted as added.
  struct Counted: Sendable {
    var line: Int
    var isNew: Bool
  }

  var kind: ImportReport.Kind
  var counted: [Counted]
  /// Gives for each why it was refused, nil where it was not.
  var run: @Sendable (ImportCaller) async throws(Fault) -> [String?]
}

extension ImportPlan {
  /// Steps of one stage may run in any order, and at once; what depends on others comes in a later stage.
  var stages: [[ImportStep]] {
    get throws(Fault) {
      let shelved = Set(entries.map(\.value.workId))
      var made: [String: Work] = [:]
      var first: [ImportStep] = []
      for item in works {
        if shelved.contains(item.value.id) {
          made[item.value.id] = item.value
        } else {
          first.append(step(.works, item) { caller throws(Fault) in try await caller.save(item.value) })
        }
      }
      for item in entries {
        let work = made[item.value.workId]
        first.append(
          step(.library, item) { caller throws(Fault) in
            if let work { try await caller.save(work) }
            try await caller.save(item.value)
          })
      }
      for item in stories {
        first.append(
          ImportStep(kind: .listening, counted: []) { caller throws(Fault) in
            try await caller.save(item.value)
            return []
          })
      }
      return [first, try sessionSteps, growthSteps]
    }
  }

  private var sessionSteps: [ImportStep] {
    get throws(Fault) {
      var steps: [ImportStep] = []
      for part in parts(of: readings) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordReading(item.value)) }
        steps.append(
          batch(.reading, part) { caller throws(Fault) in
            try await caller.call(SessionAPI.RecordReadingBatch(sessions: calls)).value.results.map(\.error)
          })
      }
      for part in parts(of: listenings) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordListening(report: item.value)) }
        steps.append(
          batch(.listening, part) { caller throws(Fault) in
            try await caller.call(SessionAPI.RecordListeningBatch(sessions: calls)).value.results.map(\.error)
          })
      }
      for part in parts(of: rucks) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordRuck(item.value)) }
        steps.append(
          batch(.rucks, part) { caller throws(Fault) in
            try await caller.call(SessionAPI.RecordRuckBatch(rucks: calls)).value.results.map(\.error)
          })
      }
      return steps
    }
  }

  /// An edit of each: a report with the same end would change nothing.
  private var growthSteps: [ImportStep] {
    growths.map { item in
      step(.listening, item) { caller throws(Fault) in
        guard let startedAt = item.value.startedAt, let endedAt = item.value.endedAt else { return }
        let id = SessionIdentifier(storyId: item.value.storyId, startedAt: startedAt).text
        _ = try await caller.call(
          SessionAPI.PatchListeningSession(
            id: id, endedAt: .set(endedAt), completed: .set(item.value.completed),
            duration: item.value.duration.map { .set($0) } ?? .unchanged))
      }
    }
  }

  private func step<Value>(
    _ kind: ImportReport.Kind, _ item: Item<Value>,
    _ run: @escaping @Sendable (ImportCaller) async throws(Fault) -> Void
  ) -> ImportStep {
    ImportStep(kind: kind, counted: [.init(line: item.line, isNew: item.isNew)]) { caller throws(Fault) in
      try await run(caller)
      return [nil]
    }
  }

  private func batch<Value>(
    _ kind: ImportReport.Kind, _ items: [Item<Value>],
    _ run: @escaping @Sendable (ImportCaller) async throws(Fault) -> [Problem?]
  ) -> ImportStep {
    let counted = items.map { ImportStep.Counted(line: $0.line, isNew: $0.isNew) }
    return ImportStep(kind: kind, counted: counted) { caller throws(Fault) in
      try await run(caller).map { $0?.reason }
    }
  }

  private func parts<Value>(of items: [Item<Value>]) -> [[Item<Value>]] {
    stride(from: 0, to: items.count, by: ImportLimits.sessionsPerCall).map { start in
      Array(items[start..<min(start + ImportLimits.sessionsPerCall, items.count)])
    }
  }

  private func raw<Call: Encodable>(_ call: Call) throws(Fault) -> RawCBOR {
    RawCBOR(bytes: try CBOREncoder.encode(call))
  }
}

extension ImportCaller {
  fileprivate func save(_ work: Work) async throws(Fault) {
    _ = try await call(SessionAPI.SaveWork(work))
  }

  fileprivate func save(_ entry: LibraryEntry) async throws(Fault) {
    _ = try await call(
      SessionAPI.SaveEntry(
        workId: entry.workId, status: entry.status, currentPage: entry.currentPage, rating: entry.rating,
        startedAt: entry.startedAt, finishedAt: entry.finishedAt))
  }

  fileprivate func save(_ story: Story) async throws(Fault) {
    _ = try await call(
      SessionAPI.SaveStory(
        id: story.id, title: story.title, heroId: story.heroId, estimatedDuration: story.estimatedDuration,
        createdAt: story.createdAt))
  }
}

extension SessionAPI.RecordListening {
  fileprivate init(report: ListeningReport) {
    self.init(
      storyId: report.storyId, startedAt: report.startedAt, endedAt: report.endedAt, completed: report.completed,
      duration: report.duration)
  }
}
