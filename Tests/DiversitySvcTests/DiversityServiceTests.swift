import API
import Chronology
import Domain
import Languages
import Proto
import Testing

@testable import DiversitySvc

/// Calls the service over frames, with a real journal.
@Suite struct DiversityServiceTests {
  private let ada = CallMeta(user: "ada")

  /// Returns a service whose journal has one work in the library and one session by timer, and the id of its prompt.
  private func begin() async throws -> (harness: DecisionHarness, client: Client<DiversityAPI>, prompt: String) {
    let harness = try await DecisionHarness()
    _ = try await harness.session.call(SessionAPI.SaveEntry(workId: "w", status: .reading), meta: ada)
    _ = try await harness.session.call(SessionAPI.StartTimer(workId: "w", startPage: 0), meta: ada)
    let stopped = try await harness.session.call(SessionAPI.StopTimer(endPage: 40), meta: ada)
    return (harness, try await harness.client(), try #require(stopped.value.prompt?.id))
  }

  private func fault<M: Method>(_ client: Client<DiversityAPI>, _ call: M, user: String? = "ada") async -> Fault?
  where M.API == DiversityAPI {
    do throws(Fault) {
      _ = try await client.call(call, meta: CallMeta(user: user))
      return nil
    } catch {
      return error
    }
  }

  @Test("An answer is in all figures of the next read")
  func figures() async throws {
    let (_, client, id) = try await begin()
    #expect(try await client.call(DiversityAPI.ListPrompts(), meta: ada).items.map(\.id) == [id])
    let answer = try await client.call(DiversityAPI.AnswerPrompt(id: id, value: "African"), meta: ada).value
    #expect(answer.dimension == .culturalOrigin && answer.pointsAwarded == 5 && answer.curatorPoints == 5)
    #expect(answer.completionBefore == 0 && answer.completionAfter == 20)
    #expect(try await client.call(DiversityAPI.ListPrompts(), meta: ada).items.isEmpty)
    let statistics = try await client.call(DiversityAPI.FetchStatistics(), meta: ada)
    #expect(statistics.totalBooks == 1 && statistics.culturalOrigins == ["African": 1])
    let completion = try await client.call(DiversityAPI.FetchCompletion(), meta: ada)
    #expect(completion.overall == 20 && completion.curatorPoints == 5 && completion.missingFields == 4)
    let radar = try await client.call(DiversityAPI.FetchRadar(), meta: ada)
    #expect(radar.axes.count == 7 && radar.axes[0].description == "Cultural Origin: 100% complete. African: 1 book.")
    let points = try await client.call(DiversityAPI.FetchPoints(), meta: ada)
    #expect(points.curatorPoints == 5 && points.items.count == 1)
    let missing = try await client.call(DiversityAPI.ListMissing(), meta: ada)
    #expect(
      missing.items == [
        IncompleteWork(workId: "w", title: "W", missing: [.gender, .translation, .ownVoices, .accessibility])
      ])
    #expect(try await client.call(DiversityAPI.ListDimensions(), meta: ada).dimensions.count == 9)
  }

