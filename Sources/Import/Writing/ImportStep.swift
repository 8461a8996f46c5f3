import API
import Domain
import Proto

/// One call that writes a part of a plan, or two if the second depends on the first.
struct ImportStep: Sendable {
  /// The kind, line and count of each value that the call writes.
  struct Counted: Sendable {
    var line: Int
    var isNew: Bool
  }

  /// The result for one value. Another import may have created the value since the plan was made.
  enum Result: Hashable, Sendable {
    case created, existed
    case rejected(String)
  }

  var kind: ImportReport.Kind
  var counted: [Counted]
  /// Makes the call and returns the result for each value.
  var run: @Sendable (ImportClient) async throws(Fault) -> [Result]
}

extension ImportPlan {
  /// Steps of one stage may run concurrently. Steps that depend on others are in a later stage.
  var stages: [[ImportStep]] {
    get throws(Fault) {
      let shelved = Set(entries.map(\.value.workId))
      var made: [String: Work] = [:]
      var first: [ImportStep] = []
      for item in works {
        if shelved.contains(item.value.id) {
          made[item.value.id] = item.value
        } else {
          first.append(step(.works, item) { client throws(Fault) in try await client.save(item.value) })
        }
      }
      for item in entries {
        let work = made[item.value.workId]
        first.append(
          step(.library, item) { client throws(Fault) in
            if let work { _ = try await client.save(work) }
            return try await client.save(item.value)
          })
      }
      for (id, identifiers) in identifiers.sorted(by: { $0.key < $1.key }) {
        first.append(
          ImportStep(kind: .works, counted: []) { client throws(Fault) in
            try await client.add(identifiers, toWork: id)
            return []
          })
      }
      for item in stories {
        first.append(
          ImportStep(kind: .listening, counted: []) { client throws(Fault) in
            try await client.save(item.value)
            return []
          })
      }
      return [first, try sessionSteps, growthSteps + followSteps]
    }
  }

  private var sessionSteps: [ImportStep] {
    get throws(Fault) {
      var steps: [ImportStep] = []
      for part in parts(of: readings) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordReading(item.value)) }
        steps.append(
          batch(.reading, part) { client throws(Fault) in
            let tried = try await client.tried(SessionAPI.RecordReadingBatch(sessions: calls))
            return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
          })
      }
      for part in parts(of: listenings) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordListening(report: item.value)) }
        steps.append(
          batch(.listening, part) { client throws(Fault) in
            let tried = try await client.tried(SessionAPI.RecordListeningBatch(sessions: calls))
            return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
          })
      }
      for part in parts(of: rucks) {
        let calls = try part.map { item throws(Fault) in try raw(SessionAPI.RecordRuck(item.value)) }
        steps.append(
          batch(.rucks, part) { client throws(Fault) in
            let tried = try await client.tried(SessionAPI.RecordRuckBatch(rucks: calls))
            return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
          })
      }
      return steps
    }
  }

  /// The reads of works with new pages follow them.
  private var followSteps: [ImportStep] {
    Set(readings.filter { $0.value.endPage > 0 }.map(\.value.workId)).sorted().map { workId in
      ImportStep(kind: .reading, counted: []) { client throws(Fault) in
        _ = try await client.call(SessionAPI.FollowPages(workId: workId))
        return []
      }
    }
  }

  /// Edits the sessions, because a report with the same end would change nothing.
  private var growthSteps: [ImportStep] {
    growths.map { item in
      step(.listening, item) { client throws(Fault) in
        guard let startedAt = item.value.startedAt, let endedAt = item.value.endedAt else { return false }
        let id = SessionIdentifier(storyId: item.value.storyId, startedAt: startedAt).text
        _ = try await client.call(
          SessionAPI.PatchListeningSession(
            id: id, endedAt: .set(endedAt), completed: .set(item.value.completed),
            duration: item.value.duration.map { .set($0) } ?? .unchanged))
        return false
      }
    }
  }

  /// `run` returns whether the call created the value.
  private func step<Value>(
    _ kind: ImportReport.Kind, _ item: Item<Value>,
    _ run: @escaping @Sendable (ImportClient) async throws(Fault) -> Bool
  ) -> ImportStep {
    ImportStep(kind: kind, counted: [.init(line: item.line, isNew: item.isNew)]) { client throws(Fault) in
      [try await run(client) ? .created : .existed]
    }
  }

  private func batch<Value>(
    _ kind: ImportReport.Kind, _ items: [Item<Value>],
    _ run: @escaping @Sendable (ImportClient) async throws(Fault) -> [ImportStep.Result]
  ) -> ImportStep {
    ImportStep(kind: kind, counted: items.map { ImportStep.Counted(line: $0.line, isNew: $0.isNew) }, run: run)
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

extension ImportClient.Tried {
  /// The result of an item of a batch. An existing value may come from an earlier attempt of this call.
  fileprivate func result(status: Int, _ problem: Problem?) -> ImportStep.Result {
    problem.map { .rejected($0.reason) } ?? (status == 201 || isRepeated ? .created : .existed)
  }
}

extension ImportClient {
  /// Returns whether the call created the value.
  private func created<M: Method, Value>(
    _ method: M
  ) async throws(Fault) -> Bool where M.API == SessionAPI, M.Reply == Written<Value> {
    let tried = try await tried(method)
    return tried.reply.created || tried.isRepeated
  }

  fileprivate func save(_ work: Work) async throws(Fault) -> Bool {
    try await created(SessionAPI.SaveWork(work))
  }

  fileprivate func save(_ entry: ImportedEntry) async throws(Fault) -> Bool {
    try await created(SessionAPI.ImportEntry(entry: entry))
  }

  /// Reads the work first, because the user may have changed it meanwhile.
  fileprivate func add(_ identifiers: WorkIdentifiers, toWork id: String) async throws(Fault) {
    var work = Work(try await call(SessionAPI.FetchWork(id: id)))
    work.identifiers.add(identifiers)
    _ = try await save(work)
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
