import API
import Domain
import Proto

/// One call that writes a part of a plan, or two if the second depends on the first.
struct ImportStep: Sendable {
  /// The kind, line and count of each value that the call writes.
  struct Counted: Sendable {
    var kind: ImportReport.Kind
    var line: Int
    var isNew: Bool
  }

  /// The result for one value. Another import may have created the value since the plan was made.
  enum Result: Hashable, Sendable {
    case created, existed
    case rejected(String)
  }

  var counted: [Counted]
  /// Makes the call and returns the result for each value.
  var run: @Sendable (ImportClient) async throws -> [Result]
}

/// Steps that may run concurrently. Each is made when it begins, because a file may need a million of them.
struct ImportStage: Sendable {
  let count: Int
  var atOnce = ImportLimits.callsAtOnce
  let step: @Sendable (Int) throws -> ImportStep

  static func + (first: ImportStage, second: ImportStage) -> ImportStage {
    ImportStage(count: first.count + second.count) { place in
      try place < first.count ? first.step(place) : second.step(place - first.count)
    }
  }
}

extension ImportPlan {
  /// Steps of one stage may run concurrently. Steps that depend on others are in a later stage.
  var stages: [ImportStage] {
    [bookStage, identifierStage + storyStage + linkStage, sessionStage, growthStage + followStage]
  }

  /// The works, each together with its library entry.
  private var bookStage: ImportStage {
    let books = books.planned
    let parts = books.parts(
      items: ImportLimits.booksPerCall, bytes: ImportLimits.bookBytesPerCall)
    return ImportStage(count: parts.count, atOnce: ImportLimits.bookCallsAtOnce) { place in
      let records = try parts[place].map { try books[$0] }
      return ImportStep(counted: records.map { PlannedBook.counted($0) }) { client in
        let call = SessionAPI.ImportBooks(books: records.map { PlannedBook.call($0) })
        let tried = try await client.tried(call)
        return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
      }
    }
  }

  /// The further identifiers of existing works.
  private var identifierStage: ImportStage {
    let (index, grown) = (books.index, books.grown)
    return ImportStage(count: grown.count) { place in
      let (id, identifiers) = (index.id(of: grown[place]), index.identifiers(of: grown[place]))
      return ImportStep(counted: []) { client in
        try await client.add(identifiers, toWork: id)
        return []
      }
    }
  }

  /// The documents of the books, by which a reader's progress finds the work.
  private var linkStage: ImportStage {
    let most = SessionAPI.linksPerCall
    let index = books.index
    return ImportStage(count: (documents.count + most - 1) / most) { [documents] place in
      let part = documents[(place * most)..<min(place * most + most, documents.count)]
      let links = part.map { SessionAPI.DocumentLink(document: $0.document, workId: index.id(of: $0.place)) }
      return ImportStep(counted: []) { client in
        _ = try await client.call(SessionAPI.LinkDocuments(links: links))
        return []
      }
    }
  }

  private var storyStage: ImportStage {
    ImportStage(count: stories.count) { [stories] place in
      let story = stories[place].value
      return ImportStep(counted: []) { client in
        try await client.save(story)
        return []
      }
    }
  }

  private var sessionStage: ImportStage {
    let read = Self.batches(.reading, readings, { SessionAPI.RecordReading($0) }) { client, calls in
      let tried = try await client.tried(SessionAPI.RecordReadingBatch(sessions: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    let heard = Self.batches(
      .listening, listenings, { SessionAPI.RecordListening(report: $0) }
    ) { client, calls in
      let tried = try await client.tried(SessionAPI.RecordListeningBatch(sessions: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    let walked = Self.batches(.rucks, rucks, { SessionAPI.RecordRuck($0) }) { client, calls in
      let tried = try await client.tried(SessionAPI.RecordRuckBatch(rucks: calls))
      return tried.reply.value.results.map { tried.result(status: $0.status, $0.error) }
    }
    return read + heard + walked
  }

  /// The reads of works with new pages follow them.
  private var followStage: ImportStage {
    let works = Set(readings.filter { $0.value.endPage > 0 }.map(\.value.workId)).sorted()
    return ImportStage(count: works.count) { place in
      ImportStep(counted: []) { client in
        _ = try await client.call(SessionAPI.FollowPages(workId: works[place]))
        return []
      }
    }
  }

  /// Edits the sessions, because a report with the same end would change nothing.
  private var growthStage: ImportStage {
    ImportStage(count: growths.count) { [growths] place in
      let item = growths[place]
      return Self.step(.listening, item) { client in
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
    _ run: @escaping @Sendable (ImportClient) async throws -> Bool
  ) -> ImportStep {
    ImportStep(counted: [.init(kind: kind, line: item.line, isNew: item.isNew)]) { client in
      [try await run(client) ? .created : .existed]
    }
  }

  /// Steps of several sessions each. `report` converts a session to the call that records it.
  private static func batches<Value, Call: Encodable>(
    _ kind: ImportReport.Kind, _ items: [Item<Value>], _ report: @escaping @Sendable (Value) -> Call,
    _ run: @escaping @Sendable (ImportClient, [RawCBOR]) async throws -> [ImportStep.Result]
  ) -> ImportStage {
    let most = ImportLimits.sessionsPerCall
    return ImportStage(count: (items.count + most - 1) / most) { place in
      let part = items[(place * most)..<min(place * most + most, items.count)]
      let counted = part.map { ImportStep.Counted(kind: kind, line: $0.line, isNew: $0.isNew) }
      return ImportStep(counted: counted) { client in
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
  /// Reads the work first, because the user may have changed it meanwhile.
  fileprivate func add(_ identifiers: WorkIdentifiers, toWork id: String) async throws(Fault) {
    var work = Work(try await call(SessionAPI.FetchWork(id: id)))
    work.identifiers.add(identifiers)
    _ = try await call(SessionAPI.SaveWork(work))
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