  @Test("Labels, questions and sentences are in the language of the call; values and the kept reply are not")
  func languages() async throws {
    let (_, client, id) = try await begin()
    let prompt = try await client.call(DiversityAPI.ListPrompts(lang: .french), meta: ada).items.first
    #expect(prompt?.question == "De quelle culture vient l’auteur ou l’autrice ?")
    let catalogue = try await client.call(DiversityAPI.ListDimensions(lang: .spanish), meta: ada)
    #expect(catalogue.dimensions.map(\.label).contains("Origen cultural"))
    #expect(
      catalogue.dimensions.map { $0.options.map(\.value) }
        == DiversityCatalogue.all.dimensions.map { $0.options.map(\.value) })
    func answer(_ language: Language?) async throws -> DiversityRadar.Axis {
      let call = DiversityAPI.AnswerPrompt(id: id, value: "African", lang: language)
      return try await client.call(call, meta: CallMeta(user: "ada", key: "k", digest: [1])).value.radar.axes[0]
    }
    let german = try await answer(.german)
    #expect(german.label == "Kulturelle Herkunft" && german.breakdown == ["African": 1])
    #expect(german.description == "Kulturelle Herkunft: zu 100\u{A0}% vollständig. Afrikanisch: 1 Buch.")
    // A retry finds the kept reply.
    #expect(try await answer(nil).description == "Cultural Origin: 100% complete. African: 1 book.")
    #expect(try await answer(.german) == german)
    let radar = try await client.call(DiversityAPI.FetchRadar(lang: .german), meta: ada)
    #expect(radar.axes[0] == german)
    let completion = try await client.call(DiversityAPI.FetchCompletion(lang: .french), meta: ada)
    #expect(completion.dimensions[0].label == "Origine culturelle")
  }

  @Test("Sets, changes and clears a value, and gives points once")
  func values() async throws {
    let (_, client, _) = try await begin()
    func set(_ value: String) async throws -> DiversityAnswer {
      try await client.call(DiversityAPI.SetValue(workId: "w", dimension: "gender", value: value), meta: ada).value
    }
    func values() async throws -> [String: String] {
      try await client.call(DiversityAPI.FetchWork(workId: "w"), meta: ada).values
    }
    #expect(try await set("Female").pointsAwarded == 5)
    #expect(try await set("Male").pointsAwarded == 0)
    #expect(try await values() == ["gender": "Male"])
    for _ in 0..<2 { _ = try await client.call(DiversityAPI.ClearValue(workId: "w", dimension: "gender"), meta: ada) }
    #expect(try await values() == [:])
    #expect(try await set("Female").curatorPoints == 5)
  }

  @Test("A session without a prompt prompts once a value is missing, and only once")
  func askedOnce() async throws {
    let harness = try await DecisionHarness()
    let client = try await harness.client()
    _ = try await harness.session.call(SessionAPI.SaveEntry(workId: "w", status: .reading), meta: ada)
    func asked(after endPage: Int) async throws -> DiversityDimension? {
      _ = try await harness.session.call(SessionAPI.StartTimer(workId: "w"), meta: ada)
      return try await harness.session.call(SessionAPI.StopTimer(endPage: endPage), meta: ada).value.prompt?.dimension
    }
    func clear(_ dimension: String) async throws {
      _ = try await client.call(DiversityAPI.ClearValue(workId: "w", dimension: dimension), meta: ada)
    }
    let known = [
      ("culturalOrigin", "African"), ("gender", "Female"), ("translation", "Translated"), ("ownVoices", "Own Voices"),
      ("accessibility", "Accessible"),
    ]
    for (dimension, value) in known {
      _ = try await client.call(DiversityAPI.SetValue(workId: "w", dimension: dimension, value: value), meta: ada)
    }
    #expect(try await asked(after: 10) == nil)
    try await clear("translation")
    #expect(try await asked(after: 20) == .translation, "a start in the same second is the same session")
    try await clear("gender")
    #expect(try await asked(after: 30) == nil)
    let sessions = try await harness.session.call(SessionAPI.ListReadingSessions(), meta: ada).items
    #expect(sessions.count == 1 && sessions[0].pagesRead == 30)
  }

  @Test("Rejects answering or skipping a prompt that is already answered or skipped")
  func skipping() async throws {
    let (harness, client, id) = try await begin()
    let decisions = harness.decisions
    _ = try await client.call(DiversityAPI.SkipPrompt(id: id), meta: ada)
    #expect(await fault(client, DiversityAPI.AnswerPrompt(id: id, value: "African"))?.code == .conflict)
    #expect(await fault(client, DiversityAPI.SkipPrompt(id: id))?.code == .conflict)
    #expect(harness.decisions == decisions + 1, "a permanent rejection is not attempted")
    #expect(try await client.call(DiversityAPI.FetchCompletion(), meta: ada).curatorPoints == 0)
  }

  @Test("Rejects invalid arguments, naming the field, and unknown objects")
  func wrongArguments() async throws {
    let (harness, client, id) = try await begin()
    func field<M: Method>(_ call: M) async -> [String]? where M.API == DiversityAPI {
      let fault = await fault(client, call)
      return fault?.code == .invalid ? fault?.fields?.map(\.field) : nil
    }
    #expect(await field(DiversityAPI.SetValue(workId: "w", dimension: "colour", value: "red")) == ["dimension"])
    #expect(await field(DiversityAPI.SetValue(workId: "w", dimension: "language", value: "en")) == ["dimension"])
    #expect(await field(DiversityAPI.SetValue(workId: "w", dimension: "gender", value: "female")) == ["value"])
    #expect(await field(DiversityAPI.ClearValue(workId: "w", dimension: "timePeriod")) == ["dimension"])
    #expect(await field(DiversityAPI.AnswerPrompt(id: id, value: "Martian")) == ["value"])
    #expect(await field(DiversityAPI.FetchRadar(axes: "gender")) == ["axes"])
    #expect(await field(DiversityAPI.FetchPoints(limit: 0)) == ["limit"])
    #expect(await field(DiversityAPI.FetchPoints(cursor: "?")) == ["cursor"])
    #expect(await field(DiversityAPI.ListPrompts(limit: 201)) == ["limit"])
    #expect(await field(DiversityAPI.ListPrompts(cursor: "x")) == ["cursor"])
    #expect(await field(DiversityAPI.ListMissing(dimension: .geography)) == ["dimension"])
    #expect(await field(DiversityAPI.ListMissing(cursor: "?")) == ["cursor"])
    let unknown = DiversityAPI.SetValue(workId: "x", dimension: "gender", value: "Female")
    #expect(await fault(client, unknown)?.code == .notFound)
    #expect(await fault(client, DiversityAPI.ClearValue(workId: "x", dimension: "gender"))?.code == .notFound)
    #expect(await fault(client, DiversityAPI.FetchWork(workId: "x"))?.code == .notFound)
    #expect(await fault(client, DiversityAPI.SkipPrompt(id: "R00000000-0000000000000"))?.code == .notFound)
    #expect(harness.decisions == 0)
  }

  @Test("A rebuild counts its events and changes no figure")
  func rebuild() async throws {
    let (harness, client, id) = try await begin()
    _ = try await client.call(DiversityAPI.AnswerPrompt(id: id, value: "African"), meta: ada)
    let before = try await client.call(DiversityAPI.FetchStatistics(), meta: ada)
    let head = try await harness.session.call(SessionAPI.FetchHeads(users: ["ada"])).heads[0]
    let rebuilt = try await client.call(RebuildView<DiversityAPI>())
    #expect(rebuilt == .init(users: 1, events: Int(head.seq)))
    #expect(try await client.call(DiversityAPI.FetchStatistics(), meta: ada) == before)
  }

  @Test("Rejects calls without a user, returns nothing for unknown users, and fails without the journal")
  func callers() async throws {
    let (harness, client, _) = try await begin()
    let setting = DiversityAPI.SetValue(workId: "w", dimension: "gender", value: "Female")
    #expect(await fault(client, DiversityAPI.FetchStatistics(), user: nil)?.code == .unauthenticated)
    #expect(await fault(client, setting, user: nil)?.code == .unauthenticated)
    let others = try await client.call(DiversityAPI.FetchStatistics(), meta: CallMeta(user: "bob"))
    #expect(others.totalBooks == 0)
    harness.setUnavailable(true)
    #expect(await fault(client, DiversityAPI.FetchStatistics())?.code == .unavailable)
    #expect(await fault(client, setting)?.code == .unavailable)
    #expect(await fault(client, RebuildView<DiversityAPI>())?.code == .unavailable)
    harness.setUnavailable(false)
    #expect(try await client.call(DiversityAPI.FetchWork(workId: "w"), meta: ada).values == [:])
  }
}
