import API
import Chronology
import Domain
import Proto
import Testing

@testable import SessionSvc

@Suite("Ids in bodies")
struct NamedTests {
  @Test(
    "An invalid id is unknown on every engine",
    arguments: ["\0", "s\0x"])
  func impossible(id: String) async throws {
    let rig = try SessionRig()
    let ada = try await rig.begin()
    let handlers = rig.handlers
    let start = ListeningTests.start
    let session = ReadingSession(workId: id, startedAt: start, endedAt: start + 60, startPage: 1, endPage: 2)
    let faults = [
      await fault { _ = try await handlers.recordListening(ListeningTests.report(story: id), ada) },
      await fault { _ = try await handlers.recordReading(.init(session), ada) },
      await fault { _ = try await handlers.startTimer(.init(workId: id), ada) },
      await fault {
        _ = try await handlers.saveStory(.init(id: "t", title: "T", heroId: id, estimatedDuration: 60), ada)
      },
    ]
    #expect(faults.map { $0?.code } == [.invalid, .invalid, .invalid, .invalid])
    #expect(faults.map { $0?.fields?.map(\.field) ?? [] } == [["storyId"], ["workId"], ["workId"], ["heroId"]])
  }

  @Test("Rejects a key with U+0000")
  func key() async throws {
    let rig = try SessionRig()
    _ = try await rig.begin()
    let caller = CallerContext(user: "ada", key: "a\0b", digest: [1])
    let rejected = await fault { _ = try await rig.handlers.recordListening(ListeningTests.report(), caller) }
    #expect(rejected?.code == .invalid)
  }
}
