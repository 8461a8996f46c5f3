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

/// Steps that may run concurrently. Each is made when it begins, because a file may need a million of them.
struct ImportStage: Sendable {
  let count: Int
  let step: @Sendable (Int) -> ImportStep

  static func + (first: ImportStage, second: ImportStage) -> ImportStage {
    ImportStage(count: first.count + second.count) { place in
      place < first.count ? first.step(place) : second.step(place - first.count)
    }
  }
}

extension ImportPlan {
  /// Steps of one stage may run concurrently. Steps that depend on others are in a later stage.
  var stages: [ImportStage] { [bookStage + identifierStage + storyStage, sessionStage, growthStage + followStage] }

  /// The works, each together with its library entry.
  private var bookStage: ImportStage {
    let shelved = Set(entries.map(\.value.workId))
    var unshelved: [Int] = []
    var placeOfWork: [String: Int] = [:]
    for (place, item) in works.enumerated() {
      if shelved.contains(item.value.id) { placeOfWork[item.value.id] = place } else { unshelved.append(place) }
    }
    let (works, entries, alone, places) = (works, entries, unshelved, placeOfWork)
    let first = ImportStage(count: alone.count) { place in
      let item = works[alone[place]]
      return Self.step(.works, item) { client throws(Fault) in try await client.save(item.value) }
    }
    return first
      + ImportStage(count: entries.count) { place in
        let item = entries[place]
        let work = places[item.value.workId].map { works[$0].value }
        return Self.step(.library, item) { client throws(Fault) in
          if let work { _ = try await client.save(work) }
          return try await client.save(item.value)
        }
      }
  }

  /// The further identifiers of existing works.
  private var identifierStage: ImportStage {
    let added = identifiers.sorted { $0.key < $1.key }
    return ImportStage(count: added.count) { place in
      ImportStep(kind: .works, counted: []) { client throws(Fault) in
        try await client.add(added[place].value, toWork: added[place].key)
        return []
      }
    }
  }

  private var storyStage: ImportStage {
    ImportStage(count: stories.count) { [stories] place in
      let story = stories[place].value
      return ImportStep(kind: .listening, counted: []) { client throws(Fault) in
        try await client.save(story)
        return []
      }
    }
  }

  private var sessionStage: ImportStage {
    let read = Self.batches(.reading, readings, { SessionAPI.RecordReading($0) }) { client, calls throws(Fault) in
      let tried = try await client.tried(SessionAPI.RecordReadingBatch(sessions: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    let heard = Self.batches(
      .listening, listenings, { SessionAPI.RecordListening(report: $0) }
    ) { client, calls throws(Fault) in
      let tried = try await client.tried(SessionAPI.RecordListeningBatch(sessions: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    let walked = Self.batches(.rucks, rucks, { SessionAPI.RecordRuck($0) }) { client, calls throws(Fault) in
      let tried = try await client.tried(SessionAPI.RecordRuckBatch(rucks: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    return read + heard + walked
  }

  /// The reads of works with new pages follow them.
  private var followStage: ImportStage {
    let works = Set(readings.filter { $0.value.endPage > 0 }.map(\.value.workId)).sorted()
    return ImportStage(count: works.count) { place in
      ImportStep(kind: .reading, counted: []) { client throws(Fault) in
        _ = try await client.call(SessionAPI.FollowPages(workId: works[place]))
        return []
      }
    }
  }

  /// Edits the sessions, because a report with the same end would change nothing.
  private var growthStage: ImportStage {
    ImportStage(count: growths.count) { [growths] place in
      let item = growths[place]
      return Self.step(.listening, item) { client throws(Fault) in
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
  private static func step<Value>(
    _ kind: ImportReport.Kind, _ item: Item<Value>,
    _ run: @escaping @Sendable (ImportClient) async throws(Fault) -> Bool
  ) -> ImportStep {
    ImportStep(kind: kind, counted: [.init(line: item.line, isNew: item.isNew)]) { client throws(Fault) in
      [try await run(client) ? .created : .existed]
    }
  }

  /// Steps of several sessions each. `report` converts a session to the call that records it.
  private static func batches<Value, Call: Encodable>(
    _ kind: ImportReport.Kind, _ items: [Item<Value>], _ report: @escaping @Sendable (Value) -> Call,
    _ run: @escaping @Sendable (ImportClient, [RawCBOR]) async throws(Fault) -> [ImportStep.Result]
  ) -> ImportStage {
    let most = ImportLimits.sessionsPerCall
    return ImportStage(count: (items.count + most - 1) / most) { place in
      let part = items[(place * most)..<min(place * most + most, items.count)]
      let counted = part.map { ImportStep.Counted(line: $0.line, isNew: $0.isNew) }
      return ImportStep(kind: kind, counted: counted) { client throws(Fault) in
        let calls = try part.map { item throws(Fault) in RawCBOR(bytes: try CBOREncoder.encode(report(item.value))) }
        return try await run(client, calls)
      }
    }
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
        createdAt: story.createdAt, authors: story.authors.map { .set($0) } ?? .unchanged,
        isbn: story.isbn.map { .set($0) } ?? .unchanged, asin: story.asin.map { .set($0) } ?? .unchanged))
  }
}

extension SessionAPI.RecordListening {
  fileprivate init(report: ListeningReport) {
    self.init(
      storyId: report.storyId, startedAt: report.startedAt, endedAt: report.endedAt, completed: report.completed,
      duration: report.duration)
  }
}
