import API
import Domain
import Proto
import Service

/// Writes a demo year with the calls that apps make. Existing data is not changed.
struct DemoWriter {
  private let links: [String: ServiceLink]

  init(loop: Loop, settings: Settings) {
    let names = [SessionAPI.service, MilestoneAPI.service, DiversityAPI.service]
    links = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, ServiceLink(loop: loop, service: name, path: settings.socketPath(name), build: Build.version))
      })
  }

  /// Whether the user already has data.
  func hasData() async throws -> Bool {
    let stories = try await call(SessionAPI.ListStories(limit: 1)).items
    let works = try await call(SessionAPI.ListWorks(limit: 1)).items
    return !stories.isEmpty || !works.isEmpty
  }

  func write(_ year: DemoYear, origin: String) async throws {
    try await call(SessionAPI.SaveProfile(displayName: .set("Demo")))
    for hero in DemoStories.heroes { try await call(SessionAPI.SaveHero(id: hero.id, name: hero.name)) }
    for story in year.stories { try await call(story) }
    for items in try Self.batches(year.listening) {
      try check(await call(SessionAPI.RecordListeningBatch(sessions: items)).value.results.map(\.status))
    }
    for work in year.works { try await call(SessionAPI.SaveWork(work)) }
    for items in try Self.batches(year.readings.map(SessionAPI.RecordReading.init)) {
      try check(await call(SessionAPI.RecordReadingBatch(sessions: items)).value.results.map(\.status))
    }
    for entry in year.entries { try await call(entry) }
    for items in try Self.batches(year.rucks.map(SessionAPI.RecordRuck.init)) {
      try check(await call(SessionAPI.RecordRuckBatch(rucks: items)).value.results.map(\.status))
    }
    for answer in year.answers {
      let name = answer.dimension.rawValue
      try await call(DiversityAPI.SetValue(workId: answer.workId, dimension: name, value: answer.value))
    }
    for goal in DemoYear.goals {
      try await call(MilestoneAPI.SetGoal(type: goal.type, target: goal.target, since: "always"))
    }
    if try await call(SessionAPI.ListShares(limit: 1)).items.isEmpty {
      try await call(SessionAPI.CreateShare(picture: .radar, origin: origin))
    }
    // The last contact of devices, as if they had just synchronised. Nothing is called for the demo.
    for (connector, problem) in DemoYear.connectors {
      try await call(SessionAPI.NoteConnector(connector, problem: problem))
    }
  }

  private static func batches(_ items: [some Encodable]) throws -> [[RawCBOR]] {
    let encoded = try items.map { RawCBOR(bytes: try CBOREncoder.encode($0)) }
    return stride(from: 0, to: encoded.count, by: SessionAPI.itemsPerBatch).map { start in
      Array(encoded[start..<min(encoded.count, start + SessionAPI.itemsPerBatch)])
    }
  }

  private func check(_ statuses: [Int]) throws {
    let rejected = statuses.count { $0 >= 300 }
    if rejected > 0 { throw CommandFailure("\(rejected) of \(statuses.count) sessions were rejected") }
  }

  @discardableResult
  private func call<M: Method>(_ method: M) async throws -> M.Reply {
    guard let link = links[M.API.service] else { throw CommandFailure("unknown service \(M.API.service)") }
    let meta = CallMeta(user: DemoYear.user, deadline: ServiceCall.patienceMilliseconds)
    return try await link.call(method, meta: meta)
  }
}
