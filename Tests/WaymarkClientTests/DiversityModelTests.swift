import Foundation
import Testing

@testable import WaymarkClient

@MainActor
@Suite("Diversity model")
struct DiversityModelTests {
  private let server: ScriptedServer
  private let scratch: ScratchDirectory
  private let queue: OfflineQueue
  private let model: DiversityModel

  init() throws {
    server = ScriptedServer(Self.answers)
    scratch = try ScratchDirectory()
    queue = try OfflineQueue(file: scratch.queueFile)
    model = DiversityModel(
      repository: DiversityRepository(client: server.client(), lastKnown: scratch.answers, queue: queue))
  }

  private nonisolated static let answers: ScriptedServer.Script = { request in
    switch ScriptedServer.call(request) {
    case "GET diversity/radar":
      .json(200, DiversityBodies.radar(period: request.url.query?.contains("year") == true ? "year" : "allTime"))
    case "GET diversity/completion": .json(200, DiversityBodies.completion())
    case "GET diversity/dimensions": .json(200, DiversityBodies.dimensions)
    case "GET diversity/missing": .json(200, DiversityBodies.missing)
    case "POST diversity/prompts/p1/skip": HTTPResponse(status: 204)
    default: .json(200, DiversityBodies.answer())
    }
  }

  private func prompt() throws -> DiversityPrompt {
    try WireFormat.decode(DiversityPrompt.self, from: Data(DiversityBodies.prompt.utf8))
  }

  @Test("Answering a question from the + shows completion, points and the new radar")
  func wholeFlow() async throws {
    await model.load()
    #expect(model.incompleteAxes.map(\.dimension) == [.culturalOrigin, .gender])
    #expect(model.completion.value?.overall == 75)
    await model.fill(.culturalOrigin)
    let question = try #require(model.step.question)
    #expect(model.step == .asking(question))
    #expect(question.title == "Kindred" && question.text == "Where is the author from?")
    #expect(question.options.map(\.value) == ["African", "Asian"])
    await model.choose("African")
    guard case .saved(question, let answer) = model.step else {
      Issue.record("\(model.step)")
      return
    }
    let words = Formatters(locale: Locale(identifier: "en_US"))
    #expect(answer.completionText(words) == "75% → 80%")
    #expect(answer.pointsText == "+5 Curator Points")
    #expect(answer.accessibilityLabel(words) == "Saved. Diversity: from 75% to 80% complete. 5 Curator Points.")
    #expect(model.radar.value == answer.radar && model.radar.value?.completion == 80)
    #expect(server.calls.last == "GET diversity/completion")
    model.close()
    #expect(model.step == .closed)
  }

  @Test("Formats percentages for the locale")
  func words() throws {
    let answer = try WireFormat.decode(DiversityAnswer.self, from: Data(DiversityBodies.answer(points: 0).utf8))
    #expect(answer.completionText(Formatters(locale: Locale(identifier: "de_DE"))) == "75\u{A0}% → 80\u{A0}%")
    #expect(answer.pointsText == nil)
  }

  @Test("Skipping shows the next work, then completes")
  func skipping() async {
    await model.fill(.culturalOrigin)
    #expect(model.step.question?.workId == "w1")
    await model.skip()
    #expect(model.step.question?.workId == "w2")
    await model.skip()
    #expect(model.step == .complete)
    #expect(!server.calls.contains { $0.hasPrefix("PUT") || $0.hasPrefix("POST") })
  }

  @Test("Answers or skips a prompt by its id")
  func prompts() async throws {
    model.ask(try prompt(), title: "Kindred")
    await model.choose("African")
    #expect(server.calls.first == "POST diversity/prompts/p1/answer")
    model.ask(try prompt())
    await model.skip()
    #expect(model.step == .closed)
    #expect(server.calls.last == "POST diversity/prompts/p1/skip")
  }

  @Test("Queues an answer offline and does not ask it again")
  func offline() async throws {
    await model.load()
    await model.fill()
    #expect(model.step.question?.workId == "w1")
    server.setOffline(true)
    await model.choose("African")
    #expect(model.step == .queued(try #require(model.step.question)))
    #expect(await queue.pendingItems.count == 1)
    await model.next()
    #expect(model.step.question?.workId == "w2")
    #expect(model.radar.value?.completion == 75)
    server.setOffline(false)
    #expect(try await queue.upload(through: server.client()).uploaded == 1)
  }

  @Test("Shows a rejection with the question, which can be answered again")
  func refused() async throws {
    await model.fill(.culturalOrigin)
    server.script { request in request.method == .get ? Self.answers(request) : .problem(500, "away") }
    // It is queued on the device until the server works again.
    await model.choose("African")
    #expect(model.step == .queued(try #require(model.step.question)))
    try await queue.removeAll()
    server.script { request in request.method == .get ? Self.answers(request) : .problem(401) }
    await model.fill(.culturalOrigin)
    await model.choose("African")
    #expect(model.step == .failed(model.step.question, .unauthorized))
    server.script(Self.answers)
    await model.choose("Asian")
    guard case .saved = model.step else {
      Issue.record("\(model.step)")
      return
    }
  }

  @Test("Ignores an answer if no question is shown")
  func nothingAsked() async {
    await model.choose("African")
    await model.skip()
    #expect(model.step == .closed && server.calls.isEmpty)
  }

  @Test("Loads the radar again for another period")
  func period() async {
    model.selectedPeriod = .year
    await model.load()
    #expect(model.radar.value?.period == .year)
    await model.fill(.culturalOrigin)
    await model.choose("African")
    #expect(model.radar.value?.period == .year)
    #expect(server.calls.filter { $0 == "GET diversity/radar" }.count == 2)
  }

  @Test("Shows stored values at once, online and offline")
  func kept() async throws {
    await model.load()
    let asOf = try #require(model.radar.answer?.asOf)
    server.time.advance(bySeconds: 3_600)
    let later = DiversityModel(
      repository: DiversityRepository(client: server.client(), lastKnown: scratch.answers))
    server.setOffline(true)
    await later.load()
    #expect(later.radar.value?.completion == 75 && later.offlineSince == asOf)
    server.setOffline(false)
    server.script { _ in .problem(500) }
    await later.refresh()
    #expect(later.radar.error == .server(status: 500, detail: "Problem") && later.radar.value != nil)
    server.script(Self.answers)
    await later.retry()
    #expect(later.radar.error == nil && later.completion.error == nil)
  }
}
